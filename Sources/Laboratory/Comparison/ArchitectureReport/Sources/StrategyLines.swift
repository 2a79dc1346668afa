package import SourceMeasure

/// The number of code lines of an architecture that mention names needed by a strategy.
///
/// It measures the code needed to use what PhoneKit and the session offer to all architectures.
package struct StrategyLines: Hashable, Codable, Sendable {
    package var window: Int
    package var cells: Int
    package var counts: Int

    package static let windowWords: Set = [
        "hasEarlier", "hasFurtherRows", "hasLater", "hasMore", "hasStoredEarlier", "limit", "loadEarlier", "loadMore",
        "loadedEarlier", "offset", "pageSize", "showEarlier", "showLater", "showMore", "showNewest", "showPrevious",
        "tableDidReachEnd", "windowLimit", "windowsRows",
    ]
    /// Suggested contacts, members and files of a chat: a limit for these is not a window of chats or messages.
    private static let otherWords: Set = ["contacts", "files", "members", "sharedFiles", "suggestions"]
    package static let cellWords: Set = ["RowCache", "reload", "reloadRows"]
    package static let countWords: Set = ["unreadCounts", "unreadTotal"]
}

extension StrategyLines {
    package init(of files: [SourceFile]) {
        func lines(_ words: Set<String>, but others: Set<String> = []) -> Int {
            files.reduce(0) { $0 + Self.lines(of: $1, naming: words, but: others) }
        }
        self.init(
            window: lines(Self.windowWords, but: Self.otherWords),
            cells: lines(Self.cellWords),
            counts: lines(Self.countWords)
        )
    }

    /// Counts the lines on which one of `words` begins and none of `others`, outside comments and strings.
    private static func lines(of file: SourceFile, naming words: Set<String>, but others: Set<String>) -> Int {
        let code = CodeTokens(of: file.bytes)
        var (line, read, found, left) = (0, 0, Set<Int>(), Set<Int>())
        for (index, token) in code.tokens.enumerated() {
            line += file.bytes[read..<token.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
            read = token.range.lowerBound
            guard let name = code.name(at: index) else { continue }
            if words.contains(name) { found.insert(line) }
            if others.contains(name) { left.insert(line) }
        }
        return found.subtracting(left).count
    }
}
