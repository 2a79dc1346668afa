import ChatStore
import ChatTypes
import Foundation

/// A history of a certain size, created once and copied for each measurement.
struct Scale: Sendable {
    static let all = [Scale(chatCount: 10), Scale(chatCount: 1000), Scale(chatCount: 10_000)]
    static let messagesPerChat = 100

    let chatCount: Int

    var name: String { "\(chatCount) x \(Self.messagesPerChat)" }

    func header(_ number: Int) -> ChatHeader {
        let name = "Contact \(number % chatCount)"
        return ChatHeader(
            id: ChatID("chat-\(number % chatCount)"),
            contact: Contact(id: ContactID("contact-\(number % chatCount)"), name: name),
            createdAt: Self.start
        )
    }

    /// Returns the contact's message with an index in a chat. Each names the one before as its predecessor.
    func message(_ index: Int, in chat: Int) -> Message {
        Message(
            id: MessageID("message-\(chat)-\(index)"),
            author: .contact,
            text: "Message \(index) about \(Self.words[(chat + index) % Self.words.count]) and the weather there",
            sentAt: Self.start.addingTimeInterval(Double(index * chatCount + chat)),
            position: Position(Int64(index + 1) * 10),
            predecessor: index == 0
                ? nil : Predecessor(position: Position(Int64(index) * 10), cursor: PageCursor("before-\(index)"))
        )
    }

    /// Returns an update that continues the history: message `number` of all, with the chats in turn.
    func news(_ number: Int) -> ChatUpdate {
        let chat = number % chatCount
        return ChatUpdate(
            chat: header(chat),
            messages: [message(Self.messagesPerChat + number / chatCount, in: chat)]
        )
    }

    /// Creates a history in a new file. All but the last ten messages of each chat are read.
    func makeHistory(at url: URL) throws {
        let database = try ChatDatabase(.file(path: url.path))
        for first in stride(from: 0, to: chatCount, by: 100) {
            try database.write { writer in
                for chat in first..<min(first + 100, chatCount) {
                    let messages = (0..<Self.messagesPerChat).map { message($0, in: chat) }
                    let receipt = ReadReceipt(reader: .me, message: messages[Self.messagesPerChat - 11].id)
                    let update = ChatUpdate(chat: header(chat), messages: messages, receipts: [receipt])
                    _ = try writer.apply(update, announcing: true)
                }
            }
        }
    }

    /// Creates a history with one chat of many messages, all read, so that it opens at its end.
    func makeLongChat(of count: Int, at url: URL) throws {
        let database = try ChatDatabase(.file(path: url.path))
        for first in stride(from: 0, to: count, by: 1000) {
            let messages = (first..<min(first + 1000, count)).map { message($0, in: 0) }
            let receipts = messages.suffix(1).map { ReadReceipt(reader: .me, message: $0.id) }
            let update = ChatUpdate(chat: header(0), messages: messages, receipts: receipts)
            try database.write { _ = try $0.apply(update, announcing: true) }
        }
    }

    static let start = Date(timeIntervalSince1970: 1_600_000_000)
    private static let words = [
        "harbours", "bread", "trains", "gardens", "violins", "maps", "tea", "clouds", "bicycles",
    ]
}

/// The folder for the files of a run.
struct Workplace: ~Copyable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "chat-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
        )
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appending(path: name) }

    /// Copies a history that is not open, so that each measurement begins with the same bytes.
    func copy(of original: URL, as name: String) throws -> URL {
        let copy = file(name)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy.path + suffix) }
        try FileManager.default.copyItem(at: original, to: copy)
        return copy
    }
}
