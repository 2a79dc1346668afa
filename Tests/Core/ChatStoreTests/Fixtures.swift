import ChatTypes
import Foundation
import SQLiteKit

@testable import ChatStore

let ada = ChatHeader(
    id: ChatID("chat-ada"),
    contact: Contact(id: ContactID("ada"), name: "Ada Lovelace"),
    createdAt: moment(0)
)
let ben = ChatHeader(id: ChatID("chat-ben"), contact: Contact(id: ContactID("ben"), name: "Ben"), createdAt: moment(1))

let team = ChatHeader(
    id: ChatID("chat-team"),
    contact: Contact(id: ContactID("team"), name: "The Team"),
    isGroup: true,
    createdAt: moment(2)
)
let adaInTeam = Author.member(ContactID("ada"))
let benInTeam = Author.member(ContactID("ben"))

/// Returns the server's statement about a member of the team.
func membership(
    _ member: Author,
    _ name: String,
    isMember: Bool = true,
    since: Int64? = nil,
    number: Int64 = 1
) -> Membership {
    Membership(member: member, name: name, isMember: isMember, since: since.map { Position($0) }, number: number)
}

/// Ada, Ben and the user.
let teamMembers = [membership(.me, "Me"), membership(adaInTeam, "Ada"), membership(benInTeam, "Ben")]

/// Returns one of any number of chats.
func chat(_ number: Int, name: String = "Someone") -> ChatHeader {
    ChatHeader(
        id: ChatID("c\(number)"),
        contact: Contact(id: ContactID("p\(number)"), name: name),
        createdAt: moment(0)
    )
}

let picture = AttachedFile(id: FileID("place-1"), name: "me.png", type: "image/png", byteCount: 300)
let document = AttachedFile(id: FileID("place-2"), name: "notes.pdf", type: "application/pdf", byteCount: 7000)

let lunch = Poll(
    question: "Lunch?",
    answers: [.init(id: "a", text: "Pizza"), .init(id: "b", text: "Soup"), .init(id: "c", text: "Nothing")],
    maxSelections: 2
)

func moment(_ seconds: Int) -> Date { Date(timeIntervalSince1970: 1_647_000_000 + Double(seconds)) }

/// Returns a message at a position, with the message before it in the sparse order 10, 20, 30, ... as its
/// predecessor.
func message(
    _ number: Int,
    from author: Author = .contact,
    id: String? = nil,
    text: String? = nil,
    spans: [TextSpan] = [],
    images: Int = 0,
    attachment: AttachedFile? = nil,
    poll: Poll? = nil,
    repliesTo: String? = nil,
    inThread root: String? = nil,
    isQuiet: Bool = false,
    mentionsMe: Bool = false,
    edit: Int64 = 0,
    at time: Date? = nil
) -> Message {
    Message(
        id: MessageID(id ?? "m\(number)"),
        author: author,
        text: text ?? "text \(number)",
        spans: spans,
        imageCount: images,
        attachment: attachment,
        poll: poll,
        repliesTo: repliesTo.map { MessageID($0) },
        thread: root.map { MessageID($0) },
        isQuiet: isQuiet,
        mentionsMe: mentionsMe,
        editNumber: edit,
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
        annotations: [Annotation] = [],
        memberships: [Membership] = [],
        in chat: ChatHeader = ada,
        announcing: Bool = false
    ) throws -> AppliedUpdate {
        let update = ChatUpdate(
            chat: chat,
            messages: messages,
            receipts: receipts,
            annotations: annotations,
            memberships: memberships
        )
        return try write { try $0.apply(update, announcing: announcing) }
    }

    func enqueue(_ id: String, _ text: String = "hello", in chat: ChatHeader = ada, at time: Date) throws -> Bool {
        try write {
            try $0.enqueue(OutgoingMessage(id: MessageID(id), chat: chat.id, text: text), at: time)
        }
    }

    func ids(in chat: ChatHeader = ada, limit: Int = 100) throws -> [String] {
        try timeline(of: chat, in: .newest(limit))?.messages.map(\.id.rawValue) ?? []
    }

    func unread(in chat: ChatHeader = ada) throws -> Int? {
        try chats(limit: 100).first { $0.id == chat.id }?.unreadCount
    }
}

extension HistoryReader {
    func ids(in chat: ChatHeader = ada) async throws -> [String] {
        try await read { try $0.timeline(of: chat.id, in: .newest(100))?.messages.map(\.id.rawValue) ?? [] }
    }
}

/// Frequent queries, on the writer's own connection.
extension ChatDatabase {
    func chats(limit: Int = 100) throws -> [StoredChat] { try read { try $0.chats(limit: limit) } }

    func unreadCount() throws -> Int { try read { try $0.unreadCount() } }

    func timeline(of chat: ChatHeader = ada, in window: MessageWindow = .newest(100)) throws -> Timeline? {
        try read { try $0.timeline(of: chat.id, in: window) }
    }

    func search(_ text: String, after place: SearchPlace? = nil, limit: Int = 100) throws -> SearchPage {
        try read { try $0.search(text, after: place, limit: limit) }
    }

    func members(of chat: ChatHeader = team, offset: Int = 0, limit: Int = 100) throws -> [String] {
        try read { try $0.members(of: chat.id, offset: offset, limit: limit) }.map(\.name)
    }

    func group(_ chat: ChatHeader = team) throws -> GroupState? { try chats().first { $0.id == chat.id }?.group }

    func deliveries(in chat: ChatHeader = team) throws -> [Delivery] {
        try timeline(of: chat)?.messages.map(\.delivery) ?? []
    }

    func restore(_ records: [HistoryRecord]) throws {
        try write { writer in for record in records { try writer.restore(record) } }
    }

    func records() throws -> [HistoryRecord] {
        var records: [HistoryRecord] = []
        try read { try $0.export { records.append($0) } }
        return records
    }

    func nextMessageToSend(in chat: ChatHeader = ada) throws -> OutgoingMessage? {
        guard case .message(let message)? = try nextToSend(in: chat) else { return nil }
        return message
    }

    func nextToSend(in chat: ChatHeader = ada) throws -> OutboxEntry? { try read { try $0.nextToSend(in: chat.id) } }

    /// Returns everything that SQLite finds wrong with the file.
    func integrityProblems() throws -> [String] {
        try read { try $0.rows("PRAGMA integrity_check") { $0.text(0) } }.filter { $0 != "ok" }
    }

    /// Returns the number of pages of the file that `work` uses.
    func pages(of work: () throws -> Void) rethrows -> Int {
        let before = connection.pageAccessCount
        try work()
        return connection.pageAccessCount - before
    }

    /// Returns a number from the file, unchecked.
    func number(_ query: StaticString) throws -> Int64? { try connection.first(query) { $0.integer(0) } }
}

extension ChatDatabase {
    /// Queues a picture of the user's whose upload waits.
    func sendFile(_ id: String, in chat: ChatHeader = ada, at time: Date = moment(950)) throws -> Bool {
        let waiting = AttachedFile(id: FileID(""), name: "me.png", type: "image/png", byteCount: 300)
        let message = OutgoingMessage(id: MessageID(id), chat: chat.id, text: "look", attachment: waiting)
        return try write { writer in
            guard try writer.enqueue(message, at: time) else { return false }
            try writer.recordCopy("copy of \(id)", digest: "d1", of: message.id, in: chat.id)
            return true
        }
    }
}

extension ChatWriter {
    /// Confirms the user's deletion, as an answer of the server does.
    func confirmDeletion(of message: String, in chat: ChatHeader = ada) throws {
        let deletion = OutgoingAnnotation.deletion(of: MessageID(message), in: chat.id)
        try confirm(deletion, as: Annotation(author: .me, message: deletion.message, kind: .deletion))
    }
}

extension OutgoingAnnotation {
    /// An edit of the user's.
    static func edit(_ id: String, of message: String, to text: String, in chat: ChatID) -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID(id), of: MessageID(message), in: chat, kind: .edit(text: text))
    }
}
