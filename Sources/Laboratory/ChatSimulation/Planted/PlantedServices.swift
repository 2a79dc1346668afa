import Synchronization
import Transport

/// A service before another one, which passes on whatever it does not change.
protocol ForwardingService: ChatService {
    var inner: SeverableTransport { get }
}

extension ForwardingService {
    func sync(since cursor: SyncCursor?) async throws -> SyncPage { try await inner.sync(since: cursor) }
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        try await inner.page(of: chat, before: cursor)
    }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await inner.contacts(matching: text, limit: limit)
    }
    func picture(of contact: ContactID) async throws -> Picture? { try await inner.picture(of: contact) }
    func createChat(with name: String) async throws -> ChatHeader { try await inner.createChat(with: name) }
    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader { try await inner.createGroup(group) }
    func send(_ message: OutgoingMessage) async throws -> Message { try await inner.send(message) }
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        try await inner.markRead(chat, upTo: message)
    }
    func remove(_ message: MessageID, in chat: ChatID) async throws { try await inner.remove(message, in: chat) }
    func edit(_ edit: OutgoingEdit) async throws -> Edit { try await inner.edit(edit) }
    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        try await inner.upload(file, reading: read)
    }
    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        try await inner.download(file, from: offset, receive)
    }
    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws { try await inner.setTyping(isTyping, in: chat) }
    func setMuted(_ isMuted: Bool, in chat: ChatID) async throws { try await inner.setMuted(isMuted, in: chat) }
    func setPresence(_ presence: Presence) async throws { try await inner.setPresence(presence) }
    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        try await inner.setMembership(membership, in: chat)
    }
}

/// Gives a message another id with each attempt to send it.
final class ForgetfulService: ForwardingService {
    let inner: SeverableTransport
    private let attempts = Mutex<[MessageID: Int]>([:])

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        let attempt = attempts.withLock { attempts in
            attempts[message.id, default: 0] += 1
            return attempts[message.id] ?? 1
        }
        let id = attempt == 1 ? message.id : MessageID("\(message.id) attempt \(attempt)")
        return try await inner.send(message.named(id))
    }
}

extension OutgoingMessage {
    fileprivate func named(_ id: MessageID) -> OutgoingMessage {
        OutgoingMessage(id: id, chat: chat, text: text, attachment: attachment)
    }
}

/// Sends nothing more in a chat in which a message was called a duplicate.
final class BlockingService: ForwardingService {
    let inner: SeverableTransport
    private let blocked = Mutex<Set<ChatID>>([])

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        if blocked.withLock({ $0.contains(message.chat) }) { throw ServiceError.unreachable }
        do {
            return try await inner.send(message)
        } catch ServiceError.refused(.duplicate, _) {
            blocked.withLock { _ = $0.insert(message.chat) }
            throw ServiceError.unreachable
        }
    }
}

/// After the first refusal it syncs no more.
final class DeafService: ForwardingService {
    let inner: SeverableTransport
    private let isDeaf = Mutex(false)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        if isDeaf.withLock(\.self) { throw ServiceError.unreachable }
        do {
            return try await inner.sync(since: cursor)
        } catch let error as ServiceError where !error.isTemporary {
            isDeaf.withLock { $0 = true }
            throw error
        }
    }
}

/// What a group refuses because we are not in it is refused for ever.
struct FinalRefusals: ForwardingService {
    let inner: SeverableTransport

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        do {
            try await inner.markRead(chat, upTo: message)
        } catch ServiceError.refused(.notMember, let text) {
            throw ServiceError.refused(RefusalCode(rawValue: "final"), text: text)
        }
    }
}

/// Gives a group another id with each attempt to make it.
final class ForgetfulGroups: ForwardingService {
    let inner: SeverableTransport
    private let attempts = Mutex(0)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        let id = MessageID("\(group.id) attempt \(attempt)")
        return try await inner.createGroup(OutgoingGroup(id: id, title: group.title, names: group.names))
    }
}

/// Brings pages in which some messages are missing.
struct HolingService: ForwardingService {
    let inner: SeverableTransport

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let page = try await inner.page(of: chat, before: cursor)
        let held = page.messages.filter { $0.position.rawValue % 5 != 0 }
        return MessagePage(messages: held, edits: page.edits, removals: page.removals, next: page.next)
    }
}

/// Takes edits or removals, and tells nobody.
struct SilentService: ForwardingService {
    let inner: SeverableTransport
    let fault: PlantedFault

    func edit(_ edit: OutgoingEdit) async throws -> Edit {
        guard fault == .untoldEdit else { return try await inner.edit(edit) }
        return Edit(author: .me, message: edit.message, text: edit.text, number: 1)
    }

    func remove(_ message: MessageID, in chat: ChatID) async throws {
        if fault != .untoldRemoval { try await inner.remove(message, in: chat) }
    }
}
