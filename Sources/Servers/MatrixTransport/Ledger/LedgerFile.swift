import CSystem
import ChatTypes
import Foundation
import RuntimeKit
import SQLiteKit

/// The id and the lowest position of a ledger.
struct LedgerHeader {
    let id: String
    let base: Int64
}

/// A file that cannot be used as a ledger.
public enum LedgerError: Error, Hashable, Sendable {
    /// The ledger belongs to another account.
    case otherUser(String)
    /// A newer version of the program has written the ledger.
    case newerVersion
}

extension LedgerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .otherUser(let user): "the data directory belongs to the account \(user)"
        case .newerVersion: "the data directory was written by a newer version of this program"
        }
    }
}

/// The file of a ledger.
enum LedgerFile {
    static func openOrCreate(
        _ path: String,
        user: ContactID,
        random: RandomSource,
        now: Date
    ) throws -> (connection: SQLiteConnection, header: LedgerHeader) {
        makePrivate(path)
        let connection = try SQLiteConnection(.file(path: path), isWritable: true)
        let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        guard version <= LedgerSchema.version else { throw LedgerError.newerVersion }
        for migration in LedgerSchema.migrations.dropFirst(max(0, Int(version) - 1)) where version > 0 {
            try connection.execute(migration)
        }
        try connection.execute(LedgerSchema.script)
        try connection.run(
            "INSERT OR IGNORE INTO ledger(key, id, user, base) VALUES (1, ?, ?, ?)",
            random.hexadecimalDigits(wordCount: 1),
            user.rawValue,
            base(at: now)
        )
        let kept = try connection.first("SELECT id, user, base FROM ledger") { row in
            (header: LedgerHeader(id: row.text(0), base: row.integer(2)), user: row.text(1))
        }
        guard let kept else { throw SQLiteError(code: SQLiteError.corrupt, message: "no ledger", statement: "") }
        guard ContactID(kept.user) == user else { throw LedgerError.otherUser(kept.user) }
        return (connection, kept.header)
    }

    /// Returns the lowest position of a new ledger. Each second since 2020 has positions for one limited timeline in each room, so a
    /// later ledger begins above an earlier one, until 2054.
    private static func base(at now: Date) -> Int64 {
        let seconds = min(max(now.timeIntervalSince1970 - 1_577_836_800, 0), 1_073_741_824)
        return (Int64(seconds) + 1) * EventTable.gapWidth
    }

    static func setAside(_ path: String, now: Date) throws {
        let stamp = now.formatted(.iso8601.timeSeparator(.omitted))
        for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: "\(path).damaged-\(stamp)\(suffix)")
        }
    }

    /// Creates the file before SQLite does, which gives its companion files the same mode.
    private static func makePrivate(_ path: String) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) } else { chmod(path, 0o600) }
    }
}
