/// A place in a file where an operator can change the program.
package struct MutationPoint: Hashable, Sendable {
    /// What is done to a part of the source when the change is switched on.
    enum Change: Hashable, Sendable {
        case delete
        case negate
        /// Something else stands in its place: source of one line.
        case replace(String)
    }

    /// A part of the source, by offsets of bytes, and what is done to it.
    struct Part: Hashable, Sendable {
        let range: Range<Int>
        let change: Change
    }

    package let kind: MutationOperator
    /// The lines that it stands on, from 1 on.
    package let lines: ClosedRange<Int>
    /// What stands there, on one line and not longer than one.
    package let text: String
    let parts: [Part]
    /// Whether it is the only statement of a closure, and perhaps its value.
    let mayBeValue: Bool
}

extension MutationPoint {
    /// Long enough to know a place again.
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
