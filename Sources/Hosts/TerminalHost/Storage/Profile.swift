import ChatStore
import Foundation
import Transport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where one person's data lives.
struct Profile: Equatable, Sendable {
    static let standardName = "default"

    let directory: URL

    /// `--data-dir`, else `$XDG_DATA_HOME/viperchat`, else `~/.local/share/viperchat`; in it, a directory for each name.
    init(dataDirectory: String?, name: String?, environment: [String: String]) {
        let base =
            if let dataDirectory {
                URL(filePath: dataDirectory, directoryHint: .isDirectory)
            } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
                // The XDG specification has relative paths ignored.
                URL(filePath: data, directoryHint: .isDirectory).appending(path: "viperchat")
            } else {
                Self.home(environment).appending(path: ".local/share/viperchat")
            }
        directory = base.appending(path: name ?? Self.standardName, directoryHint: .isDirectory)
    }

    /// `$HOME`, as a shell's `~` is, or what the system knows of the account.
    private static func home(_ environment: [String: String]) -> URL {
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            return FileManager.default.homeDirectoryForCurrentUser
        }
        return URL(filePath: home, directoryHint: .isDirectory)
    }

    var history: HistoryFile { HistoryFile(directory.appending(path: "history.sqlite")) }
    var journal: ServerJournal { ServerJournal(file: directory.appending(path: "server.journal")) }

    var hasHistory: Bool { FileManager.default.fileExists(atPath: history.url.path) }

    /// How long the simulated server's journal is, in bytes; 0 where there is none.
    var journalLength: UInt64 {
        let journal = directory.appending(path: "server.journal").path
        let attributes = try? FileManager.default.attributesOfItem(atPath: journal)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }

    /// Whether another process is chatting on it.
    var isInUse: Bool {
        if case StorageError.inUse? = Result(catching: { _ = try lock() }).failure { true } else { false }
    }

    /// Makes the directory, readable by its owner alone. Throws `StorageError`.
    func prepare() throws {
        do {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StorageError.noDirectory(
                path: directory.path,
                reason: "it is no directory, and none can be made there"
            )
        }
    }

    /// Claims the profile for this process. Throws `StorageError.inUse` while another one has it.
    func lock() throws -> ProfileLock {
        let descriptor = open(directory.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // Where no file can be made nobody can write, so there is nothing to lock out.
            if errno == EROFS || errno == EACCES { return ProfileLock(descriptor: nil) }
            throw StorageError.noDirectory(path: directory.path, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StorageError.inUse(path: directory.path)
        }
        return ProfileLock(descriptor: descriptor)
    }
}

/// Keeps other processes from chatting on a profile: until it is released, or the process ends in whatever way.
final class ProfileLock: Sendable {
    private let descriptor: Int32?

    fileprivate init(descriptor: Int32?) {
        self.descriptor = descriptor
    }

    deinit {
        if let descriptor { close(descriptor) }
    }
}

/// Why a profile cannot be used.
enum StorageError: Error, Equatable, CustomStringConvertible {
    case inUse(path: String)
    case noDirectory(path: String, reason: String)
    case nothingThere(path: String)

    var description: String {
        switch self {
        case .inUse(let path):
            "another viperchat is chatting on \(path); leave it first, or choose another --profile"
        case .noDirectory(let path, let reason):
            "cannot use \(path): \(reason); choose another --data-dir"
        case .nothingThere(let path):
            "there is no history yet in \(path); start viperchat there once, or name another --data-dir or --profile"
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .inUse: .tempFail
        case .noDirectory: .cannotCreate
        case .nothingThere: .noInput
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
