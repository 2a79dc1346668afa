/// A place in a file at which a mutation operator can change the program.
package struct MutationPoint: Hashable, Sendable {
    /// The change to a part of the source when the mutation is on.
    enum Change: Hashable, Sendable {
        case delete
        case negate
        /// Replaces the part with a single line of source.
        case replace(String)
    }

    /// A part of the source, as byte offsets, and its change.
    struct Part: Hashable, Sendable {
        let range: Range<Int>
        let change: Change
    }

    package let kind: MutationOperator
    /// The lines of the point, starting at 1.
    package let lines: ClosedRange<Int>
    /// The source text of the point, on one line and shortened to fit.
    package let text: String
    let parts: [Part]
    /// Whether the point is the only statement of a closure, and so may be its value.
    let mayBeValue: Bool
}

extension MutationPoint {
    /// The length limit of `text`, enough to recognize the place.
    private static let longestText = 90

    init(
        _ kind: MutationOperator,
        _ parts: [Part],
        in source: SwiftSource,
        showing range: Range<Int>,
        mayBeValue: Bool = false
    ) {
        self.kind = kind
        self.mayBeValue = mayBeValue
        self.parts = parts
        lines = source.line(of: range.lowerBound)...source.line(of: max(range.lowerBound, range.upperBound - 1))
        let words = source.text(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        text = words.count > Self.longestText ? words.prefix(Self.longestText - 1) + "…" : words
    }
}
