import RuntimeKit

/// Reads the formats within a line or a paragraph: emphasis, code, links and spoilers.
///
/// A mark opens a format if no blank follows it, and closes one if no blank precedes it. `_` opens none behind a letter or digit of
/// ASCII, and closes none before one; `*` does neither between two digits. So `2*3*4` and `file_name_1` stay as they are, and
/// `**bold**text` is read. Each opened format is closed or given up once, so the cost is linear in the text.
struct MarkdownLine {
    private let bytes: [UInt8]
    private let range: Range<Int>
    private var spans: [TextSpan] = []
    /// The marks that have opened a format and wait for their end.
    private var opened: [Mark] = []
    /// The indices in `opened` of each mark's waiting ones.
    private var indices = [[Int]](repeating: [], count: Delimiter.allCases.count)
    /// The ends of the runs of backticks, by the number of them, the first one last; nil until one is needed.
    private var ticks: [Int: [Int]]?

    private enum Delimiter: Int, CaseIterable {
        case star, stars, line, lines, tildes, bars, bracket

        var length: Int { self == .star || self == .line || self == .bracket ? 1 : 2 }

        var kind: TextSpan.Kind {
            switch self {
            case .star, .line: .emphasis
            case .stars, .lines: .strong
            case .tildes: .strike
            // The end of a link's text knows the address.
            case .bars, .bracket: .spoiler
            }
        }
    }

    private struct Mark {
        let delimiter: Delimiter
        let start: Int
        var end: Int { start + delimiter.length }
    }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, self.range) = (bytes, range)
    }

    mutating func read() -> [TextSpan] {
        var index = range.lowerBound
        while index < range.upperBound { index = readMark(at: index) }
        return spans
    }

    /// Reads what begins at an index, and returns the index behind it.
    private mutating func readMark(at index: Int) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "\\"):
            guard let next = byte(index + 1), next.isPunctuation else { return index + 1 }
            add(.markup, index..<index + 1)
            return index + 2
        case UInt8(ascii: "`"): return readCode(at: index)
        case UInt8(ascii: "<"): return readAddress(at: index)
        case UInt8(ascii: "*"): return readRun(at: index, one: .star, two: .stars)
        case UInt8(ascii: "_"): return readRun(at: index, one: .line, two: .lines)
        case UInt8(ascii: "~"): return readRun(at: index, one: nil, two: .tildes)
        case UInt8(ascii: "|"): return readRun(at: index, one: nil, two: .bars)
        case UInt8(ascii: "["):
            open(.bracket, at: index)
            return index + 1
        case UInt8(ascii: "]"): return readLink(endingAt: index)
        case UInt8(ascii: "h"): return bareAddressEnd(at: index) ?? index + 1
        default: return index + 1
        }
    }

    private func byte(_ index: Int) -> UInt8? { range.contains(index) ? bytes[index] : nil }

    private mutating func add(_ kind: TextSpan.Kind, _ range: Range<Int>) { spans.append(TextSpan(kind, range)) }

    // MARK: Code

    private mutating func readCode(at index: Int) -> Int {
        let count = bytes[index..<range.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
        let start = index + count
        if ticks == nil { ticks = runsOfTicks() }
        while let end = ticks?[count]?.last, end <= start { ticks?[count]?.removeLast() }
        guard let end = ticks?[count]?.last, !bytes[start..<end - count].allSatisfy(\.isBlank) else { return start }
        add(.markup, index..<start)
        add(.code, start..<end - count)
        add(.markup, end - count..<end)
        return end
    }

    private func runsOfTicks() -> [Int: [Int]] {
        var runs: [Int: [Int]] = [:]
        var index = range.upperBound
        while index > range.lowerBound {
            let end = index
            while index > range.lowerBound, bytes[index - 1] == UInt8(ascii: "`") { index -= 1 }
            if end > index { runs[end - index, default: []].append(end) }
            index -= index == end ? 1 : 0
        }
        return runs
    }

    // MARK: Emphasis, strike and spoilers

    /// Reads a run of one character, which is a mark if it is as long as one. Three characters are both marks.
    private mutating func readRun(at index: Int, one: Delimiter?, two: Delimiter) -> Int {
        let end = index + bytes[index..<range.upperBound].prefix { $0 == bytes[index] }.count
        let marks: [Delimiter?] =
            switch end - index {
            case 1: [one]
            case 2: [two]
            case 3: one == nil ? [] : [two, one]
            default: []
            }
        let (before, after) = (byte(index - 1), byte(end))
        // Stars count within words, too, but not within calculations.
        let isCalculation = isDigit(before) && isDigit(after)
        let isStar = bytes[index] == UInt8(ascii: "*")
        let canOpen = !isBlank(after) && (one == nil || (isStar ? !isCalculation : !isLetter(before)))
        let canClose = !isBlank(before) && (one == nil || (isStar ? !isCalculation : !isLetter(after)))
        var (start, rest) = (index, marks.compactMap(\.self))
        while canClose, let mark = rest.max(by: { lastIndex(of: $0) < lastIndex(of: $1) }), lastIndex(of: mark) >= 0 {
            close(mark, at: start)
            start += mark.length
            rest.removeAll { $0 == mark }
        }
        guard canOpen else { return end }
        for mark in rest {
            open(mark, at: start)
            start += mark.length
        }
        return end
    }

    private func isBlank(_ byte: UInt8?) -> Bool { byte?.isBlank ?? true }
    private func isLetter(_ byte: UInt8?) -> Bool { byte?.isASCIILetterOrDigit ?? false }

    private func isDigit(_ byte: UInt8?) -> Bool { byte.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }

    private func lastIndex(of delimiter: Delimiter) -> Int { indices[delimiter.rawValue].last ?? -1 }

    private mutating func open(_ delimiter: Delimiter, at index: Int) {
        indices[delimiter.rawValue].append(opened.count)
        opened.append(Mark(delimiter: delimiter, start: index))
    }

    /// Ends the newest format of a kind. The marks within it that have no end are plain text.
    private mutating func close(_ delimiter: Delimiter, at index: Int) {
        guard let mark = giveUp(downTo: delimiter) else { return }
        guard mark.end < index else { return }
        add(.markup, mark.start..<mark.end)
        add(delimiter.kind, mark.end..<index)
        add(.markup, index..<index + delimiter.length)
    }

    /// Removes the newest mark of a kind, and all that were opened after it.
    private mutating func giveUp(downTo delimiter: Delimiter) -> Mark? {
        guard let index = indices[delimiter.rawValue].last else { return nil }
        while opened.count > index {
            let mark = opened.removeLast()
            if lastIndex(of: mark.delimiter) == opened.count { indices[mark.delimiter.rawValue].removeLast() }
            if opened.count == index { return mark }
        }
        return nil
    }

    // MARK: Links

    /// Reads `](ADDRESS)` behind a link's text.
    private mutating func readLink(endingAt index: Int) -> Int {
        guard lastIndex(of: .bracket) >= 0 else { return index + 1 }
        guard byte(index + 1) == UInt8(ascii: "("), let end = destinationEnd(from: index + 2),
            let address = WebAddress.accepting(String(decoding: bytes[index + 2..<end], as: UTF8.self)),
            opened[lastIndex(of: .bracket)].end < index
        else {
            indices[Delimiter.bracket.rawValue].removeLast()
            return index + 1
        }
        guard let mark = giveUp(downTo: .bracket) else { return index + 1 }
        // A link contains no other.
        indices[Delimiter.bracket.rawValue] = []
        add(.markup, mark.start..<mark.end)
        add(.link(address), mark.end..<index)
        add(.markup, index..<end + 1)
        return end + 1
    }

    /// Returns the index of the bracket behind an address, in which brackets come in pairs; nil without one.
    private func destinationEnd(from start: Int) -> Int? {
        var depth = 0
        for index in start..<max(start, range.upperBound) {
            switch bytes[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")") where depth == 0: return index
            case UInt8(ascii: ")"): depth -= 1
            // Another link's text begins or ends here, so that no part of the text is read twice.
            case UInt8(ascii: "["), UInt8(ascii: "]"): return nil
            case let byte where byte.isBlank: return nil
            default: break
            }
        }
        return nil
    }

    /// Reads `<ADDRESS>`.
    private mutating func readAddress(at index: Int) -> Int {
        guard let end = bareAddressEnd(at: index + 1), byte(end) == UInt8(ascii: ">"),
            let address = WebAddress.accepting(String(decoding: bytes[index + 1..<end], as: UTF8.self))
        else { return index + 1 }
        add(.markup, index..<index + 1)
        add(.link(address), index + 1..<end)
        add(.markup, end..<end + 1)
        return end + 1
    }

    /// Returns the end of a web address that begins at an index, without marks at its end; nil if none begins there. Characters
    /// within it are no marks.
    private func bareAddressEnd(at index: Int) -> Int? {
        let rest = bytes[min(index, range.upperBound)..<range.upperBound]
        guard rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8) else { return nil }
        var end = rest.firstIndex { $0.isBlank || "<>\"|[]()`\\".utf8.contains($0) } ?? range.upperBound
        while end > index, "*_~.,;:!?'".utf8.contains(bytes[end - 1]) { end -= 1 }
        return end
    }
}
