import ChatTypes
import JSONKit

/// The formatted parts of a text for the page, which counts UTF-16 units where `TextSpan` counts bytes of UTF-8.
enum SpanJSON {
    /// Returns `[name, start, length, value]` for each span; the value is an address, a level or a number. Spans that lie outside of the
    /// text, or begin within a character, are left out.
    static func elements(_ spans: [TextSpan], in text: String) -> [JSONText] {
        guard !spans.isEmpty else { return [] }
        let edges = Set(spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
        let places = units(at: edges, in: text)
        return spans.compactMap { span in
            guard let start = places[span.range.lowerBound], let end = places[span.range.upperBound], start < end else {
                return nil
            }
            var element: [JSONText] = [.string(span.kind.name), .integer(Int64(start)), .integer(Int64(end - start))]
            switch span.kind {
            case .link(let address): element.append(.string(address))
            case .heading(let level): element.append(.integer(Int64(level)))
            case .listItem(let number?): element.append(.integer(Int64(number)))
            default: break
            }
            return .array(element)
        }
    }

    /// Returns the offset in UTF-16 units for each offset in bytes at which a scalar begins or the text ends. Cost: one pass.
    private static func units(at edges: Set<Int>, in text: String) -> [Int: Int] {
        var (places, bytes, units) = ([Int: Int](), 0, 0)
        for scalar in text.unicodeScalars {
            if edges.contains(bytes) { places[bytes] = units }
            bytes += UTF8.width(scalar)
            units += UTF16.width(scalar)
        }
        if edges.contains(bytes) { places[bytes] = units }
        return places
    }
}
