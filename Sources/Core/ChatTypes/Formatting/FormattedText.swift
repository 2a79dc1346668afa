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

    /// The plain text with a few blocks in place of each spoiler, for a line that shows a message where it was not asked for.
    public var withoutSpoilers: String {
        let hidden = spans.filter { $0.kind == .spoiler }.map(\.range).merged
        if hidden.isEmpty { return text }
        var (bytes, from) = ([UInt8](), 0)
        let all = Array(text.utf8)
        for range in hidden {
            bytes += all[from..<range.lowerBound] + Array("▒▒▒".utf8)
            from = range.upperBound
        }
        return String(decoding: bytes + all[from...], as: UTF8.self)
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
