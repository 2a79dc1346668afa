import ChatSession
import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit

/// Everything that reducers need from outside. Each member can be replaced.
struct ChatClient: Sendable {
    typealias Take<Value> = @Sendable (Value) async -> Void

    var run: @Sendable () async -> Void
    var list: @Sendable (ListRequest, @escaping Take<QueryResult<ListPage>>) async -> Void
    var timeline: @Sendable (ChatID, _ limit: Int, @escaping Take<QueryResult<Timeline?>>) async -> Void
    var typingNames: @Sendable (ChatID, @escaping Take<[String]>) async -> Void
    var unreadTotal: @Sendable (@escaping Take<Int?>) async -> Void
    var notifications: @Sendable (@escaping Take<ChatNotification>) async -> Void
    var picture: @Sendable (ContactID) async throws -> Picture?
    var contacts: @Sendable (_ name: String, _ limit: Int) async throws -> [Contact]
    var createChat: @Sendable (Invitees) async throws -> ChatID
    var connect: @Sendable (ChatID) async -> Void
    var saveDraft: @Sendable (String, ChatID) async throws -> Void
    var send: @Sendable (String, ChatID) async throws -> Void
    var resend: @Sendable (MessageID, ChatID) async throws -> Void
    var delete: @Sendable (MessageID, ChatID) async throws -> Void
    var edit: @Sendable (MessageID, _ text: String, ChatID) async throws -> Void
    var reply: @Sendable (_ text: String, MessageID, ChatID) async throws -> Void
    var react: @Sendable (_ text: String, MessageID, ChatID) async throws -> Void
    var setMuted: @Sendable (Bool, ChatID) async throws -> Void
    var markRead: @Sendable (ChatID, MessageID) async throws -> Void
    var loadEarlier: @Sendable (ChatID) async throws -> Void
    var noteTyping: @Sendable (ChatID) -> Void
    var setTopChat: @Sendable (ChatID?) -> Void
    var setFocus: @Sendable (Bool) -> Void
}

extension ChatClient {
    init(_ session: Session) {
        run = { await session.run() }
        list = { await session.list($0).follow($1) }
        timeline = { await session.timeline(of: $0, limit: $1).follow($2) }
        typingNames = { await session.typingNames(in: $0).follow($1) }
        unreadTotal = { await session.unreadCounts().follow($0) }
        notifications = { await session.showNotifications($0) }
        picture = { try await session.picture(of: $0) }
        contacts = { try await session.contacts(matching: $0, limit: $1) }
        createChat = { try await session.createChat(with: $0) }
        connect = { await session.connect(to: $0) }
        saveDraft = { try await session.saveDraft($0, in: $1) }
        send = { try await session.send($0, to: $1) }
        resend = { try await session.resend($0, in: $1) }
        delete = { try await session.delete($0, in: $1) }
        edit = { try await session.edit($0, to: $1, in: $2) }
        reply = { try await session.reply($0, to: $1, in: $2) }
        react = { try await session.react($0, to: $1, in: $2) }
        setMuted = { try await session.setMuted($0, in: $1) }
        markRead = { try await session.markRead($0, upTo: $1) }
        loadEarlier = { try await session.loadEarlier(in: $0) }
        noteTyping = { session.noteTyping(in: $0) }
        setTopChat = { session.setTopChat($0) }
        setFocus = { session.setFocus($0) }
    }
}
