import BehaviourSuite
import DriverKit

extension PlantedBug {
    static let quietBugs = [
        PlantedBug(
            name: "mutes nothing",
            scenarios: ["A muted chat is not announced, and no part of the badge"],
            gestures: { $0 == .mute(true) ? [] : [$0] }
        ),
        PlantedBug(
            name: "stays muted",
            scenarios: ["A chat that is heard again is announced again"],
            gestures: { $0 == .mute(false) ? [] : [$0] }
        ),
        PlantedBug(
            name: "does not say who types",
            scenarios: ["Who types is said to, until they stop or write"],
            screen: { screen in
                screen.changing(list: { list in
                    for index in list.rows.indices { list.rows[index].typing = nil }
                })
            }
        ),
        PlantedBug(
            name: "does not hear what one types",
            scenarios: ["What one types is told, and a draft that is only shown is not"],
            gestures: { if case .type = $0 { [] } else { [$0] } }
        ),
        PlantedBug(
            name: "takes nothing back",
            scenarios: [
                "A message that was taken back leaves a tombstone everywhere",
                "What is taken back while it waits is never sent",
            ],
            gestures: { if case .delete = $0 { [] } else { [$0] } }
        ),
        PlantedBug(
            name: "counts what was taken back",
            scenarios: ["What the contact takes back is gone here, and unread no longer"],
            screen: { screen in
                screen.changing(list: { list in
                    for index in list.rows.indices where list.rows[index].preview == "Message deleted" {
                        list.rows[index].unreadCount += 1
                    }
                })
            }
        ),
    ]
}
