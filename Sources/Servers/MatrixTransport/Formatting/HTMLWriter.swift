import ChatTypes

/// Writes a text with spans as HTML, with the tags that the Matrix specification lists.
struct HTMLWriter {
    private let bytes: [UInt8]
    private var html = ""

    /// Returns the HTML of a text; nil without any spans to show.
    static func html(of text: FormattedText) -> String? {
        let shown = text.withoutMarkup
        guard !shown.spans.isEmpty else { return nil }
        return write(shown)
    }

    /// Returns the HTML of a text without markup.
    static func write(_ text: FormattedText) -> String {
        var writer = HTMLWriter(bytes: Array(text.text.utf8))
        writer.write(0..<writer.bytes.count, text.spans)
        return writer.html
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Writes a part of the text: its blocks, and the lines between them.
    private mutating func write(_ range: Range<Int>, _ spans: [TextSpan]) {
        var (offset, list) = (range.lowerBound, List?.none)
        var blocks: [TextSpan] = []
        for span in spans where span.kind.isBlock && span.start >= (blocks.last?.range.upperBound ?? range.lowerBound) {
            blocks.append(span)
        }
        for block in blocks {
            let between = offset..<max(offset, block.start)
            let next = List(block)
            if list != next || bytes[between] != [0x0A] {
                if let list { html += list.end }
                list = nil
                writeLines(between, spans, isBehindBlock: offset > range.lowerBound, isBeforeBlock: true)
                if let next { html += next.begin(block) }
                list = next
            }
            write(
                block,
                spans.filter { $0 != block && $0.start >= block.start && $0.range.upperBound <= block.range.upperBound }
            )
            offset = block.range.upperBound
        }
        if let list { html += list.end }
        writeLines(offset..<range.upperBound, spans, isBehindBlock: !blocks.isEmpty, isBeforeBlock: false)
    }

    /// A list that items are in.
    private struct List: Equatable {
        let isNumbered: Bool

        init?(_ block: TextSpan) {
            guard case .listItem(let number) = block.kind else { return nil }
            isNumbered = number != nil
        }

        func begin(_ item: TextSpan) -> String {
            guard case .listItem(let number?) = item.kind else { return "<ul>" }
            return number == 1 ? "<ol>" : "<ol start=\"\(number)\">"
        }

        var end: String { isNumbered ? "</ol>" : "</ul>" }
    }

    private mutating func write(_ block: TextSpan, _ spans: [TextSpan]) {
        switch block.kind {
        case .codeBlock: html += "<pre><code>\(escaped(block.range, lineEnd: "\n"))</code></pre>"
        case .quote: wrap("blockquote", block.range, spans)
        case .heading(let level): wrap("h\(level)", block.range, spans)
        default: wrap("li", block.range, spans)
        }
    }

    private mutating func wrap(_ tag: String, _ range: Range<Int>, _ spans: [TextSpan]) {
        html += "<\(tag)>"
        write(range, spans)
        html += "</\(tag)>"
    }

    /// Writes lines beside blocks, which begin and end lines by themselves.
    private mutating func writeLines(_ range: Range<Int>, _ spans: [TextSpan], isBehindBlock: Bool, isBeforeBlock: Bool)
    {
        var range = range
        if isBehindBlock, bytes[range].first == 0x0A { range = range.lowerBound + 1..<range.upperBound }
        // An empty line before a block takes two line ends.
        if isBeforeBlock, bytes[range].last == 0x0A, bytes[range].dropLast().last != 0x0A, range.count > 1 {
            range = range.lowerBound..<range.upperBound - 1
        }
        writeInline(range, spans.filter { !$0.kind.isBlock && !$0.kind.isMark })
    }

    /// Writes text with the tags around its parts. The inner one of two overlapping spans is ended and begun again.
    private mutating func writeInline(_ range: Range<Int>, _ spans: [TextSpan]) {
        var (html, offset) = ("", range.lowerBound)
        var open: [(span: TextSpan, end: Int)] = []
        func advance(to end: Int) {
            html += escaped(offset..<end, lineEnd: "<br>")
            offset = end
        }
        func close(upTo end: Int) {
            while let next = open.map(\.end).min(), next <= end {
                advance(to: next)
                let index = open.firstIndex { $0.end == next } ?? 0
                let inner = open[index...]
                for element in inner.reversed() { html += Self.tags(element.span.kind).end }
                open.removeSubrange(index...)
                for element in inner where element.end > next {
                    html += Self.tags(element.span.kind).begin
                    open.append(element)
                }
            }
        }
        for span in spans {
            let part = span.range.clamped(to: range)
            if part.isEmpty { continue }
            close(upTo: part.lowerBound)
            advance(to: part.lowerBound)
            html += Self.tags(span.kind).begin
            open.append((span, part.upperBound))
        }
        close(upTo: range.upperBound)
        advance(to: range.upperBound)
        self.html += html
    }

    private static func tags(_ kind: TextSpan.Kind) -> (begin: String, end: String) {
        switch kind {
        case .link(let address):
            (
                "<a href=\"\(address.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;"))\">",
                "</a>"
            )
        case .spoiler: ("<span data-mx-spoiler>", "</span>")
        case .emphasis: ("<em>", "</em>")
        case .strike: ("<del>", "</del>")
        case .underline: ("<u>", "</u>")
        case .code: ("<code>", "</code>")
        default: ("<strong>", "</strong>")
        }
    }

    private func escaped(_ range: Range<Int>, lineEnd: String) -> String {
        var text: [UInt8] = []
        for byte in bytes[range] {
            switch byte {
            case UInt8(ascii: "&"): text += "&amp;".utf8
            case UInt8(ascii: "<"): text += "&lt;".utf8
            case UInt8(ascii: ">"): text += "&gt;".utf8
            case UInt8(ascii: "\""): text += "&quot;".utf8
            case 0x0A: text += lineEnd.utf8
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
