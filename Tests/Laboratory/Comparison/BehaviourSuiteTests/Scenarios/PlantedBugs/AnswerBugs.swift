import BehaviourSuite
import ChatTypes
import DriverKit

extension PlantedBug {
    static let answerBugs = [
        PlantedBug(
            name: "sends a reply as a message of its own",
            scenarios: [
                "A reply shows the message that it answers, on the phone and on the server",
                "A reply that waits is sent as a reply after a restart",
            ],
            gestures: { if case .reply(_, let text) = $0 { [.type(text), .send] } else { [$0] } }
        ),
        PlantedBug(
            name: "shows an answered message as it was first",
            scenarios: ["A reply follows the edits and the deletion of the message that it answers"],
            screen: { screen in
                screen.changing(chat: { chat in
                    for index in chat.rows.indices where chat.rows[index].answered != nil {
                        chat.rows[index].answered = "You: At six"
                    }
                })
            }
        ),
        PlantedBug(
            name: "removes no reaction",
            scenarios: [
                "A reaction is set and removed, here and on the server",
                "A reaction that is set and removed offline is never sent",
            ],
            screen: { screen in
                screen.changing(chat: { chat in
                    for index in chat.rows.indices where !chat.rows[index].reactions.contains(where: { $0.text == "👍" })
                    {
                        chat.rows[index].reactions.append(MessageReaction(text: "👍", count: 1, isMine: true))
                    }
                })
            }
        ),
        PlantedBug(
            name: "counts each reaction once",
            scenarios: ["Reactions of contacts are counted below their message, and are no news"],
            screen: { screen in
                screen.changing(chat: { chat in
                    for index in chat.rows.indices {
                        chat.rows[index].reactions = chat.rows[index].reactions.map {
                            MessageReaction(text: $0.text, count: 1, isMine: $0.isMine, names: $0.names)
                        }
                    }
                })
            }
        ),
    ]
}
