package import ChatTypes
import SQLiteKit

/// A user of whom a request to their server brought nothing, and how long nothing waits for them.
package struct RequestFailure: Hashable, Sendable {
    /// The kind of answer that was asked for.
    package enum Kind: Int64, Sendable {
        case devices
        /// Keys to begin sessions with.
        case keys
    }

    package let kind: Kind
    package let user: ContactID
    /// The pause in seconds, from `since` on.
    package let pause: Int64
    package let since: Int64

    package init(_ kind: Kind, of user: ContactID, pause: Int64, since: Int64) {
        (self.kind, self.user, self.pause, self.since) = (kind, user, pause, since)
    }
}

/// The table `failure`: servers that did not answer, for the next process.
struct FailureTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The failures that are returned.
    private static let limit = 20_000
    /// The time after which a failure is forgotten, in seconds.
    private static let memory: Int64 = 24 * 3600

    /// Returns the failures of the last day.
    func recent(at second: Int64) throws -> [RequestFailure] {
        try connection.rows(
            "SELECT kind, user, pause, since FROM failure WHERE since BETWEEN ?1 - ?2 AND ?1 ORDER BY kind, user LIMIT ?3",
            second,
            Self.memory,
            Self.limit
        ) { row -> RequestFailure? in
            RequestFailure.Kind(rawValue: row.integer(0)).map {
                RequestFailure($0, of: row.identifier(1), pause: row.integer(2), since: row.integer(3))
            }
        }.compactMap(\.self)
    }

    /// Deletes the failures that `recent(at:)` leaves out.
    func deleteOld(at second: Int64) throws {
        try connection.run("DELETE FROM failure WHERE since NOT BETWEEN ?1 - ?2 AND ?1", second, Self.memory)
    }

    /// Stores a failure in place of the one before.
    func set(_ failure: RequestFailure) throws {
        try connection.run(
            "INSERT OR REPLACE INTO failure(kind, user, pause, since) VALUES (?, ?, ?, ?)",
            failure.kind.rawValue,
            failure.user.stored,
            failure.pause,
            failure.since
        )
    }

    func delete(_ user: ContactID, _ kind: RequestFailure.Kind) throws {
        try connection.run("DELETE FROM failure WHERE kind = ? AND user = ?", kind.rawValue, user.stored)
    }
}

extension EncryptionMachine {
    /// Stores for how many seconds nothing waits for users, from now on, and forgets others; see `failures`.
    package func setFailures(
        _ kind: RequestFailure.Kind,
        _ pauses: [(user: ContactID, seconds: Int64)],
        forgetting answered: [ContactID]
    ) throws {
        try write { _ in
            let table = FailureTable(connection)
            try table.deleteOld(at: second)
            for user in answered { try table.delete(user, kind) }
            for (user, pause) in pauses { try table.set(RequestFailure(kind, of: user, pause: pause, since: second)) }
        }
    }
}
