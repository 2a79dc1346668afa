import Foundation

/// A journal open for writing.
struct JournalFile {
    private let handle: FileHandle
    private let encoder: JSONEncoder
    private var length: UInt64
    /// Whether something may stand behind the last whole line.
    private var isTorn = true

    /// Cuts off whatever stands behind `length` bytes.
    init(_ handle: FileHandle, length: UInt64) throws {
        self.handle = handle
        self.length = length
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try cutTornLine()
    }

    /// Writes one line. When that fails, what was written of it is cut off before the next.
    mutating func append(_ entry: JournalEntry) throws {
        let line = Data(Self.escaped(String(decoding: try encoder.encode(entry), as: UTF8.self)).utf8) + [0x0A]
        try cutTornLine()
        isTorn = true
        try handle.write(contentsOf: line)
        isTorn = false
        length += UInt64(line.count)
    }

    private mutating func cutTornLine() throws {
        guard isTorn else { return }
        try handle.truncate(atOffset: length)
        try handle.seek(toOffset: length)
        isTorn = false
    }

    /// JSON leaves some control characters and all direction marks as they are: whoever prints the file must not obey
    /// them. They can only stand inside strings, where an escape means the same.
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
