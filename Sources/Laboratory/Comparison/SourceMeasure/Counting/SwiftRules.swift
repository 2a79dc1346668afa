extension LineCount {
    /// Counts the lines of one file as the compiler reads them.
    ///
    /// Comments nest, and strings and regular expressions contain no comments. Lines end, and blank lines are blank,
    /// exactly as in `asCloc(_:)`, except that a backslash has no effect.
    public static func asSwift(_ bytes: [UInt8]) -> Self {
        var count = Self(files: 1)
        var lexer = Lexer(bytes)
        var token = lexer.next()
        var start = 0
        while start < bytes.count {
            let newline = bytes[start...].firstIndex(of: .newline) ?? bytes.count
            let line = bytes[start..<newline]
            let content = start == 0 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
            var isCode = false
            while let current = token, current.range.lowerBound < newline {
                isCode = isCode || current.kind != .comment
                guard current.range.upperBound <= newline else { break }
                token = lexer.next()
            }
            if content.allSatisfy(\.isPerlSpace) {
                count.blank += 1
            } else if isCode {
                count.code += 1
            } else {
                count.comment += 1
            }
            start = newline + 1
        }
        return count
    }
}
