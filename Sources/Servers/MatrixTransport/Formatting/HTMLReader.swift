import ChatTypes
import RuntimeKit

/// Reads the HTML of a message as plain text with spans.
///
/// Reads the tags and attributes that the Matrix specification lists. Of other elements only the text counts, and of scripts, styles
/// and the quote before a reply nothing. Marks stand in the text where it alone would not tell, as markup: `- ` and `1. ` before
/// items, `> ` before quotes, bars around spoilers, `^` before raised text, and a link's address behind its text. Cost: linear in the text.
struct HTMLReader {
    /// The elements within each other that are told apart, as the specification suggests.
    private static let depthLimit = 100

    private var text: [UInt8] = []
    private var spans: [TextSpan] = []
    private var open: [Element] = []
    /// The number of elements in `open` whose first character has come.
    private var begun = 0
    /// The line ends before the next character, and whether a blank comes before it.
    private var (lineEnds, hasBlank) = (0, false)
    /// The start of the current line, and of the text behind its marks.
    private var (line, content) = (0, 0)
    /// The numbers of elements around that keep white space, and that are skipped.
    private var (kept, skipped) = (0, 0)

    private struct Element {
        let name: String
        var kind: TextSpan.Kind?
        /// The offset of its first character; -1 before that has come.
        var start = -1
        /// The mark of an item before its first line, until it is written, and the blanks before its other lines.
        var mark: String?
        var indent = ""
        /// The number of the next item of a numbered list.
        var number: Int?
        /// An address that is no web address, to show behind the text.
        var note: String?
        /// Whether it leads to a room, whose address says nothing to a person.
        var isPlace = false
    }

    static func read(_ html: String) -> FormattedText {
        var reader = HTMLReader()
        var tokens = HTMLTokens(html)
        while let token = tokens.next() {
            switch token {
            case .text(let bytes): reader.add(bytes)
            case .begin(let name, _) where ["script", "style", "title"].contains(name): tokens.skip(to: name)
            case .begin(let name, let attributes): reader.begin(name, attributes)
            case .end(let name): reader.end(name)
            }
        }
        reader.close(downTo: 0)
        return FormattedText(String(decoding: reader.text, as: UTF8.self), reader.spans.sorted())
    }

    // MARK: Elements

    private static let kinds: [String: TextSpan.Kind] = [
        "b": .strong, "strong": .strong, "i": .emphasis, "em": .emphasis, "u": .underline, "s": .strike, "del": .strike,
        "strike": .strike, "code": .code, "pre": .codeBlock, "blockquote": .quote, "h1": .heading(level: 1),
        "h2": .heading(level: 2),
        "h3": .heading(level: 3), "h4": .heading(level: 4), "h5": .heading(level: 5), "h6": .heading(level: 6),
    ]
    private static let blocks: Set<String> = [
        "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "tr", "table", "caption",
        "details",
        "summary", "hr",
    ]

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        if Self.blocks.contains(name) { endLine() }
        switch name {
        case "br":
            lineEnds += 1
            return
        case "hr":
            add(Array("———".utf8))
            return endLine()
        case "img": return add(Array((attributes["alt"] ?? attributes["title"] ?? "Image").utf8))
        // The first paragraph of a quote or an item begins with it.
        case "p" where lineEnds > 0 && (open.last?.start ?? 0) >= 0: lineEnds = max(lineEnds, 2)
        case "td", "th": if text.count > content, lineEnds == 0 { add(Array(" | ".utf8)) }
        default: break
        }
        if open.count < Self.depthLimit { open.append(element(name, attributes)) }
    }

    private mutating func element(_ name: String, _ attributes: [String: String]) -> Element {
        var element = Element(name: name, kind: Self.kinds[name])
        switch name {
        case "a":
            let address = attributes["href"] ?? ""
            if let place = MatrixLink(address) {
                // A person who is mentioned needs no address, and an alias is one that can be typed.
                if place.id.hasPrefix("@") { break }
                element.kind = WebAddress.accepting(address).map { .link($0) }
                element.isPlace = true
                if place.id.hasPrefix("#"), place.event == nil { element.note = place.id }
                break
            }
            element.kind = WebAddress.accepting(address).map { .link($0) }
            if address.hasPrefix("mailto:") { element.note = String(address.dropFirst(7)) }
            if ["ftp://", "magnet:"].contains(where: address.hasPrefix) { element.note = address }
        case "span":
            guard let reason = attributes["data-mx-spoiler"] else { break }
            if !reason.isEmpty { add(Array("(\(reason)) ".utf8)) }
            element.kind = .spoiler
        case "code" where kept > 0: element.kind = nil
        case "ol":
            let start = attributes["start"].flatMap { Int($0) } ?? 1
            element.number = TextSpan.Kind.itemNumbers.contains(start) ? start : 1
        case "li":
            let list = open.lastIndex { $0.name == "ol" || $0.name == "ul" }
            let number = list.flatMap { open[$0].number }
            if let list, let number { open[list].number = min(number + 1, TextSpan.Kind.itemNumbers.upperBound) }
            element.kind = .listItem(number: number)
            element.mark = number.map { "\($0). " } ?? "- "
            element.indent = String(repeating: " ", count: element.mark?.count ?? 0)
        case "pre": kept += 1
        case "mx-reply": skipped += 1
        default: break
        }
        return element
    }

    private mutating func end(_ name: String) {
        guard let index = open.lastIndex(where: { $0.name == name }) else { return }
        close(downTo: index)
        if Self.blocks.contains(name) { endLine() }
    }

    private mutating func close(downTo count: Int) {
        while let element = open.last, open.count > count {
            open.removeLast()
            begun = min(begun, open.count)
            if element.name == "pre" { kept -= 1 }
            if element.name == "mx-reply" { skipped -= 1 }
            guard element.start >= 0, element.start < text.count else { continue }
            if let mark = Self.raised[element.name] { raise(mark, from: element.start) }
            if let kind = element.kind { add(kind, element.start..<text.count) }
            if element.kind == .spoiler { addMark("||") }
            let said = String(decoding: text[element.start...], as: UTF8.self)
            if let address = element.kind?.address, !element.isPlace, !WebAddress.isShown(address, by: said) {
                addMark(" (\(address))")
            }
            if let note = element.note, note != said { text += " (\(note))".utf8 }
        }
    }

    private static let raised = ["sup": "^", "sub": "_"]

    /// Writes a mark before a text that is raised or lowered, and brackets around it unless it is one word.
    private mutating func raise(_ mark: String, from start: Int) {
        guard text.count < Limits.textBytes else { return }
        let isWord = text[start...].allSatisfy { $0.isASCIILetterOrDigit || $0 >= 0x80 }
        let opening = mark + (isWord ? "" : "(")
        text.insert(contentsOf: opening.utf8, at: start)
        spans = spans.map { span in
            guard span.start >= start else { return span }
            return TextSpan(span.kind, start: span.start + opening.utf8.count, length: span.length)
        }
        if !isWord { text += ")".utf8 }
    }

    // MARK: Text

    /// Adds a text. White space is as good as one blank, unless an element keeps it.
    private mutating func add(_ bytes: [UInt8]) {
        guard skipped == 0 else { return }
        for byte in bytes where text.count < Limits.textBytes {
            if byte == 0x0A, kept > 0 {
                // The line end behind the tag is no part of the code.
                if open.last(where: { $0.name == "pre" })?.start != -1 { lineEnds += 1 }
            } else if byte.isHTMLBlank, kept == 0 {
                hasBlank = true
            } else {
                write(byte)
            }
        }
    }

    private mutating func write(_ byte: UInt8) {
        if lineEnds > 0, !text.isEmpty {
            text += [UInt8](repeating: 0x0A, count: lineEnds)
            (line, content) = (text.count, text.count)
        }
        lineEnds = 0
        if text.count == line { writeMarks() }
        if hasBlank, text.count > content { text.append(0x20) }
        hasBlank = false
        for index in begun..<open.count {
            let kind = open[index].kind
            if kind == .spoiler { addMark("||") }
            open[index].start = kind?.isBlock == true ? line : text.count
        }
        begun = open.count
        text.append(byte)
    }

    /// Writes the marks of the quotes and items around at the start of a line.
    private mutating func writeMarks() {
        for index in open.indices {
            if open[index].kind == .quote { text += "> ".utf8 }
            text += (open[index].mark ?? open[index].indent).utf8
            open[index].mark = nil
        }
        if text.count > line { add(.markup, line..<text.count) }
        content = text.count
    }

    private mutating func endLine() { if text.count > line { lineEnds = max(lineEnds, 1) } }

    private mutating func addMark(_ mark: String) {
        add(.markup, text.count..<text.count + mark.utf8.count)
        text += mark.utf8
    }

    private mutating func add(_ kind: TextSpan.Kind, _ range: Range<Int>) {
        if spans.count < Limits.spans { spans.append(TextSpan(kind, start: range.lowerBound, length: range.count)) }
    }
}
