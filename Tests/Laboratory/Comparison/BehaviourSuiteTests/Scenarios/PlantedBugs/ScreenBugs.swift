import BehaviourSuite
import ChatTypes
import DriverKit

extension PlantedBug {
    static let listBugs = [
        PlantedBug(
            name: "does not say that the server is away",
            scenarios: [
                "A failed sync keeps the list, says so, and is tried again",
                "An open chat says that the server is away, and when it is back",
            ],
            screen: { $0.changing(list: { $0.status = nil }, chat: { $0.status = nil }) }
        ),
        PlantedBug(
            name: "shows each chat twice",
            scenarios: [
                "Chats that were made elsewhere are merged into the list", "A chat that there is already is reopened",
            ],
            screen: { $0.changing(list: { $0.rows += $0.rows }) }
        ),
        PlantedBug(
            name: "puts the oldest chat first",
            scenarios: ["The chat in which something happened last comes first"],
            screen: { $0.changing(list: { $0.rows.reverse() }) }
        ),
        PlantedBug(
            name: "knows nothing of images",
            scenarios: ["A row says what a message carries, or its text"],
            screen: { screen in
                screen.changing(list: { list in
                    for index in list.rows.indices where list.rows[index].preview.hasPrefix("Attachment") {
                        list.rows[index].preview = ""
                    }
                })
            }
        ),
        PlantedBug(
            name: "knows no yesterday",
            scenarios: [
                "A row says the time today, then yesterday, then the date",
                "At midnight what was today becomes yesterday by itself",
                "At midnight an open chat says yesterday by itself",
            ],
            screen: { screen in
                screen.changing(
                    list: { list in
                        for index in list.rows.indices where list.rows[index].time == "Yesterday" {
                            list.rows[index].time = "11:46 pm"
                        }
                    },
                    chat: { chat in
                        for index in chat.rows.indices where chat.rows[index].time.hasPrefix("Yesterday") {
                            chat.rows[index].time = "11:46 pm"
                        }
                    }
                )
            }
        ),
        PlantedBug(
            name: "has a picture of each contact",
            scenarios: [
                "A contact's picture comes later than its row",
                "A picture that could not be had comes when its row is shown again",
                "A picture that could not be had comes though no row changes its place",
            ],
            screen: { screen in
                screen.changing(list: { list in
                    for index in list.rows.indices { list.rows[index].hasPicture = true }
                })
            }
        ),
        PlantedBug(
            name: "does not search",
            scenarios: [
                "A search finds names whatever the case and the accents",
                "A search finds what a message says, and opens its chat",
                "What was searched for is still there after a visit to a chat",
                "What is found keeps up with what comes in",
            ],
            gestures: { if case .search = $0 { [] } else { [$0] } }
        ),
        PlantedBug(
            name: "shows no more than it shows",
            scenarios: [
                "More chats than a screen holds are all within reach", "Earlier messages are shown on request",
                "More finds than a screen holds are all within reach",
            ],
            gestures: { $0 == .showMore ? [] : [$0] }
        ),
    ]

    static let formBugs = [
        PlantedBug(
            name: "does not let go",
            scenarios: ["A form that was left opens no chat afterwards"],
            gestures: { $0 == .back ? [] : [$0] }
        ),
        PlantedBug(
            name: "opens the form in the list's place",
            scenarios: ["The form opens above the list, and is left again"],
            screen: { screen in
                var screen = screen
                screen.depth = 1
                return screen
            }
        ),
        PlantedBug(
            name: "suggests the least likely first",
            scenarios: ["Names are suggested while one is typed"],
            screen: { $0.changing(form: { $0.suggestions.reverse() }) }
        ),
        PlantedBug(
            name: "suggests John for each name",
            scenarios: [
                "The last keystroke wins",
                "Names that no longer match are not suggested, though the server is away",
            ],
            screen: { $0.changing(form: { $0.suggestions.append("John") }) }
        ),
        PlantedBug(
            name: "takes any name",
            scenarios: ["Each keystroke is judged"],
            screen: { $0.changing(form: { ($0.canCreate, $0.message) = (true, nil) }) }
        ),
        PlantedBug(
            name: "remembers what was typed last",
            scenarios: ["Each form begins empty", "What is typed while a chat is made changes nothing"],
            screen: { screen in
                screen.changing(form: { if $0.name.isEmpty || $0.isBusy { $0.name = "Ana" } })
            }
        ),
        PlantedBug(
            name: "is never busy",
            scenarios: ["The form is busy while a chat is made, which then takes its place"],
            screen: { $0.changing(form: { $0.isBusy = false }) }
        ),
        PlantedBug(
            name: "has no problems",
            scenarios: [
                "A name that is none is refused",
                "A chat that cannot be made is said to be so, and can be tried again",
                "An empty message is refused with a reason, and nothing is sent",
                "A text with nothing in it changes no message, and the person is told",
                "Earlier messages that cannot be had are said to be so, and can be asked for again",
            ],
            screen: { $0.changing(form: { $0.problem = nil }, chat: { $0.problem = nil }) }
        ),
    ]

    static let chatBugs = [
        PlantedBug(
            name: "opens each chat twice",
            scenarios: ["A row that is tapped twice opens one chat"],
            screen: { screen in
                var screen = screen
                if screen.chat != nil { screen.depth += 1 }
                return screen
            }
        ),
        PlantedBug(
            name: "opens a chat when there is nothing to go back to",
            scenarios: ["There is nothing to go back to from the list"],
            gestures: { $0 == .back ? [.back, .newChat] : [$0] }
        ),
        PlantedBug(
            name: "sticks to what was typed before",
            scenarios: ["What is typed at once in a chat stays, whatever was typed before"],
            screen: { $0.changing(chat: { if $0.field == "A whole one" { $0.field = "Half a thou" } }) }
        ),
        PlantedBug(
            name: "believes that what is sent has arrived",
            scenarios: ["A sent message is shown as sending, then sent, then read"],
            screen: { $0.changingDeliveries { $0 == .sending ? .sent : $0 } }
        ),
        PlantedBug(
            name: "believes that what has arrived is read",
            scenarios: ["A receipt turns our message and every earlier one to read"],
            screen: { $0.changingDeliveries { $0 == .sent ? .read : $0 } }
        ),
        PlantedBug(
            name: "does not admit failure",
            scenarios: ["A refused message is shown as failed, and sent when that is asked"],
            screen: { $0.changingDeliveries { if case .failed = $0 { .sending } else { $0 } } }
        ),
        PlantedBug(
            name: "puts the newest message first",
            scenarios: [
                "Messages stand in the server's order, each once",
                "A contact reads our message, and answers a few times",
            ],
            screen: { $0.changing(chat: { $0.rows.reverse() }) }
        ),
        PlantedBug(
            name: "shows each message twice",
            scenarios: ["A message that was answered too late is sent again, and is there once"],
            screen: { $0.changing(chat: { $0.rows += $0.rows }) }
        ),
    ]
}
