package import ChatTypes
import Foundation
import ScreenKit

/// Makes text from others safe to show on a terminal.
package enum TerminalText {
    /// The number of combining marks kept per character. Scripts need three or four; more would cover the lines
    /// around it.
    static let markLimit = 8
    /// The number of scalars kept per character after the first. A family emoji with skin colours has ten.
    static let extraLimit = 12
    /// The maximum indent of a line of text.
    static let indentLimit = 16

    /// Returns one line that cannot move the cursor, set colours, ring, reverse direction or hide text.
    ///
    /// Replaces a control character by its picture (`␛`, `␇`). Replaces direction marks, separators, and invisible or
    /// blank characters by `�`. Replaces a run of spaces and tabs of any width by one space: two spaces are the
    /// program's own. Keeps what only shapes visible text: ZWJ and ZWNJ between two characters, a variation selector
    /// after a character with variants, the tags of three flags, and visible format characters such as Arabic number
    /// signs. Keeps `markLimit` marks and `extraLimit` scalars per character. The result is a fixed point: applying
    /// it twice changes nothing.
    package static func safe(_ text: String) -> String {
        // Most text is plain ASCII.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !text.utf8.hasRunOfSpaces { return text }
        var writer = SafeWriter(Array(text.unicodeScalars))
        return writer.write()
    }

    /// Returns the text's own lines, each safe. LF and CRLF end a line, which may be indented by up to `indentLimit`
    /// spaces.
    package static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.last == "\r" ? line.dropLast() : line
            let words = line.drop { $0 == " " }
            let indent = min(line.count - words.count, indentLimit)
            return String(repeating: " ", count: indent) + safe(String(words))
        }
    }

    /// Returns the lines joined by spaces.
    package static func oneLine(_ text: String) -> String {
        safe(lines(text).joined(separator: " "))
    }
}

extension String.UTF8View {
    fileprivate var hasRunOfSpaces: Bool {
        var wasSpace = false
        for byte in self {
            if byte == 0x20, wasSpace { return true }
            wasSpace = byte == 0x20
        }
        return false
    }
}

/// Writes the safe form of a text, scalar by scalar. The scalar written last decides what is kept of the next.
private struct SafeWriter {
    private let scalars: [Unicode.Scalar]
    private var safe = String.UnicodeScalarView()
    private var last: Unicode.Scalar?
    /// The number of marks and of further scalars in the current character.
    private var (marks, extras) = (0, 0)
    /// Whether a mark, such as the Indian virama, joins the next letter to the character.
    private var isLinked = false

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func write() -> String {
        var index = 0
        while index < scalars.count {
            if let tags = flagTags(after: index) {
                for scalar in scalars[index...tags] { append(scalar) }
                (marks, extras) = (0, TerminalText.extraLimit)
                index = tags
            } else {
                add(scalars[index], before: index + 1 < scalars.count ? scalars[index + 1] : nil)
            }
            index += 1
        }
        return String(safe)
    }

    private mutating func add(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
        if scalar.isVisibleASCII, last?.isVisibleASCII == true {
            begin(scalar)
        } else if scalar.isMark {
            addMark(scalar)
        } else if scalar.isJoiner {
            if let next, canJoin(next) { addExtra(scalar) } else { begin("\u{FFFD}") }
        } else if scalar.isSelector, last?.canBeVaried(by: scalar) == true, extras < TerminalText.extraLimit {
            addExtra(scalar)
        } else if let replacement = scalar.replacement {
            if replacement != " " || last != " " { begin(replacement) }
        } else if isLinked || scalar.continues(last) {
            if extras < TerminalText.extraLimit { addExtra(scalar) } else { begin("\u{FFFD}") }
        } else {
            begin(scalar)
        }
    }

    /// A joiner needs room for two scalars: itself and the next.
    private func canJoin(_ next: Unicode.Scalar) -> Bool {
        guard last?.isJoinable == true, next.isJoinable, !next.isSelector else { return false }
        return extras + 2 <= TerminalText.extraLimit && (!next.isMark || marks < TerminalText.markLimit)
    }

    /// A mark over the limit is dropped, since it has no width.
    private mutating func addMark(_ mark: Unicode.Scalar) {
        guard marks < TerminalText.markLimit, extras < TerminalText.extraLimit else { return }
        marks += 1
        let wasLinked = isLinked
        addExtra(mark)
        isLinked = wasLinked || mark.properties.canonicalCombiningClass == .virama
    }

    private mutating func addExtra(_ scalar: Unicode.Scalar) {
        extras += 1
        append(scalar)
    }

    private mutating func begin(_ scalar: Unicode.Scalar) {
        (marks, extras) = (0, 0)
        append(scalar)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        safe.append(scalar)
        (last, isLinked) = (scalar, false)
    }

    /// Returns the index of the last tag of the flag of England, Scotland or Wales, if one begins at `index`. Tags
    /// elsewhere could hide text.
    private func flagTags(after index: Int) -> Int? {
        guard scalars[index] == "\u{1F3F4}" else { return nil }
        let tags = scalars[(index + 1)...].prefix(6).map { $0.value &- 0xE0000 }
        let isFlag = ["gbeng", "gbsct", "gbwls"].contains { tags == $0.unicodeScalars.map(\.value) + [0x7F] }
        return isFlag ? index + 6 : nil
    }
}

extension TerminalText {
    /// The maximum width of a contact's name.
    package static let nameColumns = 30

    /// The maximum width of an ID behind a name.
    private static let idColumns = 80

    /// Returns a contact's name on one line, in quotes if it could be mistaken for something else, with the ID that tells it from others
    /// (see `ShownName`). Where a column is narrower than a name, the ID stands for both.
    ///
    /// Without quotes, a name begins with a letter, a digit or an emoji, has no colon, bracket or quotation mark, and
    /// does not look like "You" or "me". So no name seems to end early, and none passes for the user or the program.
    package static func name(_ name: String, columns: Int = nameColumns) -> String {
        let (bare, id) = ShownName.parts(of: name)
        guard let id = id.map(oneLine) else { return quoted(bare, columns: columns) }
        guard columns >= nameColumns else { return fit(id, columns: columns) }
        return "\(quoted(bare, columns: columns)) (\(fit(id, columns: idColumns)))"
    }

    private static func quoted(_ name: String, columns: Int) -> String {
        let line = oneLine(name)
        return isPlain(line) ? fit(line, columns: columns) : "\"\(fit(line, columns: max(1, columns - 2)))\""
    }

    /// Returns the name of an author: "You" for the user, and any other name as `name(_:columns:)` does.
    package static func name(_ name: String, of author: Author?, columns: Int = nameColumns) -> String {
        author == .me ? ownName : Self.name(name, columns: columns)
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return true }
        let beginsWell = first.properties.isAlphabetic || first.properties.numericType != nil || first.isPicture
        return beginsWell && !name.unicodeScalars.contains { ":[]\"".unicodeScalars.contains($0) }
            && !looksLikeUser(name)
    }

    /// Returns whether a name can be taken for "You" or "me". Compares letters in their plainest form, without marks
    /// and case.
    private static func looksLikeUser(_ name: String) -> Bool {
        let plain = name.decomposedStringWithCompatibilityMapping.lowercased()
        let letters = plain.unicodeScalars.lazy.compactMap { scalar -> Character? in
            lookalikes[scalar] ?? (scalar.properties.isAlphabetic ? Character(scalar) : nil)
        }
        return ["you", "me", "rne"].contains(String(letters.prefix(4)))
    }

    /// Letters of other alphabets, and a digit, with the Latin letter that they look like.
    private static let lookalikes: [Unicode.Scalar: Character] = {
        let letters: [(Character, String)] = [
            ("m", "мμᴍɱʍⲙꮇᎷꓟϻṃӎᵯᶆ"), ("e", "еєεɛᴇℯ℮ҽⲉꭼᎬꓰɘəǝэⴹꬲҿɇⱸᶒ"), ("y", "уүγʏɏⲩỿყꓬҮ"),
            ("o", "0оοօⲟᴏꓳσօ๐"), ("u", "υսᴜʋꞟꭎꓴ"),
        ]
        let pairs = letters.flatMap { letter, others in others.unicodeScalars.map { ($0, letter) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}

extension Unicode.Scalar {
    fileprivate var isPicture: Bool { properties.isEmojiPresentation || properties.isEmoji && !isASCII }
}
