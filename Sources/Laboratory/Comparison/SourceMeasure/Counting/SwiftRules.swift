extension LineCount {
    /// Counts the lines of one file as the compiler reads them.
    ///
    /// Comments nest, and strings and regular expressions contain no comments. Lines end, and blank lines are blank,
    /// exactly as in `asCloc(_:)`, except that a backslash has no effect.
    public static func asSwift(_ bytes: [UInt8]) -> Self {
        var count = Self(files: 1)
        forEachSwiftLine(of: bytes) { kind in
            switch kind {
            case .blank: count.blank += 1
            case .comment: count.comment += 1
            case .code: count.code += 1
            }
        }
        return count
    }

    /// Returns the numbers of the lines that `asSwift(_:)` counts as code, starting at 1.
    static func swiftCodeLines(_ bytes: [UInt8]) -> [Int] {
        var lines: [Int] = []
        var number = 0
        forEachSwiftLine(of: bytes) { kind in
            number += 1
            if kind == .code { lines.append(number) }
        }
        return lines
    }

    private enum LineKind { case blank, comment, code }

    private static func forEachSwiftLine(of bytes: [UInt8], _ body: (LineKind) -> Void) {
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
            body(content.allSatisfy(\.isPerlSpace) ? .blank : isCode ? .code : .comment)
            start = newline + 1
        }
    }
}
