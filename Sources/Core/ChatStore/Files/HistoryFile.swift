import CSQLite
import CSystem
public import Foundation
public import RuntimeKit
import SQLiteKit

/// The file of a history, including its repair.
public struct HistoryFile: Sendable {
    /// The database; its log and its folder of files are beside it.
    public let url: URL

    /// Names the file without opening or creating anything.
    public init(_ url: URL) {
        self.url = url
    }

    /// A history that is ready to use.
    public struct Opened {
        /// The history. Every write throws if there is a `readOnlyReason`.
        public let database: ChatDatabase
        /// The damaged file that was set aside for a new history; nil normally.
        public let setAside: URL?
        /// The reason why the history could only be opened for reading; nil normally.
        public let readOnlyReason: StorageProblem?
    }

    /// Opens the history for reading and writing, and creates it if necessary, readable by its owner alone.
    ///
    /// Repairs a file of which only indexes are damaged. Renames a file with other damage, with the date
    /// in the name, and starts an empty history; never deletes one. Opens a file that is not writable for reading,
    /// also a damaged one in a place that cannot be changed. Throws `SQLiteError` or `ChatDatabaseError` if none of
    /// that is possible.
    public func open(at now: Date) throws -> Opened {
        try refuseOthersThanFiles()
        makePrivate()
        if isMarkedDamaged { return try mendOrReplace(at: now) }
        do {
            return Opened(database: try openChecked(), setAside: nil, readOnlyReason: nil)
        } catch let error as SQLiteError where error.isCorruption {
            return try mendOrReplace(at: now)
        } catch let error as SQLiteError where error.isNotWritable {
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

    /// Opens the file without its write-ahead log if that cannot be created, in which case nobody writes either.
    private func readable<Value>(_ open: (SQLiteConnection.Location) throws -> Value) throws -> Value {
        do { return try open(.file(path: url.path)) } catch let error as SQLiteError
            where error.isNotWritable && FileManager.default.fileExists(atPath: url.path)
        {
            return try open(.immutableFile(path: url.path))
        }
    }

    /// Opens the history and reads the first page of all that screens show first, so that damage is noticed here.
    private func openChecked() throws -> ChatDatabase {
        let database = try ChatDatabase(.file(path: url.path), onCorruption: markDamaged)
        // A file that takes no changes can be opened if its log exists, but would refuse the first change.
        guard !database.connection.isReadOnly else {
            throw SQLiteError(code: SQLITE_READONLY, message: "the file takes no changes", statement: "")
        }
        try database.read { reader in
            _ = try reader.chats(limit: 1)
            _ = try reader.unreadCount()
            try reader.checkNewestRows()
            try reader.findNewest()
        }
        return database
    }

    private func mendOrReplace(at now: Date) throws -> Opened {
        do {
            try Repair.run(url.path)
            let database = try openChecked()
            try? FileManager.default.removeItem(at: damageMark)
            return Opened(database: database, setAside: nil, readOnlyReason: nil)
        } catch let error as SQLiteError where error.isCorruption || error.isNotWritable {
            do {
                let setAside = try moveAside(at: now)
                return Opened(database: try openChecked(), setAside: setAside, readOnlyReason: nil)
            } catch let obstacle as ChatDatabaseError where error.isNotWritable {
                // Reads as much as possible if nothing can be changed.
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
        for suffix in ["-wal", "-shm", SQLiteConnection.Location.filesSuffix, ""]
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

    /// Remembers damage that is noticed while the app runs, for the next start.
    private func markDamaged() {
        _ = FileManager.default.createFile(
            atPath: damageMark.path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
    }
}

extension HistoryFile {
    /// Throws `ChatDatabaseError.noFile` for a pipe or a device, which would block for ever.
    func refuseOthersThanFiles() throws {
        for path in paths {
            guard let mode = Self.mode(of: path) else { continue }
            let kind: String? =
                switch mode & S_IFMT {
                case S_IFREG: nil
                case S_IFDIR: "a directory"
                case S_IFIFO: "a named pipe"
                case S_IFSOCK: "a socket"
                default: "a device"
                }
            if let kind { throw ChatDatabaseError.noFile(path: path, kind: kind) }
        }
    }

    /// Restricts the history and its files, existing or new, to the owner.
    ///
    /// Uses paths: closing a file that SQLite has open in this process would release SQLite's locks on it.
    func makePrivate() {
        if Self.mode(of: url.path) == nil { makeFile(at: url.path) }
        for path in paths {
            if let mode = Self.mode(of: path), mode & 0o077 != 0 { chmod(path, mode & 0o700) }
        }
        let folder = url.path + SQLiteConnection.Location.filesSuffix
        var status = stat()
        // A link leads to somebody else's folder.
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        if status.st_mode & 0o077 != 0 { chmod(folder, status.st_mode & 0o700) }
    }

    /// The history's file, and those that SQLite keeps beside it.
    private var paths: [String] { ["", "-wal", "-shm"].map { url.path + $0 } }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }
}

/// Creates an empty file for its owner alone, unless it exists. SQLite reports what prevents that.
private func makeFile(at path: String) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
}

/// The repair of a history of which only indexes are damaged.
///
/// Rebuilds them from the rows: drops the full-text indexes, which opening the history makes again. This keeps outbox, drafts and gaps, which no server
/// could restore.
enum Repair {
    /// Repairs the file. Throws `SQLiteError`: corruption if anything else cannot be read. Throws
    /// `ChatDatabaseError.newerVersion` before any change. Cost: linear in the history, which is copied.
    static func run(_ path: String) throws {
        let connection = try SQLiteConnection(.file(path: path), isWritable: true)
        _ = try Schema.foundVersion(connection)
        connection.setDefensive(false)
        // Avoids `DROP TABLE`, which would read the damaged pages. They are left behind when the rest is copied.
        let names =
            (SchemaText.shadowTables + SchemaText.textIndexNames + SchemaText.textIndexNames.map { "\($0)_docsize" })
            .map { "'\($0)'" }
        try connection.execute(
            """
            PRAGMA writable_schema = ON;
            DELETE FROM sqlite_schema WHERE tbl_name IN (\(names.joined(separator: ", ")));
            PRAGMA writable_schema = RESET;
            """
        )
        // `VACUUM` copies an index as it is, even one that differs from its table.
        do { try connection.execute("REINDEX; VACUUM") } catch let error as SQLiteError where error.isInconsistency {
            throw Schema.damage(error.message)
        }
    }
}
