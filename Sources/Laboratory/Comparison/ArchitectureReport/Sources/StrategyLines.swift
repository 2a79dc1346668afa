package import SourceMeasure

/// How many code lines of a version name something that a strategy needs: what it takes to use what PhoneKit and the
/// session offer to all.
package struct StrategyLines: Hashable, Codable, Sendable {
    package var window: Int
    package var cells: Int
    package var counts: Int

    package static let windowWords: Set = [
        "hasEarlier", "hasFurtherRows", "hasLater", "hasMore", "hasStoredEarlier", "limit", "loadEarlier", "loadMore",
        "loadedEarlier", "offset", "pageSize", "showEarlier", "showLater", "showMore", "showNewest", "showPrevious",
        "tableDidReachEnd", "windowLimit", "windowsRows",
    ]
    package static let cellWords: Set = ["RowCache", "reload", "reloadRows"]
    package static let countWords: Set = ["unreadCounts", "unreadTotal"]
}

extension StrategyLines {
    package init(of files: [SourceFile]) {
        func lines(_ words: Set<String>) -> Int { files.reduce(0) { $0 + Self.lines(of: $1, naming: words) } }
        self.init(
            window: lines(Self.windowWords),
            cells: lines(Self.cellWords),
            counts: lines(Self.countWords)
        )
    }

    /// Lines on which one of `words` begins, outside of comments and strings.
    private static func lines(of file: SourceFile, naming words: Set<String>) -> Int {
        let code = CodeTokens(of: file.bytes)
        var (line, read, found) = (0, 0, Set<Int>())
        for (index, token) in code.tokens.enumerated() {
            line += file.bytes[read..<token.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
            read = token.range.lowerBound
            if let name = code.name(at: index), words.contains(name) { found.insert(line) }
        }
        return found.count
    }
}
