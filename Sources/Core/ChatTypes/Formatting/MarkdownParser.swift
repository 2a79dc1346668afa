import RuntimeKit

/// Reads the Markdown that people type in chats: lines that begin a heading, a list, a quote or code; `MarkdownLine` reads the rest.
///
/// Differs from documents in a few ways: a line's end is kept, a fence stands alone, an indented line is no code, a line without a
/// mark ends a list or a quote, and HTML is plain text. Cost: linear in the text.
struct MarkdownParser {
    private let bytes: [UInt8]
    private var spans: [TextSpan] = []
    /// The starts of the quotes around the current line.
    private var quotes: [Int] = []
    /// The items around the current line, each within the one before.
    private var items: [Item] = []
    /// The lines without a mark before the current line, which are read as one.
    private var paragraph: Range<Int>?
    /// The end of the last line that was read.
    private var end = 0

    private struct Item {
        let start: Int
        let indent: Int
        let number: Int?
    }

    /// Returns the spans of a text; none if they are more than `Limits.spans`.
    static func spans(of text: String) -> [TextSpan] {
        var parser = MarkdownParser(bytes: Array(text.utf8))
        parser.read()
        return parser.spans.count <= Limits.spans ? parser.spans.sorted() : []
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() {
        var start = 0
        while start <= bytes.count, spans.count <= Limits.spans {
            let line = start..<(bytes[start...].firstIndex(of: .newline) ?? bytes.count)
            start = readFence(from: line) ?? line.upperBound + 1
        }
        endParagraph()
        close(items: 0, quotes: 0)
    }

    /// Reads code between fences that begins at a line; returns the start of the line behind it, or nil if there is none.
    private mutating func readFence(from line: Range<Int>) -> Int? {
        guard let fence = fence(in: line),
            !bytes[(line.lowerBound + fence.count)..<line.upperBound].contains(fence.byte),
            line.upperBound < bytes.count
        else {
            read(line)
            return nil
        }
        let first = line.upperBound + 1
        var (start, last) = (first, bytes.count)
        while start < bytes.count {
            let next = start..<(bytes[start...].firstIndex(of: .newline) ?? bytes.count)
            if let closing = self.fence(in: next), closing.byte == fence.byte, closing.count >= fence.count,
                bytes[(next.lowerBound + closing.count)..<next.upperBound].allSatisfy(\.isBlank)
            {
                last = next.lowerBound
                start = next.upperBound
                break
            }
            start = next.upperBound + 1
        }
        let isClosed = last < bytes.count
        let code = first..<max(first, isClosed ? last - 1 : last)
        guard !code.isEmpty else {
            read(line)
            return nil
        }
        endParagraph()
        close(items: 0, quotes: 0)
        add(.markup, line.lowerBound..<first)
        add(.codeBlock, code)
        if isClosed { add(.markup, code.upperBound..<start) }
        end = min(start, bytes.count)
        return start + 1
    }

    /// Returns the character and the length of a fence that a line begins with.
    private func fence(in line: Range<Int>) -> (byte: UInt8, count: Int)? {
        guard let first = bytes[line].first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else {
            return nil
        }
        let count = bytes[line].prefix { $0 == first }.count
        return count >= 3 ? (first, count) : nil
    }

    private mutating func read(_ line: Range<Int>) {
        let (content, depth) = quoted(line)
        if depth != quotes.count || depth > 0 { endParagraph() }
        if depth != quotes.count { close(items: 0, quotes: depth) }
        while quotes.count < depth { quotes.append(line.lowerBound) }
        if content.lowerBound > line.lowerBound { add(.markup, line.lowerBound..<content.lowerBound) }
        readUnquoted(content)
        end = line.upperBound
    }

    /// Returns the part of a line behind the marks of quotes, and their number.
    private func quoted(_ line: Range<Int>) -> (content: Range<Int>, depth: Int) {
        var (index, depth) = (line.lowerBound, 0)
        while depth < Limits.formatLevels, index < line.upperBound, bytes[index] == UInt8(ascii: ">") {
            let next = index + 1 < line.upperBound ? bytes[index + 1] : .space
            // People also type faces such as `>.<`.
            guard next == .space || next == UInt8(ascii: ">") else { break }
            (index, depth) = (index + 1, depth + 1)
            if index < line.upperBound, bytes[index] == .space { index += 1 }
        }
        return (index..<line.upperBound, depth)
    }

    private mutating func readUnquoted(_ line: Range<Int>) {
        let blanks = bytes[line].prefix { $0 == .space }.count
        let content = (line.lowerBound + blanks)..<line.upperBound
        if bytes[content].allSatisfy(\.isBlank) {
            endParagraph()
            return close(items: 0, quotes: quotes.count)
        }
        let outer = items.prefix { $0.indent + 2 <= blanks }.count
        if let item = item(in: content), blanks < 4 || outer > 0 {
            endParagraph()
            close(items: min(outer, Limits.formatLevels - 1), quotes: quotes.count)
            items.append(Item(start: line.lowerBound, indent: blanks, number: item.number))
            let text = (content.lowerBound + item.length)..<line.upperBound
            add(.markup, line.lowerBound..<text.lowerBound)
            return readInline(text)
        }
        if outer > 0 {
            close(items: outer, quotes: quotes.count)
            add(.markup, line.lowerBound..<content.lowerBound)
            return readInline(content)
        }
        close(items: 0, quotes: quotes.count)
        if let (level, length) = heading(in: content), blanks < 4 {
            endParagraph()
            let text = (content.lowerBound + length)..<line.upperBound
            add(.markup, line.lowerBound..<text.lowerBound)
            add(.heading(level: level), text)
            return readInline(text)
        }
        if quotes.isEmpty {
            paragraph = (paragraph?.lowerBound ?? line.lowerBound)..<line.upperBound
        } else {
            readInline(line)
        }
    }

    /// Returns the number and the length of the mark of a list's item, with the blank behind it; nil without one.
    private func item(in line: Range<Int>) -> (number: Int?, length: Int)? {
        let text = bytes[line]
        let digits = text.prefix { $0.isDigit }
        let isNumbered = (1...9).contains(digits.count)
        let length = isNumbered ? digits.count + 1 : 1
        guard text.count > length + 1, text[text.startIndex + length] == .space else { return nil }
        let mark = text[text.startIndex + length - 1]
        guard (isNumbered ? ".)" : "-*+").utf8.contains(mark) else { return nil }
        // A line of marks is a rule that people draw.
        guard text.dropFirst(length).contains(where: { !$0.isBlank && $0 != mark }) else { return nil }
        let blanks = text.dropFirst(length).prefix { $0 == .space }.count
        return (isNumbered ? Int(String(decoding: digits, as: UTF8.self)) : nil, length + blanks)
    }

    /// Returns the level of a heading and the length of its mark; nil without one.
    private func heading(in line: Range<Int>) -> (level: Int, length: Int)? {
        let level = bytes[line].prefix { $0 == UInt8(ascii: "#") }.count
        let blanks = bytes[line].dropFirst(level).prefix { $0 == .space }.count
        guard (1...6).contains(level), blanks > 0, line.count > level + blanks else { return nil }
        return (level, level + blanks)
    }

    private mutating func endParagraph() {
        if let paragraph { readInline(paragraph) }
        paragraph = nil
    }

    private mutating func readInline(_ range: Range<Int>) {
        var line = MarkdownLine(bytes, range)
        spans += line.read()
    }

    /// Ends the items and quotes of the lines before, except for so many.
    private mutating func close(items count: Int, quotes depth: Int) {
        while items.count > count {
            let item = items.removeLast()
            add(.listItem(number: item.number), item.start..<end)
        }
        while quotes.count > depth { add(.quote, quotes.removeLast()..<end) }
    }

    private mutating func add(_ kind: TextSpan.Kind, _ range: Range<Int>) {
        if !range.isEmpty { spans.append(TextSpan(kind, range)) }
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let space = UInt8(ascii: " ")

    /// Whether it is a space, a tab or the end of a line.
    var isBlank: Bool { self == .space || (0x09...0x0D).contains(self) }
    var isDigit: Bool { (0x30...0x39).contains(self) }
    /// Whether it is a visible ASCII character other than a letter or a digit.
    var isPunctuation: Bool { (0x21...0x7E).contains(self) && !isASCIILetterOrDigit }
}
