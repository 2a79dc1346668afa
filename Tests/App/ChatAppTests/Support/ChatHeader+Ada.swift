import ChatTypes
import ScreenTesting

extension ChatHeader {
    /// The chat with Ada.
    static let ada = ChatHeader(
        id: ChatID("!room:test"),
        contact: Contact(id: ContactID("@ada:test"), name: "Ada"),
        createdAt: moment(0)
    )
}
