import CSystem
public import Foundation
import RuntimeKit

/// The durable state of a simulated server: a file of JSON lines that only grows.
///
/// Nothing is read or created before a server is started on it. Only one server may use it at a time.
public struct ServerJournal: Sendable {
    let file: URL

    public init(file: URL) {
        self.file = file
    }

    /// Applies every entry to `state`, then hands back the file, ready for more.
    ///
    /// A last line without its end was never acknowledged and is cut off. Throws a `JournalError` when the file cannot be used,
    /// or when a line is no entry that can follow those before it.
    func open(into state: inout ServerState) throws(JournalError) -> JournalFile {
        let handle = try openHandle()
        let content = try read(handle.fileDescriptor)
        let end = content.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let decoder = JSONDecoder()
        var digests = JournalDigests()
        for (index, line) in content[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().enumerated()
        {
            do {
                let new = try? decoder.decode(JournalEntry.self, from: line)
                let entry = try new ?? decoder.decode(OldJournalEntry.self, from: line).entry(in: state)
                try state.check(entry)
                state.apply(entry)
            } catch {
                throw .damaged(file, line: index + 1, reason: Self.reason(for: error))
            }
            digests.add(line)
        }
        return try JournalFile(file, handle, length: end, digests: digests)
    }

    /// Opens the file, which must be a regular one: reading a pipe would never end.
    private func openHandle() throws(JournalError) -> FileHandle {
        let descriptor = file.withUnsafeFileSystemRepresentation { path in
            path.map { openFile($0, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600) } ?? -1
        }
        guard descriptor >= 0 else { throw failure() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unusable(file, reason: "it is not a regular file") }
        // Restricts the file to its owner, because it contains conversations.
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

// The system's calls, under names that no method here has.

private func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}

private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

/// A journal that is open for writing.
///
/// A line is passed to the system at once, without waiting for the disk: a killed process loses nothing, and a power
/// cut may cost the last lines. Their positions are never reused (see `ServerLedger`).
struct JournalFile {
    private let file: URL
    private let handle: FileHandle
    private let encoder: JSONEncoder
    private var length: Int
    private(set) var digests: JournalDigests
    /// Whether a partial line may follow the last whole one.
    private var isTorn = true

    /// Cuts off everything after `length` bytes. Throws a `JournalError`.
    init(_ file: URL, _ handle: FileHandle, length: Int, digests: JournalDigests) throws(JournalError) {
        (self.file, self.handle, self.length, self.digests) = (file, handle, length, digests)
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try cutTornLine()
    }

    /// Writes one line. After a failure, throws a `JournalError`, and cuts off the partial line before the next one.
    mutating func append(_ entry: JournalEntry) throws {
        let line = Data(Self.escaped(String(decoding: try encoder.encode(entry), as: UTF8.self)).utf8) + [0x0A]
        try cutTornLine()
        isTorn = true
        try write(line)
        isTorn = false
        length += line.count
        digests.add(line.dropLast())
    }

    private func write(_ line: Data) throws(JournalError) {
        let isWritten = line.withUnsafeBytes { writeAll($0, to: handle.fileDescriptor, at: off_t(length)) }
        if !isWritten { throw failure() }
    }

    private mutating func cutTornLine() throws(JournalError) {
        guard isTorn else { return }
        guard ftruncate(handle.fileDescriptor, off_t(length)) == 0 else { throw failure() }
        isTorn = false
    }

    private func failure() -> JournalError {
        .unwritable(file, reason: String(cString: strerror(errno)))
    }

    /// Escapes the control characters and direction marks that JSON leaves as they are, so that a terminal does not
    /// obey them. They only occur inside strings, where an escape means the same.
    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isEscaped) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            if isEscaped(scalar) {
                text += String(format: "\\u%04x", scalar.value)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// A running digest for each line, which distinguishes journals of the same length.
struct JournalDigests {
    private var digests: [UInt32] = []
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a line by FNV-1a. Swift's own hash differs from run to run.
    mutating func add(_ line: some Sequence<UInt8>) {
        hash = line.reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        digests.append(UInt32(truncatingIfNeeded: hash >> 32 ^ hash))
    }

    /// Returns the digest up to a line; 0 before the first and after the last.
    func digest(ofFirst count: Int) -> UInt32 {
        digests.indices.contains(count - 1) ? digests[count - 1] : 0
    }
}

/// The reason why a server cannot continue its journal.
public enum JournalError: Error, Hashable, Sendable {
    /// The file cannot be opened or read.
    case unusable(URL, reason: String)
    /// The file cannot be written, usually because the disk is full.
    case unwritable(URL, reason: String)
    /// A line, counted from 1, is not an entry, or cannot follow those before it.
    case damaged(URL, line: Int, reason: String)
}
