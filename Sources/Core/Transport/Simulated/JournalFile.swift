import CSystem
import Foundation
import RuntimeKit

/// A journal open for writing.
///
/// A line is handed to the system at once, and the disk is never waited for: a process that is killed loses nothing, and
/// a power cut may cost the last lines. No position is given out twice for it (see `ServerLedger`).
struct JournalFile {
    private let file: URL
    private let handle: FileHandle
    private let encoder: JSONEncoder
    private var length: Int
    private(set) var digests: LineDigests
    /// Whether something may stand behind the last whole line.
    private var isTorn = true

    /// Cuts off whatever stands behind `length` bytes. Throws a `JournalError`.
    init(_ file: URL, _ handle: FileHandle, length: Int, digests: LineDigests) throws(JournalError) {
        (self.file, self.handle, self.length, self.digests) = (file, handle, length, digests)
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try cutTornLine()
    }

    /// Writes one line. When that fails, what was written of it is cut off before the next, and a `JournalError` thrown.
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
        let isWritten = line.withUnsafeBytes { writeWhole($0, to: handle.fileDescriptor, at: off_t(length)) }
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

    /// JSON leaves some control characters and all direction marks as they are: a terminal that the file is printed on must
    /// not obey them. They can only stand inside strings, where an escape means the same.
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
