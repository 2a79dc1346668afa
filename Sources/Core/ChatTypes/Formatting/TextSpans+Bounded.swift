extension [TextSpan] {
    /// Returns the spans that fit a text: within it, between its characters' bytes, in order, at most `Limits.spans` of them.
    package func bounded(to text: String) -> [TextSpan] {
        if isEmpty { return self }
        let bytes = text.utf8
        let fitting = prefix(Limits.spans).filter { span in
            span.start >= 0 && span.length > 0 && span.start <= bytes.count && span.length <= bytes.count - span.start
                && bytes.isBetweenScalars(span.start) && bytes.isBetweenScalars(span.start + span.length)
        }
        var room = Limits.spanBytes
        let kept = fitting.filter { span in
            room -= span.kind.address?.utf8.count ?? 0
            return room >= 0
        }
        return kept.sorted()
    }

    /// Whether `bounded(to:)` changes nothing.
    package func fit(_ text: String) -> Bool { isEmpty || bounded(to: text) == self }

    /// Returns the spans in ascending order of their starts, the longer ones first, and equal ones in their own order.
    package func sorted() -> [TextSpan] {
        enumerated().sorted { one, other in
            if one.element.start != other.element.start { return one.element.start < other.element.start }
            if one.element.length != other.element.length { return one.element.length > other.element.length }
            return one.offset < other.offset
        }.map(\.element)
    }

    /// The spans in a line each, as the history stores them; nil without any.
    package var stored: String? {
        if isEmpty { return nil }
        return map { span in
            var words = [span.kind.name, String(span.start), String(span.length)]
            if let number = span.kind.number { words.append(String(number)) }
            if let address = span.kind.address { words.append(address) }
            return words.joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// Reads spans from the history. Skips lines that are none, such as the last one of a text that was cut.
    package init(stored: String) {
        self = stored.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count >= 3, let start = Int(words[1]), let length = Int(words[2]), length > 0 else {
                return nil
            }
            let last = words.count > 3 ? String(words[3]) : nil
            let kind = TextSpan.Kind(name: String(words[0]), number: last.flatMap { Int($0) }, address: last)
            return kind.map { TextSpan($0, start: start, length: length) }
        }
    }
}

extension String.UTF8View {
    /// Whether no character's bytes are on both sides of an offset within the text.
    fileprivate func isBetweenScalars(_ offset: Int) -> Bool {
        offset == count || self[index(startIndex, offsetBy: offset)] & 0xC0 != 0x80
    }
}
