import CSystem
public import Foundation

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
    /// be used, or `apply` refuses an entry, or a line is none.
    func open(_ apply: (JournalEntry) throws -> Void) throws(JournalError) -> JournalFile {
        let handle = try openHandle()
        let content = try read(handle.fileDescriptor)
        let end = content.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let decoder = JSONDecoder()
        var digests = LineDigests()
        for (index, line) in content[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().enumerated()
        {
            do {
                let entry = try? decoder.decode(JournalEntry.self, from: line)
                try apply(try entry ?? decoder.decode(OldJournalEntry.self, from: line).entry)
            } catch {
                throw .damaged(file, line: index + 1, reason: Self.reason(for: error))
            }
            digests.add(line)
        }
        return try JournalFile(file, handle, length: end, digests: digests)
    }

    /// What stands there must be a file: at a pipe in its place one would wait for ever.
    private func openHandle() throws(JournalError) -> FileHandle {
        let descriptor = file.withUnsafeFileSystemRepresentation { path in
            path.map { openFile($0, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600) } ?? -1
        }
        guard descriptor >= 0 else { throw failure() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unusable(file, reason: "it is not a regular file") }
        // It holds conversations: its owner's business alone, whatever made the file.
        fchmod(descriptor, 0o600)
        return handle
    }

    private func read(_ descriptor: Int32) throws(JournalError) -> Data {
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readFile(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            guard count > 0 else { return content }
            content += buffer[..<count]
        }
    }

    private func failure() -> JournalError {
        .unusable(file, reason: String(cString: strerror(errno)))
    }

    private static func reason(for error: any Error) -> String {
        if let fault = error as? ServerState.Fault { return fault.description }
        return "it is not an entry of this journal"
    }
}

// The system's calls, where a method of ours has the same name.

private func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
