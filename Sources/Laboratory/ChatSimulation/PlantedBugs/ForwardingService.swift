import ChatTypes
import Transport

/// A service that forwards to another one everything that it does not change.
protocol ForwardingService: ChatService {
    var inner: SeverableTransport { get }
}

extension ForwardingService {
    var countsUnread: Bool { inner.countsUnread }
    var encryptionService: (any EncryptionService)? { inner.encryptionService }
    var encryptsNewChats: Bool? { inner.encryptsNewChats }
    func isPartial(_ cursor: SyncCursor) -> Bool { inner.isPartial(cursor) }
    func excess(of text: FormattedText, in chat: ChatID) async -> Int { await inner.excess(of: text, in: chat) }
    func canReuse(_ file: FileID, in chat: ChatID) async throws -> Bool { try await inner.canReuse(file, in: chat) }
    func sync(since cursor: SyncCursor?) async throws -> SyncPage { try await inner.sync(since: cursor) }
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        try await inner.page(of: chat, before: cursor)
    }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await inner.contacts(matching: text, limit: limit)
    }
    func picture(of contact: ContactID) async throws -> Picture? { try await inner.picture(of: contact) }
    func createChat(with name: String) async throws -> ChatHeader { try await inner.createChat(with: name) }
    func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatHeader {
        try await inner.createChat(with: name, isEncrypted: isEncrypted)
    }
    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader { try await inner.createGroup(group) }
    func send(_ message: OutgoingMessage) async throws -> Message { try await inner.send(message) }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        try await inner.markRead(chat, upTo: message, in: scope)
    }
    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation { try await inner.annotate(annotation) }
    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        try await inner.upload(file, reading: read)
    }
    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        try await inner.download(file, from: offset, receive)
    }
    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws { try await inner.setTyping(isTyping, in: chat) }
    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        try await inner.setNotifications(mode, in: chat)
    }

    func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        try await inner.set(mark, to: isSet, in: chat)
    }
    func setPresence(_ presence: Presence) async throws { try await inner.setPresence(presence) }
    func change(_ change: ChatChange, in chat: ChatID) async throws { try await inner.change(change, in: chat) }
    func chat(withAlias alias: String) async throws -> ChatID? { try await inner.chat(withAlias: alias) }
    func ignoredPeople() async throws -> [Contact] { try await inner.ignoredPeople() }
    func setIgnored(_ isIgnored: Bool, _ person: ContactID) async throws {
        try await inner.setIgnored(isIgnored, person)
    }
    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64? {
        try await inner.setMembership(membership, in: chat)
    }
}
