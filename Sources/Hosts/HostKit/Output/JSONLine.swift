package import ChatTypes
import Foundation

/// A value as JSON on one line, with sorted keys and plain slashes, safe on a terminal.
///
/// Escapes controls, line and paragraph separators, direction marks and other invisible characters, which parse back
/// to the exact text. Keeps the joiners, which shape visible text.
package enum JSONLine {
    /// - Parameter account: the value of a further key `account`; nil for none.
    package static func text(of value: some Encodable, account: AccountName? = nil) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data =
            try account.map { try encoder.encode(AccountValue(value: value, account: $0)) } ?? encoder.encode(value)
        return escape(String(decoding: data, as: UTF8.self))
    }

    /// All characters that need escaping are within strings, since the rest of JSON is ASCII.
    private static func escape(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: needsEscape) else { return json }
        var escaped = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if needsEscape(scalar) {
                // Outside the basic plane, JSON escapes both surrogates.
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    let zeros = String(repeating: "0", count: 4 - digits.count)
                    escaped.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
                }
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x20...0x7E: false
        // Tags and further selectors can hold a whole text that nobody sees.
        case 0xE0000...0xE0FFF: true
        default: scalar.isHidden && !scalar.isJoiner && !scalar.isSelector
        }
    }
}

/// An object with a further key for an account.
private struct AccountValue<Value: Encodable>: Encodable {
    let value: Value
    let account: AccountName

    private enum Key: String, CodingKey { case account }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(account, forKey: .account)
    }
}
