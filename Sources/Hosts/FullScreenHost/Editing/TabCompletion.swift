import ChatTypes
import Foundation
import HostKit

/// The completions that Tab inserts one after the other.
///
/// The first is the common prefix of all words, if it is longer than the typed text; then come the words, and the prefix
/// again after the last.
struct TabCompletion: Sendable {
    /// The offset of the typed text, in bytes of UTF-8.
    private let start: Int
    private let choices: [String]
    /// The index of the inserted choice; nil before the first.
    private var current: Int?
    /// The length of the inserted text, in bytes of UTF-8.
    private var length: Int

    /// - Parameters:
    ///   - beginning: the common prefix, or the typed text; nil for a single word, which stays once it is inserted.
    ///   - words: at least one, in the order of insertion; each is inserted on one line, without control characters.
    init(of typed: String, at start: Int, beginning: String?, words: [String]) {
        self.start = start
        choices = ((beginning.map { [$0] } ?? []) + words).map { word in
            String(String.UnicodeScalarView(PlainText.plain(word).unicodeScalars.map { $0 == "\n" ? " " : $0 }))
        }
        current = beginning == typed ? 0 : nil
        length = typed.utf8.count
    }

    /// Returns the next text to insert, and the range it replaces.
    mutating func next(isBackward: Bool) -> (range: Range<Int>, text: String) {
        let step = isBackward ? choices.count - 1 : 1
        let next = current.map { ($0 + step) % choices.count } ?? (isBackward ? choices.count - 1 : 0)
        defer { (current, length) = (next, choices[next].utf8.count) }
        return (start..<(start + length), choices[next])
    }
}

extension TextEditor {
    /// Continues the completion under way, or begins one. Everything it inserts is undone as one.
    ///
    /// - Throws: `TextTooLong`; nothing has changed then.
    mutating func complete(
        from table: CompletionTable,
        on screen: KeyScreen,
        isBackward: Bool = false
    ) throws(TextTooLong) {
        guard var completion = completion ?? table.completion(of: buffer, on: screen) else { return }
        let (range, text) = completion.next(isBackward: isBackward)
        try replace(range, with: text, isContinuation: self.completion != nil)
        self.completion = completion
    }
}

/// The words that Tab can complete: commands and names.
struct CompletionTable: Sendable {
    /// The commands, each with its slash.
    var commands: [String] = []
    /// The names, in the order in which they are offered.
    var names: [String] = []
    /// Returns the paths that begin with a typed path, for `/attach`.
    var paths: @Sendable (String) -> [String] = { _ in [] }
    /// The words that mention everyone in a group after an `@`.
    var everyone: [String] = []
    /// Returns the emoji whose names begin with what is typed after a colon, the best first.
    var emoji: @Sendable (String) -> [String] = { _ in [] }
    /// Whether a name is all that is typed.
    var isNameWhole = false

    /// Returns the completion of the text before the cursor.
    ///
    /// Completes commands at the beginning of a text, names after an `@` that begins a word in a chat, emoji after a colon there, and names
    /// anywhere in the form. Ignores case and accents. Names with a match at a later word follow those with a match at the first.
    /// - Returns: nil if there is nothing to complete. The cost is linear in the number of names.
    func completion(of buffer: EditBuffer, on screen: KeyScreen) -> TabCompletion? {
        let before = buffer[0..<buffer.cursor]
        let rest = buffer[buffer.cursor..<buffer.text.utf8.count]
        let end = rest.first.map(\.isWhitespace) == true ? "" : " "
        if isNameWhole { return completion(of: String(before), at: 0, words: names, ending: "") }
        if LineCommand.text(of: before) == nil, !before.contains(where: \.isWhitespace) {
            return completion(of: String(before), at: 0, words: commands, ending: end)
        }
        if screen == .chat, let name = Self.typedEmoji(in: before) {
            let (found, typed) = (emoji(String(name)), ":\(name)")
            let start = before.utf8.count - typed.utf8.count
            return found.isEmpty
                ? nil : TabCompletion(of: typed, at: start, beginning: found.count == 1 ? nil : typed, words: found)
        }
        if screen == .chat, let typed = Self.typedPath(in: before) {
            let found = paths(typed)
            guard let first = found.first else { return nil }
            let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
            let start = before.utf8.count - typed.utf8.count
            let beginning = found.count == 1 ? nil : common.count > typed.count ? common : typed
            return TabCompletion(of: typed, at: start, beginning: beginning, words: found)
        }
        if let command = Self.nameCommands.first(where: { before.hasPrefix($0) }),
            screen == .chat || screen == DetailsPanel.keyScreen
        {
            let typed = String(before.dropFirst(command.count))
            return completion(of: typed, at: command.utf8.count, words: names, ending: "")
        }
        switch screen {
        case .form: return completion(of: String(before), at: 0, words: names, ending: "")
        case .chat:
            guard let at = before.lastIndex(of: "@"), before[..<at].last?.isPartOfAddress != true else { return nil }
            let typed = before[before.index(after: at)...]
            let start = buffer.cursor - typed.utf8.count
            return completion(of: String(typed), at: start, words: names + everyone, ending: end)
        default: return nil
        }
    }

    /// Returns the letters at the end of a text that follow a colon, if they may be the beginning of an emoji's name. The colon of a time
    /// or of an address, which follows a letter or a digit, begins none.
    private static func typedEmoji(in text: Substring) -> Substring? {
        let name = text.reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
        let start = name.endIndex.base
        guard name.count > 1, text[..<start].last == ":",
            text[..<start].dropLast().last.map({ $0.isLetter || $0.isNumber || $0 == ":" }) != true
        else { return nil }
        return text[start...]
    }

    /// The commands whose name of a member is completed.
    private static let nameCommands = ["/remove ", "/ban ", "/role "]

    /// Returns the path typed after `/attach`, or after `/save` and perhaps the number of a message.
    private static func typedPath(in text: Substring) -> String? {
        if text.hasPrefix("/attach ") { return String(text.dropFirst("/attach ".count)) }
        guard text.hasPrefix("/save ") else { return nil }
        let words = text.dropFirst("/save ".count)
        let number = words.prefix { $0.isASCII && $0.isNumber }
        return String(words[number.endIndex...].first == " " ? words[number.endIndex...].dropFirst() : words)
    }

    private func completion(of typed: String, at start: Int, words: [String], ending: String) -> TabCompletion? {
        guard typed.utf8.count <= ContactName.byteLimit else { return nil }
        let wanted = typed.foldedForSearch
        var beginning: [String] = []
        var containing: [String] = []
        for word in words where !word.isEmpty {
            let folded = word.foldedForSearch
            if folded.hasPrefix(wanted) {
                beginning.append(word)
            } else if folded.contains(" " + wanted) {
                containing.append(word)
            }
        }
        var seen: Set<String> = []
        let found = (beginning + containing).filter { seen.insert($0).inserted }
        guard let first = found.first else { return nil }
        if found.count == 1 { return TabCompletion(of: typed, at: start, beginning: nil, words: [first + ending]) }
        let common = found.dropFirst().reduce(first) { $0.commonBeginning(with: $1) }
        return TabCompletion(
            of: typed,
            at: start,
            beginning: common.count > typed.count ? common : typed,
            words: found
        )
    }
}

extension String {
    /// The common prefix, in this string's spelling.
    fileprivate func commonBeginning(with other: String) -> String {
        String(zip(self, other).prefix { String($0).foldedForSearch == String($1).foldedForSearch }.map(\.0))
    }
}

extension Character {
    /// Whether an `@` after this character belongs to an address.
    fileprivate var isPartOfAddress: Bool { isLetter || isNumber || "._-+".contains(self) }
}
