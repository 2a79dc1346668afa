public import ChatTypes
public import HTTPClient
import JSONKit
public import MatrixCrypto
public import RuntimeKit
public import Transport

/// A Matrix homeserver as the app's server.
///
/// See <doc:Homeserver> for the differences between the two and the purpose of the ledger.
public final class MatrixTransport: ChatService {
    let account: MatrixAccount
    let api: MatrixAPI
    let ledger: MatrixLedger
    let environment: ChatEnvironment
    let stream: SyncStream
    let attempts: SendAttempts
    /// Nil if encrypted messages are not to be read.
    let encryption: MatrixEncryption?
    let settings: MatrixSettings

    /// Makes the transport of an account, whose ledger and encryption keys are stored beside the history. Without the keys of
    /// this device in `encryption`, encrypted messages are neither read nor sent. Renewed tokens are written to `file`.
    public init(
        account: MatrixAccount,
        in file: AccountFile? = nil,
        ledger: MatrixLedger,
        client: any HTTPClient,
        environment: ChatEnvironment,
        encryption machine: EncryptionMachine? = nil,
        settings: MatrixSettings = MatrixSettings()
    ) {
        (self.account, self.ledger, self.environment, self.settings) = (account, ledger, environment, settings)
        attempts = SendAttempts(clock: environment.clock)
        let access = account.access(in: file, over: client, environment, loginCommand: settings.loginCommand)
        api = MatrixAPI(homeserver: account.homeserver, access: access, client: client)
        encryption = machine.map { [api] in
            MatrixEncryption(
                $0,
                api: api,
                ledger: ledger,
                clock: environment.clock,
                onlySigned: settings.sharesWithSignedOnly
            )
        }
        stream = SyncStream(
            api: api,
            ledger: ledger,
            encryption: encryption,
            messagesPerRoom: settings.messagesPerRoom,
            clock: environment.clock
        )
    }

    public var countsUnread: Bool { true }

    public var encryptionService: (any EncryptionService)? { encryption }

    public var encryptsNewChats: Bool? { encryption == nil ? nil : settings.encryptsChats }

    /// Whether the encryption keys were put back from a copy, or used elsewhere meanwhile.
    public var hasCopiedKeys: Bool { encryption?.machine.isCopy ?? false }

    /// Whether the encryption keys were damaged and set aside: the account needs another device to read encrypted chats.
    public var hasLostKeys: Bool { encryption?.machine.wasDamaged ?? false }

    /// The time limit for sync to bring the result of a request.
    private static let echoTimeout: Duration = .seconds(5)

    public func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let since = try cursor.map(token)
        let batch = try await stream.sync(since: since)
        let due = try await ledger.write { try $0.due(since: since, next: batch.next) }
        let next = SyncCursor("\(ledger.id)/\(batch.next)")
        return SyncPage(updates: batch.updates + due, next: next, isComplete: batch.isComplete)
    }

    public func isPartial(_ cursor: SyncCursor) -> Bool { (try? token(cursor)).flatMap { InitialSync($0) } != nil }

    /// Rejects the cursor of another ledger, which assigned other positions.
    private func token(_ cursor: SyncCursor) throws(ServiceError) -> String {
        let parts = cursor.rawValue.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[0] == ledger.id else { throw .unknownSyncCursor }
        return String(parts[1])
    }

    /// Waits until sync has brought what `find` looks for; returns nil after five seconds, since sync may have left it out.
    func waitForSync<Found: Sendable>(
        _ find: @escaping @Sendable (LedgerTables) throws -> Found?
    ) async throws -> Found? {
        try await withThrowingTaskGroup(of: Found?.self) { [ledger, environment] group in
            group.addTask { try await ledger.wait(for: find) }
            group.addTask {
                try await environment.clock.sleep(for: Self.echoTimeout)
                return nil
            }
            defer { group.cancelAll() }
            let found = try await group.next() ?? nil
            try Task.checkCancellation()
            return found
        }
    }

    private func markAllRead(_ chat: ChatID, upTo message: MessageID) async throws {
        let last = try await ledger.read { tables -> MessageID? in
            // A message that has come since the user read all is unread.
            if message.rawValue.isEmpty { return try tables.rooms.lastEvent(withoutMessages: chat) }
            return try tables.event(of: message, in: chat).map { try tables.rooms.lastEvent(readWith: $0, in: chat) }
        }
        guard let id = last else {
            throw ServiceError.refused(.unknownMessage, text: "The server has no such message yet")
        }
        let event = JSONText.string(id.rawValue)
        let markers: JSONText = .object([
            .init(name: "m.fully_read", value: event), .init(name: receiptType, value: event),
        ])
        try await asMember(of: chat) { try await api.post(["v3", "rooms", chat.rawValue, "read_markers"], markers) }
    }

    public func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        let read = try await ledger.read { tables -> ThreadReceipt? in
            guard scope != .everything, let event = try tables.event(of: message, in: chat) else { return nil }
            guard let thread = scope.thread else {
                let last = try tables.rooms.lastEventOutsideThreads(readWith: event, in: chat)
                return ThreadReceipt(event: event, last: last, thread: RoomUpdate.Thread.main)
            }
            guard let root = try tables.event(of: thread, in: chat) else { return nil }
            let room = try tables.rooms.room(chat)?.key
            let last = try room.map { try tables.events.lastEvent(readWith: event, of: root, in: $0) }
            return ThreadReceipt(event: event, last: last ?? event, thread: root.rawValue)
        }
        guard let read else {
            // A message without an id stands for all of a chat that has none.
            if scope.thread == nil { return try await markAllRead(chat, upTo: message) }
            throw ServiceError.refused(.unknownMessage, text: "The server has no such message yet")
        }
        try await asMember(of: chat) {
            if scope == .main {
                let marker: JSONText = ["m.fully_read": .string(read.last.rawValue)]
                try await api.post(["v3", "rooms", chat.rawValue, "read_markers"], marker)
            }
            do { try await post(read, at: read.last, in: chat) } catch ServiceError.refused
                where read.last != read.event
            {
                // The last event is about one of a thread that is not known here.
                try await post(read, at: read.event, in: chat)
            }
        }
    }

    private var receiptType: String { settings.sendsReadReceipts ? "m.read" : "m.read.private" }

    private func post(_ read: ThreadReceipt, at event: MessageID, in chat: ChatID) async throws {
        let path = ["v3", "rooms", chat.rawValue, "receipt", receiptType, event.rawValue]
        try await api.post(path, ["thread_id": .string(read.thread)])
    }

    public func setPresence(_ presence: Presence) async throws {
        await stream.setPresence(presence)
        let word = presence == .active ? "online" : "unavailable"
        try await api.put(["v3", "presence", account.user.rawValue, "status"], ["presence": .string(word)])
    }

    /// Reports typing for six seconds; the homeserver ends the notice by itself.
    public func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {
        guard settings.sendsTyping else { return }
        let timeout: [JSONText.Member] = isTyping ? [.init(name: "timeout", value: .integer(6000))] : []
        try await api.put(
            ["v3", "rooms", chat.rawValue, "typing", account.user.rawValue],
            .object([.init(name: "typing", value: .bool(isTyping))] + timeout)
        )
    }
}

/// A receipt for what stands outside threads, or for a thread.
private struct ThreadReceipt: Sendable {
    /// The event of the message that was read.
    let event: MessageID
    /// The event up to which that is read.
    let last: MessageID
    /// The `thread_id`.
    let thread: String
}

/// Settings of an account.
public struct MatrixSettings: Hashable, Sendable {
    /// The number of messages of each room in the initial sync and after an outage.
    public var messagesPerRoom: Int
    /// Whether other users see the account's read receipts.
    public var sendsReadReceipts: Bool
    /// Whether other users are told that the user is typing.
    public var sendsTyping: Bool
    /// Whether new chats and groups are encrypted unless the user wants otherwise, if there are encryption keys.
    public var encryptsChats: Bool
    /// Whether only devices that their users have signed get the keys to messages.
    public var sharesWithSignedOnly: Bool
    /// The whole command that logs in again, for sentences to the user; nil if there is none.
    public var loginCommand: String?

    public init(
        messagesPerRoom: Int = 20,
        sendsReadReceipts: Bool = true,
        sendsTyping: Bool = true,
        encryptsChats: Bool = true,
        sharesWithSignedOnly: Bool = false,
        loginCommand: String? = nil
    ) {
        self.messagesPerRoom = messagesPerRoom
        (self.sendsReadReceipts, self.sendsTyping) = (sendsReadReceipts, sendsTyping)
        (self.encryptsChats, self.sharesWithSignedOnly) = (encryptsChats, sharesWithSignedOnly)
        self.loginCommand = loginCommand
    }
}
