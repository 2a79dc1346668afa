import CSQLite
import CSystem
public import ChatTypes
public import Foundation
import SQLiteKit

/// The file that a history lives in, and what to do when it turns out to be broken.
public struct HistoryFile: Sendable {
    /// Where the database is, or is to be made; its log and its folder of files lie beside it.
    public let url: URL

    /// Names the file; nothing is opened or made yet.
    public init(_ url: URL) {
        self.url = url
    }

    /// A history that is ready to use.
    public struct Opened {
        /// The history itself; where there is a `readOnlyReason`, every write throws.
        public let database: ChatDatabase
        /// Where the old file is, when it was damaged and a new one had to be begun.
        public let setAside: URL?
        /// Why nothing can be written, when the history could only be opened for reading.
        public let readOnlyReason: StorageProblem?
    }

    /// Opens the history for reading and writing, and makes it if there is none; readable by its owner alone.
    ///
    /// A file of which only the full-text index is damaged is mended. One with other damage is moved aside under a name with
    /// the date, never deleted, and an empty history begun in its place. One that cannot be written to is opened for reading; a
    /// damaged one, too, where nothing can be changed. Throws `SQLiteError` or `ChatDatabaseError` when none is possible.
    public func open(at now: Date) throws -> Opened {
        try refuseOthersThanFiles()
        makePrivate()
        if isMarkedDamaged { return try mendOrReplace(at: now) }
        do {
            return Opened(database: try openChecked(), setAside: nil, readOnlyReason: nil)
        } catch let error as SQLiteError where error.isCorruption {
            return try mendOrReplace(at: now)
        } catch let error as SQLiteError where error.isRefusalToWrite {
            return try openReadOnly(because: error)
        }
    }

    private func openReadOnly(because error: SQLiteError) throws -> Opened {
        let database = try readable { try ChatDatabase(reading: $0) }
        return Opened(database: database, setAside: nil, readOnlyReason: error.problem)
    }

    /// Opens the history for reading only, beside a process that may be writing it. Throws `SQLiteError` or
    /// `ChatDatabaseError`.
    public func openForReading() throws -> HistoryReader {
        try refuseOthersThanFiles()
        return try readable { try HistoryReader(opening: $0, onCorruption: markDamaged) }
    }

    /// A write-ahead log wants a file beside it even for reading; where none can be made, nothing is written either.
    private func readable<Value>(_ open: (SQLiteConnection.Place) throws -> Value) throws -> Value {
        do { return try open(.file(path: url.path)) } catch let error as SQLiteError
            where error.isRefusalToWrite && FileManager.default.fileExists(atPath: url.path)
        {
            return try open(.immutableFile(path: url.path))
        }
    }

    /// Reads the first page of everything that screens begin with, so that damage shows here and not later.
    private func openChecked() throws -> ChatDatabase {
        let database = try ChatDatabase(.file(path: url.path), onCorruption: markDamaged)
        // With its log beside it, a file that takes no changes can be opened all the same, and would refuse the first one.
        guard !database.connection.isReadOnly else {
            throw SQLiteError(code: SQLITE_READONLY, message: "the file takes no changes", statement: "")
        }
        try database.read { reader in
            _ = try reader.chats(limit: 1)
            _ = try reader.unreadCount()
            try reader.findNewest()
        }
        return database
    }

    private func mendOrReplace(at now: Date) throws -> Opened {
        do {
            try Mending.run(url.path)
            let database = try openChecked()
            try? FileManager.default.removeItem(at: damageMark)
            return Opened(database: database, setAside: nil, readOnlyReason: nil)
        } catch let error as SQLiteError where error.isCorruption || error.isRefusalToWrite {
            do {
                let setAside = try moveAside(at: now)
                return Opened(database: try openChecked(), setAside: setAside, readOnlyReason: nil)
            } catch let obstacle as ChatDatabaseError where error.isRefusalToWrite {
                // Where nothing can be changed, what can be read still is.
                do { return try openReadOnly(because: error) } catch { throw obstacle }
            }
        }
    }

    private func moveAside(at now: Date) throws -> URL {
        let manager = FileManager.default
        let stamp = now.formatted(.iso8601.timeSeparator(.omitted))
        let names = (1...).lazy.map { "\(url.lastPathComponent).damaged-\(stamp)\($0 == 1 ? "" : "-\($0)")" }
        let folder = url.deletingLastPathComponent()
        let target = names.map { folder.appending(path: $0) }.first { !manager.fileExists(atPath: $0.path) } ?? url
        for suffix in ["-wal", "-shm", SQLiteConnection.Place.filesSuffix, ""]
        where manager.fileExists(atPath: url.path + suffix) {
            guard rename(url.path + suffix, target.path + suffix) == 0 else {
                throw ChatDatabaseError.cannotSetAside(path: url.path, reason: String(cString: strerror(errno)))
            }
        }
        try? manager.removeItem(at: damageMark)
        return target
    }

    private var damageMark: URL { URL(filePath: url.path + ".is-damaged") }

    private var isMarkedDamaged: Bool { FileManager.default.fileExists(atPath: damageMark.path) }

    /// Damage that shows only while the app runs is remembered for the next start.
    private func markDamaged() {
        _ = FileManager.default.createFile(
            atPath: damageMark.path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
    }
}
