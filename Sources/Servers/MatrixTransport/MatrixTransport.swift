public import ChatTypes
public import HTTPClient
public import RuntimeKit
public import Transport

/// A Matrix homeserver as the app's server: what it says in our words, and what we do in its.
///
/// See <doc:Homeserver> for how the two differ and what the ledger is for.
public final class MatrixTransport: ChatService {
    let account: MatrixAccount
    let api: MatrixAPI
    let ledger: MatrixLedger
    let environment: ChatEnvironment
    let stream: NewsStream
    /// How long ago this process first tried to send each message of which it does not know whether it got there.
    let tried = InterleavingMutex<[MessageID: Stopwatch]>([:])
    private let settings: MatrixSettings

    /// - Parameter ledger: that of the account, kept beside the history.
    public init(
        account: MatrixAccount,
        ledger: MatrixLedger,
        client: any HTTPClient,
        environment: ChatEnvironment,
        settings: MatrixSettings = MatrixSettings()
    ) {
        (self.account, self.ledger, self.environment, self.settings) = (account, ledger, environment, settings)
        api = MatrixAPI(homeserver: account.homeserver, token: account.token, client: client)
        stream = NewsStream(
            api: api,
            ledger: ledger,
            messagesPerRoom: settings.messagesPerRoom,
            clock: environment.clock
        )
    }

    /// How long the news may take to say what has been done.
    private static let patience: Duration = .seconds(5)

    public func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let since = try cursor.map(token)
        let news = try await stream.sync(since: since)
        let due = try await ledger.due(since: since, next: news.next)
        let next = SyncCursor("\(ledger.id)/\(news.next)")
        return SyncPage(updates: news.updates + due, next: next, isComplete: news.isComplete)
    }

    /// A cursor of another ledger is none: its places are not ours.
    private func token(_ cursor: SyncCursor) throws(ServiceError) -> String {
        let parts = cursor.rawValue.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[0] == ledger.id else { throw .unknownSyncCursor }
        return String(parts[1])
    }

    /// What `find` finds as news comes in; nil when it has not for so long that it may have been passed over.
    func waitForNews<Found: Sendable>(
        _ find: @escaping @Sendable (isolated MatrixLedger) throws -> Found?
    ) async throws -> Found? {
        try await withThrowingTaskGroup(of: Found?.self) { [ledger, environment] group in
            group.addTask { try await ledger.wait(for: find) }
            group.addTask {
                try await environment.clock.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            let found = try await group.next() ?? nil
            try Task.checkCancellation()
            return found
        }
    }

    public func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        guard let event = try await ledger.event(of: message, in: chat).map({ JSONText.string($0.rawValue) }) else {
            throw ServiceError.refused(.unknownMessage, text: "The server has no such message yet")
        }
        let receipt = settings.tellsReading ? "m.read" : "m.read.private"
        let markers: JSONText = .object([.init(name: "m.fully_read", value: event), .init(name: receipt, value: event)])
        try await asMember(of: chat) { try await api.post(["v3", "rooms", chat.rawValue, "read_markers"], markers) }
    }

    public func setPresence(_ presence: Presence) async throws {
        await stream.setPresence(presence)
        let word = presence == .active ? "online" : "unavailable"
        try await api.put(["v3", "presence", account.user.rawValue, "status"], ["presence": .string(word)])
    }
}

/// What a person may want otherwise.
public struct MatrixSettings: Hashable, Sendable {
    /// How many messages of each room come with the first sync, and behind an outage.
    public var messagesPerRoom: Int
    /// Whether others are told what we have read.
    public var tellsReading: Bool

    public init(messagesPerRoom: Int = 20, tellsReading: Bool = true) {
        (self.messagesPerRoom, self.tellsReading) = (messagesPerRoom, tellsReading)
    }
}
