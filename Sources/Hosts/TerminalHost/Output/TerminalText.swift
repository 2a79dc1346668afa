package import ChatTypes
import Foundation
import ScreenKit

/// Text from others, made fit to be shown on a terminal.
package enum TerminalText {
    /// How many combining marks a character keeps; scripts need three or four, and what is over covers the lines around it.
    static let markLimit = 8
    /// How many scalars a character keeps behind its first; a family with skin colours has ten.
    static let extraLimit = 12
    /// How far a line of a text may be indented.
    static let indentLimit = 16

    /// One line that cannot move the cursor, set colours, ring, reverse direction or hide what it says.
    ///
    /// Any control character becomes its picture (`␛`, `␇`) or, as every mark that turns, separates, is not seen or passes
    /// as blank, `�`. Spaces of any width, tabs too, become a space, and a run of them one: two spaces are the program's own.
    /// Kept, for they only shape what is seen: ZWJ and ZWNJ between two characters, a variation selector behind what it
    /// can vary, the tags of the three flags that have them, and Arabic and other signs that Unicode counts as format
    /// characters but that have a shape. A character keeps `markLimit` marks and `extraLimit` scalars behind its first.
    /// Doing it twice changes nothing.
    package static func safe(_ text: String) -> String {
        // Most text is plain ASCII.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !text.utf8.hasRunOfSpaces { return text }
        var writer = SafeWriter(Array(text.unicodeScalars))
        return writer.write()
    }

    /// The text's own lines, each safe: LF and CRLF end one. A line may be indented by up to `indentLimit` spaces.
    package static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.last == "\r" ? line.dropLast() : line
            let words = line.drop { $0 == " " }
            let indent = min(line.count - words.count, indentLimit)
            return String(repeating: " ", count: indent) + safe(String(words))
        }
    }

    /// As `lines`, put together on one with spaces.
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

/// Goes through a text scalar by scalar; what is kept of one depends on what was kept before it.
private struct SafeWriter {
    private let scalars: [Unicode.Scalar]
    private var safe = String.UnicodeScalarView()
    private var last: Unicode.Scalar?
    /// Of the character that is being put together.
    private var (marks, extras) = (0, 0)
    /// Whether a mark of it, as the Indian virama, joins the next letter to it.
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
        if scalar.isInk, last?.isInk == true {
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

    /// There must be room for two: the joiner, and what it joins.
    private func canJoin(_ next: Unicode.Scalar) -> Bool {
        guard last?.isJoinable == true, next.isJoinable, !next.isSelector else { return false }
        return extras + 2 <= TerminalText.extraLimit && (!next.isMark || marks < TerminalText.markLimit)
    }

    /// What is over the limit leaves no trace: it had no room of its own.
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

    /// The index of the tag that ends the flag of England, Scotland or Wales, if one begins at `index`: tags anywhere else
    /// would hide a text within the text.
    private func flagTags(after index: Int) -> Int? {
        guard scalars[index] == "\u{1F3F4}" else { return nil }
        let tags = scalars[(index + 1)...].prefix(6).map { $0.value &- 0xE0000 }
        let isFlag = ["gbeng", "gbsct", "gbwls"].contains { tags == $0.unicodeScalars.map(\.value) + [0x7F] }
        return isFlag ? index + 6 : nil
    }
}

extension TerminalText {
    /// How wide a contact's name is shown at most.
    package static let nameColumns = 30

    /// A contact's name where one line has to hold it, in quotes where it could be taken for something else.
    ///
    /// Bare stand only names that begin with a letter, a digit or an emoji, hold no colon, bracket or quotation mark, and do
    /// not look like `me`: so none of them ends where a text seems to begin, and none passes for oneself or the program.
    package static func name(_ name: String, columns: Int = nameColumns) -> String {
        let line = oneLine(name)
        return isPlain(line) ? fit(line, columns: columns) : "\"\(fit(line, columns: max(1, columns - 2)))\""
    }

    /// The name of an author: "You" for the user, any other name as `name(_:columns:)` shows it.
    package static func name(_ name: String, of author: Author?, columns: Int = nameColumns) -> String {
        author == .me ? ownName : Self.name(name, columns: columns)
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return true }
        let beginsWell = first.properties.isAlphabetic || first.properties.numericType != nil || first.isPicture
        return beginsWell && !name.unicodeScalars.contains { ":[]\"".unicodeScalars.contains($0) }
            && !looksLikeUser(name)
    }

    /// Whether a name can be taken for "You" or "me". Compares letters in their plainest form, without marks and case.
    private static func looksLikeUser(_ name: String) -> Bool {
        let plain = name.decomposedStringWithCompatibilityMapping.lowercased()
        let letters = plain.unicodeScalars.lazy.compactMap { scalar -> Character? in
            lookalikes[scalar] ?? (scalar.properties.isAlphabetic ? Character(scalar) : nil)
        }
        return ["you", "me", "rne"].contains(String(letters.prefix(4)))
    }

    /// Letters of other alphabets, and a digit, by the Latin letter that they look like.
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
