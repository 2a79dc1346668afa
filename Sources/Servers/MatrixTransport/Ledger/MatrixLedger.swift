public import ChatTypes
public import Foundation
public import RuntimeKit
import SQLiteKit

/// The adapter's store: assigns each message its position, once and for ever, before the session sees it.
///
/// Positions are on disk before they are returned, so a history is never ahead of its ledger.
public actor MatrixLedger {
    private let connection: SQLiteConnection
    private var tables: LedgerTables
    /// Different for each new ledger: positions of one mean nothing to another.
    nonisolated let id: String
    nonisolated let user: ContactID
    /// Given after each sync response and page.
    private nonisolated let changed = Signal()

    /// Opens or creates the ledger of `user` in a file that only its owner can read.
    ///
    /// Moves a damaged ledger aside, under a name with the date, and begins another: the homeserver can repeat what it knew. Throws
    /// `SQLiteError`, or `LedgerError` for the ledger of another user or of a newer program.
    public init(path: String, user: ContactID, random: RandomSource, now: @escaping @Sendable () -> Date) throws {
        try self.init(path: path, user: user, random: random, now: now, diskFault: nil)
    }

    /// - Parameters:
    ///   - diskFault: called before every statement that may write; throws what the disk would. For simulations.
    ///   - script: SQL to run after opening. For simulations that plant bugs.
    package init(
        path: String,
        user: ContactID,
        random: RandomSource,
        now: @escaping @Sendable () -> Date,
        diskFault: (@Sendable () throws -> Void)?,
        planting script: String? = nil
    ) throws {
        let opened: (connection: SQLiteConnection, header: LedgerHeader)
        do { opened = try LedgerFile.openOrCreate(path, user: user, random: random, now: now()) } catch let error
            as SQLiteError
            where error.isCorruption || error.isInconsistency
        {
            try LedgerFile.setAside(path, now: now())
            opened = try LedgerFile.openOrCreate(path, user: user, random: random, now: now())
        }
        if let script { try opened.connection.execute(script) }
        opened.connection.injectedWriteError = diskFault
        connection = opened.connection
        (id, self.user) = (opened.header.id, user)
        tables = LedgerTables(opened.connection, user: user, base: opened.header.base, now: now)
        try tables.load()
    }

    /// Lends the tables to `body`, which only reads.
    func read<Value: Sendable>(_ body: @Sendable (LedgerTables) throws -> Value) throws -> Value { try body(tables) }

    /// Lends the tables to `body` for one transaction. If it throws, nothing has changed, on disk or in memory.
    func write<Value: Sendable>(_ body: @Sendable (inout LedgerTables) throws -> Value) throws -> Value {
        var changed = tables
        let value = try connection.transaction { try body(&changed) }
        tables = changed
        return value
    }

    /// Waits until `find` returns a value, now or after a sync response; returns nil when the caller is cancelled.
    func wait<Found: Sendable>(for find: @Sendable (LedgerTables) throws -> Found?) async throws -> Found? {
        while !Task.isCancelled {
            if let found = try find(tables) { return found }
            await changed.wait()
        }
        return nil
    }

    /// Stores a sync response in one transaction and returns its contents as updates.
    ///
    /// - Parameter since: the token from which the response was requested; nil for an initial sync.
    func apply(_ response: SyncResponse, since: String?) throws -> [ChatUpdate] {
        let updates = try write { try $0.apply(response, since: since) }
        tables.echoes.record(updates)
        changed.wakeAll()
        return updates
    }

    /// Stores a page of history in one transaction and returns it; see `LedgerTables`.
    func apply(
        page: [RoomEvent],
        state: [RoomEvent] = [],
        before position: Int64,
        end: String?,
        in room: Int64
    ) throws -> MessagePage {
        defer { changed.wakeAll() }
        return try write { try $0.apply(page: page, state: state, before: position, end: end, in: room) }
    }

    /// Stores members of a room whom the homeserver named beside sync; see `MemberTable`.
    func note(_ people: [(id: ContactID, name: String)], in chat: ChatID) throws {
        defer { changed.wakeAll() }
        try write { try $0.members.note(people, in: chat) }
    }

    /// Keeps the echo of a message from now on. Needs no disk.
    func expectEcho(of message: MessageID) { tables.echoes.expect(message) }
    func forgetEcho(of message: MessageID) { tables.echoes.forget(message) }

    /// Returns the positions of a chat's messages. For simulations that compare them with the server's order.
    package func places(in chat: ChatID) throws -> [MessageID: Position] {
        guard let room = try tables.rooms.room(chat) else { return [:] }
        return try tables.events.positions(in: room.key)
    }
}
