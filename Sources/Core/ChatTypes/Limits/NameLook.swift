import Foundation

/// The look of a name: one key for all names that a person can mistake for each other.
///
/// Ignores case, the width and number of blanks, the width and style of letters, and signs that nobody sees. Takes letters of other
/// alphabets, and digits, for the Latin letters that they look like. Accents distinguish names: José is not Jose.
public enum NameLook {
    /// Returns the key. Cost: linear in the name.
    public static func key(of name: String) -> String {
        let plain = ContactName.key(of: name.precomposedStringWithCompatibilityMapping)
        if plain.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) { return joined(plain) }
        var scalars = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars where !scalar.isUnseen {
            if !scalar.properties.isWhitespace {
                scalars.append(scalar)
            } else if !scalars.isEmpty, scalars.last != " " {
                scalars.append(" ")
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        return joined(String(scalars))
    }

    /// Replaces each letter by the one that it looks like, and pairs that look like one letter.
    private static func joined(_ text: String) -> String {
        var latin = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let letter = lookalikes[scalar] ?? scalar
            switch (latin.last, letter) {
            case ("r"?, "n"): latin.replaceLast(by: "m")
            case ("v"?, "v"): latin.replaceLast(by: "w")
            default: latin.append(letter)
            }
        }
        return String(latin)
    }

    /// The letters that look like a Latin one, in lower case or in the capital of which they are the small form.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let letters: [(Unicode.Scalar, String)] = [
            ("a", "аαɑᴀ"), ("b", "вβьʙᏼ"), ("c", "сϲᴄ"), ("d", "ԁᴅ"), ("e", "еεєᴇҽ"), ("f", "ϝ"), ("g", "ɡԍ"),
            ("h", "һнηʜ"),
            ("i", "іιıɩӏl1|ǀ"), ("j", "јϳ"), ("k", "кκᴋ"), ("m", "мᴍ"), ("n", "νпɴ"), ("o", "оοօ0σᴏ๐"), ("p", "рρ"),
            ("q", "ԛ"),
            ("r", "гᴦʀ"), ("s", "ѕꜱ"), ("t", "тτᴛ"), ("u", "υսᴜ"), ("v", "ѵᴠ"), ("w", "ԝшωᴡ"), ("x", "хχ"),
            ("y", "уγүʏ"), ("z", "ζᴢ"),
        ]
        let pairs = letters.flatMap { letter, others in others.unicodeScalars.map { ($0, letter) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}

extension String.UnicodeScalarView {
    fileprivate mutating func replaceLast(by scalar: Unicode.Scalar) {
        removeLast()
        append(scalar)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar shows nothing by itself.
    private var isUnseenMark: Bool { properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control }

    fileprivate var isUnseen: Bool { isUnseenMark && !properties.isWhitespace }
}

extension String {
    /// Whether the text is a Matrix ID or alias, of a user or a room, which is never taken for a name.
    package var isMatrixID: Bool { MatrixLink(self)?.id.hasBytes(of: self) ?? false }

    /// Whether the text is a Matrix room's ID or alias.
    package var isRoomID: Bool { isMatrixID && !hasPrefix("@") }
}
