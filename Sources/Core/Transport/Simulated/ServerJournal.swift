public import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a simulated server keeps what it must not forget: a file of JSON lines that only grows.
///
/// Nothing is read or made before a server is started on it. Only one server may use it at a time.
public struct ServerJournal: Sendable {
    let file: URL

    public init(file: URL) {
        self.file = file
    }

    /// Reads every entry, then hands back the file, ready to go on.
    ///
    /// A last line without its end was never answered for: it is cut off. Throws a `JournalError` when the file cannot
    /// be opened, or `take` refuses an entry, or a line is none.
    func open(_ take: (JournalEntry) throws -> Void) throws -> JournalFile {
        let descriptor = file.withUnsafeFileSystemRepresentation { path in
            path.map { openFile($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) } ?? -1
        }
        guard descriptor >= 0 else {
            throw JournalError(file: file, line: nil, reason: String(cString: strerror(errno)))
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // It holds conversations: nobody else's business, whoever made the file.
        fchmod(descriptor, 0o600)
        let content = try handle.readToEnd() ?? Data()
        let end = content.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let decoder = JSONDecoder()
        for (index, line) in content[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().enumerated()
        {
            do {
                try take(try decoder.decode(JournalEntry.self, from: line))
            } catch {
                throw JournalError(file: file, line: index + 1, reason: Self.reason(for: error))
            }
        }
        return try JournalFile(handle, length: UInt64(end))
    }

    private static func reason(for error: any Error) -> String {
        if let fault = error as? ServerState.Fault { return fault.description }
        return "it is not an entry of this journal"
    }
}

/// Why a server could not start on its journal.
public struct JournalError: Error, CustomStringConvertible {
    public let file: URL
    /// The line at fault, from 1; nil when the whole file is.
    public let line: Int?
    /// A clause for people.
    public let reason: String

    public var description: String {
        guard let line else { return "The journal \(file.path) cannot be opened: \(reason)" }
        return "The journal \(file.path) is damaged in line \(line): \(reason); repair the line or move the file away"
    }
}

private func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
