import CSQLite
public import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that a history lives in, and what to do when it turns out to be broken.
public struct HistoryFile: Sendable {
    public let url: URL

    public init(_ url: URL) {
        self.url = url
    }

    /// A history that is ready to use.
    public struct Opened {
        public let database: ChatDatabase
        /// Where the old file is, when it was damaged and a new one had to be begun.
        public let setAside: URL?
        /// Why nothing can be written, when the history could only be opened for reading.
        public let readOnlyReason: String?
    }

    /// Opens the history for reading and writing, and makes it if there is none.
    ///
    /// A damaged file is moved aside under a name with the date, never deleted, and an empty history begun in its place.
    /// One that cannot be written to is opened for reading. Throws `SQLiteError` or `ChatDatabaseError` when neither is
    /// possible.
    public func open(at now: Date) throws -> Opened {
        if isMarkedDamaged { return try replaceDamaged(at: now) }
        do {
            return Opened(database: try openChecked(), setAside: nil, readOnlyReason: nil)
        } catch let error as SQLiteError where error.isCorruption {
            return try replaceDamaged(at: now)
        } catch let error as SQLiteError where error.isRefusalToWrite {
            return Opened(database: try openForReading(), setAside: nil, readOnlyReason: error.description)
        }
    }

    /// Opens the history for reading only, beside whoever writes it. Throws `SQLiteError` or `ChatDatabaseError`.
    public func openForReading() throws -> ChatDatabase {
        do {
            return try ChatDatabase(reading: url.path)
        } catch let error as SQLiteError
            where error.isRefusalToWrite && FileManager.default.fileExists(atPath: url.path)
        {
            // A write-ahead log wants a file beside it even for reading; where none can be made, nobody writes either.
            return try ChatDatabase(reading: url.path, isImmutable: true)
        }
    }

    /// Reads the first page of everything that screens begin with, so that damage shows here and not later.
    private func openChecked() throws -> ChatDatabase {
        let database = try ChatDatabase(.file(path: url.path))
        database.onCorruption = { [self] in markDamaged() }
        // With its log beside it, a file that takes no changes can be opened all the same, and would refuse the first one.
        guard !database.connection.isReadOnly else {
            throw SQLiteError(code: SQLITE_READONLY, message: "the file takes no changes", statement: "")
        }
        _ = try database.chats(limit: 1)
        _ = try database.unreadCount()
        return database
    }

    private func replaceDamaged(at now: Date) throws -> Opened {
        let setAside = try moveAside(at: now)
        return Opened(database: try openChecked(), setAside: setAside, readOnlyReason: nil)
    }

    private func moveAside(at now: Date) throws -> URL {
        let manager = FileManager.default
        let stamp = now.formatted(.iso8601.timeSeparator(.omitted))
        let names = (1...).lazy.map { "\(url.lastPathComponent).damaged-\(stamp)\($0 == 1 ? "" : "-\($0)")" }
        let folder = url.deletingLastPathComponent()
        let target = names.map { folder.appending(path: $0) }.first { !manager.fileExists(atPath: $0.path) } ?? url
        for suffix in ["-wal", "-shm", ""] where manager.fileExists(atPath: url.path + suffix) {
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
