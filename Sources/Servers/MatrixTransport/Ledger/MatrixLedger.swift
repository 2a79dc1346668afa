public import ChatTypes
public import Foundation
public import RuntimeKit
import SQLiteKit

/// The adapter's memory: it gives each message its place, once and for ever, before anything else hears of it.
///
/// What it has given away is on disk before, so a history is never ahead of its ledger.
public actor MatrixLedger {
    let connection: SQLiteConnection
    /// Another one for each ledger that was ever begun: the places of one mean nothing to another.
    nonisolated let id: String
    let user: ContactID
    /// Where the places of this ledger begin: above all that an earlier one, now lost, can have given.
    let base: Int64
    let now: @Sendable () -> Date

    /// What stray receipts have turned out to be for, until the session has kept it.
    var settled: [SettledReceipt] = []
    /// What was taken back before it came: a page that is under way may still say it.
    private var takenBack: [(event: MessageID, room: Int64)] = []
    /// What became of the messages that are being sent, as far as news has brought it.
    private var echoes: [MessageID: Message?] = [:]
    /// The rooms whose members are being asked for, while no gap opens in them.
    var asking: Set<Int64> = []
    /// Given when news has been taken in.
    private nonisolated let news = Signal()

    /// Opens the ledger of `user`, or begins one, in a file that its owner alone can read.
    ///
    /// One that is damaged is moved aside, under a name with the date, and another begun: what it knew, the homeserver can say
    /// again. Throws `SQLiteError`, or `LedgerError` for the ledger of another user or of a newer program.
    public init(path: String, user: ContactID, random: RandomSource, now: @escaping @Sendable () -> Date) throws {
        try self.init(path: path, user: user, random: random, now: now, diskFault: nil)
    }

    /// - Parameter diskFault: asked before every statement that may write; what it throws is thrown instead. For simulating
    ///   failing disks.
    /// - Parameter script: run as it is. For simulations that plant faults.
    package init(
        path: String,
        user: ContactID,
        random: RandomSource,
        now: @escaping @Sendable () -> Date,
        diskFault: (@Sendable () throws -> Void)?,
        planting script: String? = nil
    ) throws {
        let opened: (connection: SQLiteConnection, header: LedgerHeader)
        do { opened = try LedgerFile.begin(path, user: user, random: random, now: now()) } catch let error
            as SQLiteError
            where error.isCorruption
        {
            try LedgerFile.setAside(path, now: now())
            opened = try LedgerFile.begin(path, user: user, random: random, now: now())
        }
        if let script { try opened.connection.execute(script) }
        opened.connection.writeFault = diskFault
        connection = opened.connection
        (id, self.user, base, self.now) = (opened.header.id, user, opened.header.base, now)
    }

    /// From now on the echo of a message is kept for what waits for it.
    func expectEcho(of message: MessageID) { echoes[message] = .some(nil) }
    func forgetEcho(of message: MessageID) { echoes[message] = nil }
    func echo(of message: MessageID) -> Message? { echoes[message] ?? nil }

    func noteTakenBack(_ event: MessageID, in room: Int64) {
        takenBack = takenBack.suffix(999) + [(event, room)]
    }

    func isTakenBack(_ event: MessageID, in room: Int64) -> Bool {
        takenBack.contains { $0.event == event && $0.room == room }
    }

    /// Tells what waits for news that some has been taken in.
    func announce(_ updates: [ChatUpdate]) {
        if !echoes.isEmpty {
            for message in updates.lazy.flatMap(\.messages) where echoes[message.id] != nil {
                echoes[message.id] = .some(message)
            }
        }
        news.give()
    }

    /// Waits until `find` finds something, now or when news is taken in; nil when the caller is cancelled.
    func wait<Found: Sendable>(for find: (isolated MatrixLedger) throws -> Found?) async throws -> Found? {
        while !Task.isCancelled {
            if let found = try find(self) { return found }
            await news.wait()
        }
        return nil
    }
}
