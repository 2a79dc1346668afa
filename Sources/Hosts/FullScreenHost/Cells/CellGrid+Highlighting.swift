import Foundation

extension CellGrid {
    /// Restyles the beginnings of words in an area that match search words, ignoring case and accents.
    ///
    /// - Parameter words: search words, as `searchWords` returns them.
    mutating func highlight(_ words: [String], in area: CellArea, _ style: CellStyle) {
        guard !words.isEmpty else { return }
        for row in area.rows.clamped(to: 0..<rowCount) {
            var word: [Int] = []
            for column in area.columns.clamped(to: 0..<columnCount) {
                switch self[row, column].content {
                case .rightHalf: continue
                case .glyph(let glyph) where glyph.character.isLetter || glyph.character.isNumber: word.append(column)
                case .glyph:
                    highlight(words, row: row, word, style)
                    word = []
                }
            }
            highlight(words, row: row, word, style)
        }
    }

    private mutating func highlight(_ words: [String], row: Int, _ columns: [Int], _ style: CellStyle) {
        guard !columns.isEmpty else { return }
        let characters = columns.compactMap { column -> Character? in
            if case .glyph(let glyph) = self[row, column].content { glyph.character } else { nil }
        }
        let text = String(characters).foldedForSearch
        guard let found = words.filter({ text.hasPrefix($0) }).map(\.count).max() else { return }
        for column in columns.prefix(found) { restyle(row, column, style) }
    }
}

extension String {
    /// The text without case and accents, equal for all spellings that match in a search.
    var foldedForSearch: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The folded words of a search text.
    var searchWords: [String] {
        foldedForSearch.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
