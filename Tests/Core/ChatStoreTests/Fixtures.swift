import Foundation
import Transport

@testable import ChatStore

let ada = ChatHeader(
    id: ChatID("chat-ada"),
    contact: Contact(id: ContactID("ada"), name: "Ada Lovelace"),
    createdAt: moment(0)
)
let ben = ChatHeader(id: ChatID("chat-ben"), contact: Contact(id: ContactID("ben"), name: "Ben"), createdAt: moment(1))

func moment(_ seconds: Int) -> Date { Date(timeIntervalSince1970: 1_647_000_000 + Double(seconds)) }

/// A message at a position that also says what it follows: the one before it in the sparse order 10, 20, 30, ...
func message(
    _ number: Int,
    from author: Author = .contact,
    id: String? = nil,
    text: String? = nil,
    images: Int = 0,
    at time: Date? = nil
) -> Message {
    Message(
        id: MessageID(id ?? "m\(number)"),
        author: author,
        text: text ?? "text \(number)",
        imageCount: images,
        sentAt: time ?? moment(number),
        position: Position(Int64(number) * 10),
        predecessor: number == 1
            ? nil : Predecessor(position: Position(Int64(number - 1) * 10), cursor: PageCursor("before \(number)"))
    )
}

extension ChatDatabase {
    @discardableResult
    func apply(
        _ messages: [Message] = [],
        receipts: [ReadReceipt] = [],
        in chat: ChatHeader = ada,
        announcing: Bool = false
    ) throws -> AppliedUpdate {
        try write {
            try $0.apply(ChatUpdate(chat: chat, messages: messages, receipts: receipts), announcing: announcing)
        }
    }

    func enqueue(_ id: String, _ text: String = "hello", in chat: ChatHeader = ada, at time: Date) throws -> Bool {
        try write {
            try $0.enqueue(OutgoingMessage(id: MessageID(id), chat: chat.id, text: text), at: time)
        }
    }

    func ids(in chat: ChatHeader = ada, limit: Int = 100) throws -> [String] {
        try timeline(of: chat.id, limit: limit)?.messages.map(\.id.rawValue) ?? []
    }

    func unread(in chat: ChatHeader = ada) throws -> Int? {
        try chats(limit: 100).first { $0.id == chat.id }?.unreadCount
    }
}

extension ChatDatabase {
    func awaitedReceiptCount() throws -> Int64? {
        try connection.first("SELECT count(*) FROM awaited_receipt") { $0.integer(0) }
    }
}
