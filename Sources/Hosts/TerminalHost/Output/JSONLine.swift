import Foundation

/// A value as JSON on one line, with sorted keys and plain slashes, safe on a terminal.
///
/// Escapes controls, line and paragraph separators, direction marks and other invisible characters, which parse back
/// to the exact text. Keeps the joiners, which shape visible text.
enum JSONLine {
    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escape(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// All characters that need escaping are within strings, since the rest of JSON is ASCII.
    private static func escape(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: needsEscape) else { return json }
        var escaped = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if needsEscape(scalar) {
                let digits = String(scalar.value, radix: 16)
                escaped.append(
                    contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
                )
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// All of them are in the basic plane, so one escape suffices.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }
}
