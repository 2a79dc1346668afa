import ChatTypes
import Foundation
import TerminalHost

/// What Tab can complete: commands, and the names of people.
struct CompletionTable: Sendable {
    /// With their slash.
    var commands: [String] = []
    /// In the order in which they are offered.
    var names: [String] = []

    /// The words that what stands before the cursor may become.
    ///
    /// At the beginning of a text, and behind a slash, those are the commands; in a chat the names behind an `@`
    /// that begins a word; in the form of a new chat all names. Case and accents make no difference, and names of which a
    /// later word begins so follow those that begin so themselves.
    /// - Returns: nil where there is nothing to complete. The cost is that of going through all names once.
    func completion(of buffer: EditBuffer, on screen: KeyScreen) -> TabCompletion? {
        let before = buffer[0..<buffer.cursor]
        let rest = buffer[buffer.cursor..<buffer.text.utf8.count]
        let end = rest.first.map(\.isWhitespace) == true ? "" : " "
        if LineCommand.text(of: before) == nil, !before.contains(where: \.isWhitespace) {
            return completion(of: String(before), at: 0, words: commands, ending: end)
        }
        switch screen {
        case .form: return completion(of: String(before), at: 0, words: names, ending: "")
        case .chat:
            guard let at = before.lastIndex(of: "@"), before[..<at].last?.isPartOfAddress != true else { return nil }
            let typed = before[before.index(after: at)...]
            let start = buffer.cursor - typed.utf8.count
            return completion(of: String(typed), at: start, words: names, ending: end)
        case .list, .search, .details, .switcher: return nil
        }
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
    /// In this string's spelling.
    fileprivate func commonBeginning(with other: String) -> String {
        String(zip(self, other).prefix { String($0).foldedForSearch == String($1).foldedForSearch }.map(\.0))
    }
}

extension Character {
    /// Before an `@`, it makes an address of what follows.
    fileprivate var isPartOfAddress: Bool { isLetter || isNumber || "._-+".contains(self) }
}
