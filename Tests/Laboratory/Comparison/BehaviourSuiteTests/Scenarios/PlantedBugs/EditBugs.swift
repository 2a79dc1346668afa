import BehaviourSuite
import DriverKit

extension PlantedBug {
    static let editBugs = [
        PlantedBug(
            name: "changes nothing",
            scenarios: [
                "A message that was changed has its new text everywhere, and says so",
                "What is changed while the server is away gets there, though the app is quit",
            ],
            gestures: { if case .edit = $0 { [] } else { [$0] } }
        ),
        PlantedBug(
            name: "does not say that a text was changed",
            scenarios: [
                "A message that was changed has its new text everywhere, and says so",
                "What the contact changes is changed in its place, and is no news",
            ],
            screen: { screen in
                screen.changing(chat: { chat in
                    for index in chat.rows.indices { chat.rows[index].isEdited = false }
                })
            }
        ),
        PlantedBug(
            name: "does not say that a change was refused",
            scenarios: ["A change that the server refuses is told, and the text stays"],
            screen: { screen in
                screen.changing(chat: { chat in
                    for index in chat.rows.indices { chat.rows[index].editFailure = nil }
                })
            }
        ),
    ]
}
