import Synchronization
import Transport

extension PlantedFault {
    /// What it changes of the files in the history.
    var fileScript: String? {
        switch self {
        case .eagerFetch:
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.mine = 0 AND NEW.file_name IS NOT NULL
            BEGIN
                INSERT OR IGNORE INTO file(chat, message, name, is_here) VALUES (NEW.chat, NEW.id, 'eager-' || NEW.key, 0);
            END
            """
        case .forgottenWish: "DELETE FROM file WHERE is_here = 0"
        case .hereBeforeWhole:
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.file WHEN NEW.is_here = 0
            BEGIN
                UPDATE file SET is_here = 1 WHERE chat = NEW.chat AND message = NEW.message;
            END
            """
        default: nil
        }
    }

    /// What it puts between the app and its folder of files.
    func folder(around folder: any FileFolder) -> any FileFolder {
        switch self {
        case .keptBytes: KeepingFolder(inner: folder)
        case .unsyncedFiles: HastyFolder(inner: folder)
        case .partMisplaced: MisplacingFolder(inner: folder)
        default: folder
        }
    }
}

/// Removes nothing.
struct KeepingFolder: ForwardingFolder {
    let inner: any FileFolder

    func remove(_ name: String) {}
}

/// Says at once that what was written stays.
struct HastyFolder: ForwardingFolder {
    let inner: any FileFolder

    func synchronize(_ name: String) {}
}

/// Puts every part but the first a little too early.
struct MisplacingFolder: ForwardingFolder {
    let inner: any FileFolder

    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        try inner.write(bytes, to: name, at: max(0, offset - 1))
    }
}

/// Gives a file another id with each attempt to bring it.
final class ForgetfulUploads: ForwardingService {
    let inner: SeverableTransport
    private let attempts = Mutex(0)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        let again = OutgoingFile(
            id: MessageID("\(file.id) attempt \(attempt)"),
            chat: file.chat,
            name: file.name,
            type: file.type,
            byteCount: file.byteCount,
            digest: file.digest
        )
        return try await inner.upload(again, reading: read)
    }
}

/// Reads all of a file before any of it is sent: so nothing stops it any more.
struct DeafUploads: ForwardingService {
    let inner: SeverableTransport

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        var bytes: [UInt8] = []
        while bytes.count < file.byteCount { bytes += try await read(Int64(bytes.count), Limits.filePartBytes) }
        let all = bytes
        return try await inner.upload(file) { offset, count in Array(all.dropFirst(Int(offset)).prefix(count)) }
    }
}

/// Begins anew with each attempt to fetch a file, and says that it goes on.
struct RestartingDownloads: ForwardingService {
    let inner: SeverableTransport

    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        try await inner.download(file, from: 0, receive)
    }
}
