import Foundation

extension SearchQuery {
    /// How many bytes of a text are looked through for an excerpt.
    static let excerptReach = 4096
    private static let length = 80
    private static let lead = 24

    /// The stretch of a text around the first word that was searched for; the beginning where there is none, and the
    /// whole text where it is short.
    ///
    /// Cost: linear in the text, which the caller keeps short.
    func excerpt(of text: String) -> String {
        guard text.count > Self.length else { return text }
        let match = firstMatch(in: text) ?? text.startIndex
        var start = text.index(match, offsetBy: -Self.lead, limitedBy: text.startIndex) ?? text.startIndex
        if start > text.startIndex, let space = text[start..<match].firstIndex(where: \.isWhitespace) {
            start = text.index(after: space)
        }
        var end = text.index(start, offsetBy: Self.length, limitedBy: text.endIndex) ?? text.endIndex
        if end < text.endIndex, let space = text[match..<end].lastIndex(where: \.isWhitespace) { end = space }
        return (start > text.startIndex ? "…" : "") + text[start..<end] + (end < text.endIndex ? "…" : "")
    }

    private func firstMatch(in text: String) -> String.Index? {
        let sought = words.flatMap { $0.split(whereSeparator: \.isBetweenWords) }.map(folded)
        let found = text.split(whereSeparator: \.isBetweenWords).first { word in
            let word = folded(word)
            return sought.contains { word.hasPrefix($0) }
        }
        return found?.startIndex
    }

    private func folded(_ word: Substring) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

extension Character {
    fileprivate var isBetweenWords: Bool { !isLetter && !isNumber }
}
