#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension LineCount {
    /// Counts one file by the rules of `cloc`, to the line; one pass, some hundreds of megabytes a second.
    ///
    /// `cloc` reads Swift as it reads C++, with two regular expressions and no notion of a string:
    /// - `//` and `/*` begin a comment wherever they stand, in every kind of string and in regular expressions too;
    /// - `/*` ends at the next `*/`: comments do not nest; a `/*` with no `*/` after it is code;
    /// - a line is code when anything but white space is left of it, so code beside a comment is code; the end of a
    ///   line goes with the comment it lies in, so code before and after a comment of many lines makes one line;
    /// - a line of white space is blank, even inside a comment or a string, unless the line before it ends in a
    ///   backslash: then it is a line of whatever surrounds it, and a comment that ends in a backslash runs into
    ///   the line below it;
    /// - line ends are LF, with or without a CR before; a lone CR is white space; a byte order mark is dropped.
    ///
    /// Where those rules would make `cloc` print a negative number of comment lines, there are none here.
    /// `LineCount.asSwift(_:)` counts the same lines as the compiler reads them.
    public static func asCloc(_ bytes: [UInt8]) -> Self {
        bytes.withUnsafeBufferPointer { buffer in
            var counter = ClocCounter(text: buffer)
            return counter.count()
        }
    }

    /// The lines that `asCloc(_:)` counts as code, in their order, each whole, as `cloc --diff` compares them: with the
    /// comment beside it and the space before it, without its end.
    ///
    /// Where a comment of many lines joins two of code, the first stands for both. Lines of white space that `cloc`
    /// counts as code, below a backslash, are left out.
    package static func codeLines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let origins = bytes.withUnsafeBufferPointer { buffer in
            var counter = ClocCounter(text: buffer, keepsOrigins: true)
            _ = counter.count()
            return counter.left.origins ?? []
        }
        var lines: [ArraySlice<UInt8>] = []
        var (start, end) = (0, -1)
        for origin in origins {
            // Origins ascend, so no line is looked through twice.
            while end < origin {
                start = end + 1
                end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
            }
            lines.append(
                end > start && bytes[end - 1] == .carriageReturn ? bytes[start..<(end - 1)] : bytes[start..<end]
            )
        }
        return lines
    }
}

/// The pass itself: what `cloc` does in several, with the text that would be left of each line never built.
private struct ClocCounter {
    private enum State { case code, lineComment, blockComment }

    private let text: UnsafeBufferPointer<UInt8>
    private let lastBlockEnd: Int
    private var state = State.code
    private(set) var left: RemainingLines

    init(text: UnsafeBufferPointer<UInt8>, keepsOrigins: Bool = false) {
        self.text = text
        left = RemainingLines(keepsOrigins: keepsOrigins)
        var end = text.count - 2
        while end >= 0, !(text[end] == .star && text[end + 1] == .slash) { end -= 1 }
        lastBlockEnd = end
    }

    mutating func count() -> LineCount {
        var lines = 0
        var blank = 0
        var followsBackslash = false
        var next = 0
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while next < text.count {
            let newline = firstIndex(of: .newline, from: start, to: text.count)
            let end = newline > start && text[newline - 1] == .carriageReturn ? newline - 1 : newline
            let endsInBackslash = end > start && text[end - 1] == .backslash
            lines += 1
            if !followsBackslash && text[start..<end].allSatisfy(\.isPerlSpace) {
                blank += 1
            } else {
                readLine(from: start, to: end)
                endLine(newlines: endsInBackslash ? 1 : 2)
            }
            followsBackslash = endsInBackslash
            start = newline + 1
            next = start
        }
        let code = min(left.finish(), lines - blank)
        return LineCount(files: 1, blank: blank, comment: lines - blank - code, code: code)
    }

    private mutating func readLine(from start: Int, to end: Int) {
        var index = start
        while index < end {
            if state == .blockComment {
                let star = firstIndex(of: .star, from: index, to: end)
                index = star + 1
                if index < end, text[index] == .slash {
                    state = .code
                    index += 1
                }
                continue
            }
            let slash = firstIndex(of: .slash, from: index, to: end)
            left.append(text[index..<slash])
            index = slash + 1
            guard slash < end else { return }
            if index < end, text[index] == .slash {
                state = .lineComment
                return
            } else if index < end, text[index] == .star, lastBlockEnd > index {
                state = .blockComment
                index += 1
            } else {
                left.append(text[slash...slash])
            }
        }
    }

    /// A line that does not end in a backslash is followed by two newlines, and a line comment takes one away.
    private mutating func endLine(newlines: Int) {
        switch state {
        case .code: left.endLines(newlines)
        case .lineComment:
            state = .code
            left.endLines(newlines - 1)
        case .blockComment: break
        }
    }

    private func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int {
        guard start < end, let base = text.baseAddress else { return end }
        guard let found = memchr(base + start, Int32(byte), end - start) else { return end }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
