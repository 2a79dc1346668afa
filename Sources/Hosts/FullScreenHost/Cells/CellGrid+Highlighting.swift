import ChatTypes
import Foundation
import RuntimeKit

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

    /// Restyles the longest match at the beginning of a word; in a text without spaces between words, all matches.
    private mutating func highlight(_ words: [String], row: Int, _ columns: [Int], _ style: CellStyle) {
        let texts = columns.map { column in
            if case .glyph(let glyph) = self[row, column].content {
                String(glyph.character).foldedForSearch
            } else {
                ""
            }
        }
        for start in texts.indices where start == 0 || texts[start].unicodeScalars.first?.isSearchWord == true {
            let found = words.compactMap { Self.count(of: $0, in: texts[start...]) }.max() ?? 0
            for column in columns[start...].prefix(found) { restyle(row, column, style) }
        }
    }

    /// Returns the number of characters at the beginning of `texts` that make up `word`; nil if they do not.
    fileprivate static func count(of word: String, in texts: ArraySlice<String>) -> Int? {
        var rest = word[...]
        for (index, text) in texts.enumerated() {
            if rest.isEmpty { return index }
            // The last letter of the word may be the first of two that one character stands for, such as ß.
            guard rest.hasPrefix(text) || text.hasPrefix(rest), !text.isEmpty else { return nil }
            rest = rest.dropFirst(text.count)
        }
        return rest.isEmpty ? texts.count : nil
    }
}

extension StyledLine {
    /// Returns how many of the search words begin a word of the line, from a column on.
    func count(of words: [String], from column: Int) -> Int {
        var texts: [[String]] = [[]]
        var place = indent
        for glyph in spans.flatMap(\.glyphs) {
            let isWord = glyph.character.isLetter || glyph.character.isNumber
            if !isWord {
                texts.append([])
            } else if place >= column {
                texts[texts.count - 1].append(String(glyph.character).foldedForSearch)
            }
            place += glyph.width
        }
        return words.count { word in
            texts.contains { text in
                text.indices.contains { start in
                    (start == 0 || text[start].unicodeScalars.first?.isSearchWord == true)
                        && CellGrid.count(of: word, in: text[start...]) != nil
                }
            }
        }
    }
}

extension String {
    /// Returns the place of the first word of the text that begins with a search word; nil if there is none.
    func firstPlace(of words: [String]) -> Index? {
        func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
        var rest = self[...]
        while let begin = rest.firstIndex(where: isPart) {
            let end = rest[begin...].firstIndex { !isPart($0) } ?? rest.endIndex
            let texts = rest[begin..<end].map { String($0).foldedForSearch }
            let offset = texts.indices.first { start in
                (start == 0 || texts[start].unicodeScalars.first?.isSearchWord == true)
                    && words.contains { CellGrid.count(of: $0, in: texts[start...]) != nil }
            }
            if let offset { return index(begin, offsetBy: offset) }
            rest = rest[end...]
        }
        return nil
    }

    /// The text as a search compares it: equal for all spellings that match.
    var foldedForSearch: String {
        SearchFolding.unified(self).unicodeScalars.map(SearchFolding.folded).joined()
    }

    /// The folded words of a search text.
    var searchWords: [String] {
        foldedForSearch.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
