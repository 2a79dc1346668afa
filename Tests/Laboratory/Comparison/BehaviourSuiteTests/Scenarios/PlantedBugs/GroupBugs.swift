import BehaviourSuite
import ChatTypes
import DriverKit

extension PlantedBug {
    static let groupBugs = [
        PlantedBug(
            name: "takes nobody into a group",
            scenarios: [
                "A group is begun with several names, and says how many it has",
                "A name twice is one person, and one name alone is no group",
            ],
            gestures: { $0 == .add ? [] : [$0] }
        ),
        PlantedBug(
            name: "does not say who wrote",
            scenarios: ["Who wrote stands at each message of a group, and follows a change of name"],
            screen: { screen in
                screen.changing(chat: { chat in
                    for index in chat.rows.indices { chat.rows[index].sender = nil }
                })
            }
        ),
        PlantedBug(
            name: "does not say in the list who wrote",
            scenarios: ["The list says who wrote last in a group"],
            screen: { screen in
                screen.changing(list: { list in
                    for index in list.rows.indices { list.rows[index].sender = nil }
                })
            }
        ),
        PlantedBug(
            name: "announces without names",
            scenarios: ["News of a group is announced with the name of who wrote it"],
            screen: { screen in
                var screen = screen
                for index in screen.notifications.indices {
                    let text = screen.notifications[index].text
                    screen.notifications[index].text = text.split(separator: ": ").last.map(String.init) ?? text
                }
                return screen
            }
        ),
        PlantedBug(
            name: "knows of one who types",
            scenarios: ["Who types in a group is named, each until they write"],
            screen: { screen in
                screen.changing(chat: { chat in if chat.typing != nil { chat.typing = "Ada is typing…" } })
            }
        ),
        PlantedBug(
            name: "takes one who has read for all",
            scenarios: ["A message in a group is read once everyone has read it"],
            screen: { screen in
                screen.changing(chat: { chat in
                    for index in chat.rows.indices where chat.rows[index].delivery == .sent {
                        chat.rows[index].delivery = .read
                    }
                })
            }
        ),
    ]
}
