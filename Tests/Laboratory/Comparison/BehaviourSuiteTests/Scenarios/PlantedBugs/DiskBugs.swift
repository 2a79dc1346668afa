import BehaviourSuite
import DriverKit

extension PlantedBug {
    static let diskBugs = [
        PlantedBug(
            name: "says nothing of a full disk",
            scenarios: [
                "What a full disk does not take is not sent, stays typed, and is told",
                "What a full disk keeps from the list is told there, and comes later",
                "What a full disk keeps from a chat is told there, and comes later",
                "A chat that a full disk does not mute is heard as before, and tells",
            ],
            screen: { $0.changing(list: { $0.problem = nil }, chat: { $0.problem = nil }) }
        ),
        PlantedBug(
            name: "empties a field for good when a chat is left",
            scenarios: [
                "What was typed on a full disk stands in its chat when that is opened again",
                "What a full disk does not take while its chat is left stays typed",
            ],
            gestures: { $0 == .back ? [.type(""), .back] : [$0] }
        ),
        PlantedBug(
            name: "leaves the switch where it was moved to",
            scenarios: ["A chat that a full disk does not mute is heard as before, and tells"],
            screen: { $0.changing(chat: { $0.isMuted = $0.isMuted || $0.problem != nil }) }
        ),
    ]
}
