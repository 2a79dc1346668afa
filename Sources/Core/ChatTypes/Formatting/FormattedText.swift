/// A text with its spans.
public struct FormattedText: Hashable, Sendable {
    /// The plain text.
    public let text: String
    /// The spans, which fit the text.
    public let spans: [TextSpan]

    /// Drops spans that do not fit the text.
    public init(_ text: String, _ spans: [TextSpan] = []) {
        (self.text, self.spans) = (text, spans.bounded(to: text))
    }

    /// Whether the message says what its author does.
    public var isEmote: Bool { spans.first?.kind == .emote }

    /// Returns the text below a line; it is no emote any more.
    package func below(_ line: String) -> FormattedText {
        let start = line + "\n"
        let length = start.utf8.count
        let moved = spans.filter { $0.kind != .emote }.map {
            TextSpan($0.kind, start: $0.start + length, length: $0.length)
        }
        return FormattedText(start + text, moved)
    }

    /// The text of an emote without the star before it; any other text as it is.
    package var withoutEmoteMark: FormattedText {
        guard isEmote, let length = spans.first?.length else { return self }
        let moved = spans.dropFirst().map { TextSpan($0.kind, start: $0.start - length, length: $0.length) }
        return FormattedText(String(decoding: text.utf8.dropFirst(length), as: UTF8.self), moved)
    }

    /// The text without the characters that stand for formats, for a display with formats. The other spans move with it.
    ///
    /// Cost: linear in the text, and in the spans but for sorting them.
    public var withoutMarkup: FormattedText {
        let hidden = spans.filter(\.kind.isMark).map(\.range).merged
        if hidden.isEmpty { return self }
        var (bytes, from) = ([UInt8](), 0)
        let all = Array(text.utf8)
        bytes.reserveCapacity(all.count)
        for range in hidden {
            bytes += all[from..<range.lowerBound]
            from = range.upperBound
        }
        bytes += all[from...]
        let moved = OffsetMap(without: hidden)
        let kept = spans.filter { !$0.kind.isMark }.compactMap { span -> TextSpan? in
            let range = moved[span.start]..<moved[span.range.upperBound]
            return range.isEmpty ? nil : TextSpan(span.kind, range)
        }
        return FormattedText(String(decoding: bytes, as: UTF8.self), kept)
    }

    /// The text on a line that shows a message where it was not asked for: `readable`, with a few blocks in place of each spoiler.
    public var preview: String { readable(hidingSpoilers: true) }

    /// The text as it reads where formats are not drawn: without the marks within its lines, and with the address of a link behind its
    /// text. The marks of lists, quotes and spoilers stay.
    public var readable: String { readable(hidingSpoilers: false) }

    /// Cost: linear in the text, and in the spans but for sorting them.
    private func readable(hidingSpoilers isHiding: Bool) -> String {
        let all = Array(text.utf8)
        var changes = spans.filter { $0.kind == .markup }.compactMap { mark in
            replacement(of: all[mark.range], hidingSpoilers: isHiding).map { (range: mark.range, text: $0) }
        }
        if isHiding {
            let spoilers = spans.filter { $0.kind == .spoiler }.map(\.range).merged
            changes = changes.filter { change in !spoilers.contains { $0.overlaps(change.range) } }
            changes += spoilers.map { ($0, "▒▒▒") }
        }
        if changes.isEmpty { return text }
        var (bytes, from) = ([UInt8](), 0)
        bytes.reserveCapacity(all.count)
        for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where change.range.lowerBound >= from {
            bytes += all[from..<change.range.lowerBound] + Array(change.text.utf8)
            from = change.range.upperBound
        }
        return String(decoding: bytes + all[from...], as: UTF8.self)
    }

    /// Returns what stands in the place of a mark; nil if it stays.
    private func replacement(of mark: ArraySlice<UInt8>, hidingSpoilers isHiding: Bool) -> String? {
        let text = String(decoding: mark, as: UTF8.self)
        if text.hasPrefix("](") {
            let address = text.dropFirst(2).dropLast()
            return " (\(address))"
        }
        if text == "||" { return isHiding ? "" : nil }
        // A heading, code between fences, or a mark within a line; any other one is of a list, a quote, or an address.
        let isOfLine = text.contains { $0.isWhitespace } || text == ">" && mark.startIndex == 0
        let isOfBlock = text.first { !$0.isNewline }.map { "#`~".contains($0) } ?? false
        return isOfLine && !isOfBlock ? nil : ""
    }
}

/// The offsets of a text after parts of it were removed.
private struct OffsetMap {
    private let hidden: [Range<Int>]
    /// The bytes that are gone before each of the parts.
    private var goneBefore: [Int] = []

    /// - Parameter hidden: the parts, in order and apart from each other.
    init(without hidden: [Range<Int>]) {
        self.hidden = hidden
        var gone = 0
        for range in hidden {
            goneBefore.append(gone)
            gone += range.count
        }
    }

    subscript(offset: Int) -> Int {
        var (low, high) = (0, hidden.count)
        while low < high {
            let middle = (low + high) / 2
            if hidden[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return offset }
        let last = hidden[low - 1]
        return offset - goneBefore[low - 1] - min(offset - last.lowerBound, last.count)
    }
}

extension [Range<Int>] {
    /// The ranges in order, joined where they touch or overlap.
    fileprivate var merged: [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
