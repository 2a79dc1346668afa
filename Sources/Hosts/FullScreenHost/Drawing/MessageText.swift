import Chat
import ChatTypes
import HostKit

/// A message's text as lines of styled pieces.
///
/// The styles of other people's formats are bold, slanted, underlined, struck and the ground of code. The program's own signs are dim,
/// which no format is: bars beside quotes, bullets, and where a link leads.
struct MessageText {
    /// A piece of a line in one style.
    typealias Piece = (text: String, style: CellStyle)

    /// A line of the text, before it is wrapped.
    struct Line {
        /// The program's marks before each row of the line: bars of quotes and indents of lists.
        var margin: [Piece] = []
        /// The mark before the first row, as wide as `rest`, such as a bullet.
        var bullet = ""
        var pieces: [Piece] = []

        var rest: String { String(repeating: " ", count: TerminalText.width(bullet)) }
    }

    /// The columns of an address behind a link.
    private static let addressColumns = 60

    let theme: Theme
    /// Whether spoilers are shown.
    let isSelected: Bool
    private(set) var lines: [Line] = []

    init(_ row: ChatViewState.Row, theme: Theme, isSelected: Bool) {
        (self.theme, self.isSelected) = (theme, isSelected)
        if row.text.isEmpty { return }
        let style = row.isDeleted ? theme.dim : theme.plain
        guard !row.spans.isEmpty else {
            lines = TerminalText.lines(row.text).map { Line(pieces: [($0, style)]) }
            return
        }
        read(FormattedText(row.text, row.spans).withoutMarkup)
    }

    /// Adds the program's words behind the last line.
    mutating func append(_ text: String, _ style: CellStyle) {
        if lines.isEmpty { lines.append(Line()) }
        let isBare = lines[lines.count - 1].pieces.isEmpty
        lines[lines.count - 1].pieces.append(((isBare ? "" : " ") + text, style))
    }

    /// Adds a line of the program's words.
    mutating func appendLine(_ text: String, _ style: CellStyle) { lines.append(Line(pieces: [(text, style)])) }

    /// Puts the program's words before the first line.
    mutating func insert(_ pieces: [Piece]) {
        if lines.isEmpty { lines.append(Line()) }
        lines[0].pieces.insert(contentsOf: pieces, at: 0)
    }

    /// Reads each line with the spans over it. The spans that have begun are kept, so that each is looked for once.
    private mutating func read(_ text: FormattedText) {
        let bytes = Array(text.text.utf8)
        var (start, next, open) = (0, 0, [TextSpan]())
        while start <= bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            open.removeAll { $0.range.upperBound <= start }
            while next < text.spans.count, text.spans[next].start < max(end, start + 1) {
                open.append(text.spans[next])
                next += 1
            }
            lines.append(line(start..<end, of: bytes, open))
            start = end + 1
        }
    }

    private func line(_ range: Range<Int>, of bytes: [UInt8], _ spans: [TextSpan]) -> Line {
        var line = Line()
        for span in spans.filter(\.kind.isBlock).prefix(2 * Limits.formatLevels) {
            switch span.kind {
            case .quote: line.margin.append(("│ ", theme.dim))
            case .codeBlock: line.margin.append(("  ", theme.plain))
            case .listItem(let number):
                if !line.bullet.isEmpty { line.margin.append((line.rest, theme.plain)) }
                line.bullet = number.map { "\($0). " } ?? "• "
                if span.start < range.lowerBound {
                    line.margin.append((line.rest, theme.plain))
                    line.bullet = ""
                }
            default: break
            }
        }
        var offset = range.lowerBound
        let cuts = spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.filter { range.contains($0) }
        for cut in Set(cuts + [range.upperBound]).sorted() where cut > offset || cut == range.upperBound {
            let part = offset..<cut
            if !part.isEmpty {
                let over = spans.filter {
                    $0.range.lowerBound < part.upperBound && $0.range.upperBound > part.lowerBound
                }
                line.pieces += pieces(part, of: bytes, over, isFirst: offset == range.lowerBound)
            }
            for span in spans where span.range.upperBound == cut {
                if let address = address(of: span, bytes, spans) { line.pieces.append(address) }
            }
            offset = cut
        }
        return line
    }

    private func pieces(_ range: Range<Int>, of bytes: [UInt8], _ spans: [TextSpan], isFirst: Bool) -> [Piece] {
        var text = String(decoding: bytes[range], as: UTF8.self)
        // Only the beginning of a line keeps its blanks.
        text = isFirst ? TerminalText.lines(text).joined(separator: " ") : TerminalText.safe(text)
        if isHidden(spans) { return [(Self.covered(text), theme.plain)] }
        let isStruck = spans.contains { $0.kind == .strike }
        let style = spans.reduce(into: theme.plain) { theme.apply($1.kind, to: &$0) }
        return isStruck && !theme.canStrike ? [("~~", theme.dim), (text, style), ("~~", theme.dim)] : [(text, style)]
    }

    private func isHidden(_ spans: [TextSpan]) -> Bool { !isSelected && spans.contains { $0.kind == .spoiler } }

    /// A text of the same width that says nothing.
    private static func covered(_ text: String) -> String {
        text.map { $0 == " " ? " " : String(repeating: "▒", count: TerminalText.width($0)) }.joined()
    }

    /// Returns where a link leads, unless its text says so.
    private func address(of span: TextSpan, _ bytes: [UInt8], _ spans: [TextSpan]) -> Piece? {
        guard let address = span.kind.address,
            !WebAddress.isShown(address, by: String(decoding: bytes[span.range], as: UTF8.self)),
            !isHidden(spans.filter { $0.range.overlaps(span.range) })
        else { return nil }
        var style = theme.dim
        style.link = address
        return (" (\(TerminalText.fit(address, columns: Self.addressColumns)))", style)
    }
}

extension Theme {
    /// Changes a style by a format.
    fileprivate func apply(_ kind: TextSpan.Kind, to style: inout CellStyle) {
        switch kind {
        case .emphasis: style.attributes.insert(canSlant ? .italic : .underlined)
        case .strong: style.attributes.insert(.bold)
        case .underline: style.attributes.insert(.underlined)
        case .strike: if canStrike { style.attributes.insert(.struck) }
        case .heading: style.attributes.formUnion([.bold, .underlined])
        case .code, .codeBlock:
            style.background = code.background
            style.attributes.formUnion(code.attributes)
        case .link(let address):
            style.attributes.insert(.underlined)
            style.link = address
        case .quote, .spoiler, .listItem, .emote, .markup: break
        }
    }
}
