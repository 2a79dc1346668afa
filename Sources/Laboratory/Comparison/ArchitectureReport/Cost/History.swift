import ChatStore
package import ChatTypes
import Foundation

/// A generated history of a given size, and the updates that follow it.
package struct History: Sendable {
    package static let sizes = [10, 100, 1000, 10_000]
    package static let messagesPerChat = 20

    package let chatCount: Int

    package init(chatCount: Int) {
        self.chatCount = chatCount
    }

    /// Returns the update with a number: one message, each time for another chat, near and far in the list.
    package func news(_ number: Int) -> ChatUpdate {
        let chat = number * 7919 % chatCount
        let index = Self.messagesPerChat + number
        return ChatUpdate(chat: header(chat), messages: [message(index, in: chat, after: nil)])
    }

    /// Writes the history; all messages except the last two of each chat are read.
    package func write(to path: String) throws {
        let database = try ChatDatabase(.file(path: path))
        for first in stride(from: 0, to: chatCount, by: 100) {
            try database.write { writer in
                for chat in first..<min(first + 100, chatCount) {
                    let messages = (0..<Self.messagesPerChat).map { message($0, in: chat, after: $0 - 1) }
                    let read = ReadReceipt(reader: .me, message: messages[Self.messagesPerChat - 3].id)
                    let update = ChatUpdate(chat: header(chat), messages: messages, receipts: [read])
                    _ = try writer.apply(update, announcing: true)
                }
            }
        }
    }

    package func header(_ chat: Int) -> ChatHeader {
        ChatHeader(
            id: ChatID("chat-\(chat)"),
            contact: Contact(id: ContactID("contact-\(chat)"), name: "Contact \(chat)"),
            createdAt: Self.start
        )
    }

    private func message(_ index: Int, in chat: Int, after previous: Int?) -> Message {
        Message(
            id: MessageID("message-\(chat)-\(index)"),
            author: .contact,
            text: "Message \(index), and how is the weather there?",
            sentAt: Self.start.addingTimeInterval(Double(index * chatCount + chat)),
            position: Position(Int64(index + 1) * 10),
            predecessor: previous.flatMap { previous in
                previous < 0
                    ? nil
                    : Predecessor(
                        position: Position(Int64(previous + 1) * 10),
                        cursor: PageCursor("before-\(previous)")
                    )
            }
        )
    }

    static let start = Date(timeIntervalSince1970: 1_646_000_000)
    /// A time after all messages that are sent at the measured sizes.
    static let now = start.addingTimeInterval(400 * 86_400)
}
