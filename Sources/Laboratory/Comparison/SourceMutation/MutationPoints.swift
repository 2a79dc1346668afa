package import SourceMeasure

/// The places in a file at which an operator can change the program, in source order.
///
/// They are found from tokens alone, without types, so some do not compile. The same file and signatures always give
/// the same places. Cost: linear in the file's length, except for deeply nested expressions.
package struct MutationPoints {
    package let points: [MutationPoint]

    /// Reads `file`; `signatures` determine which arguments have the same type.
    package init(of file: SourceFile, signatures: Signatures) {
        let source = SwiftSource(file.bytes)
        let statements = StatementReader(source).statements
        let found =
            DeletionFinder(source, statements: statements).points()
            + ComparisonFinder(source, statements: statements).points()
            + ArgumentFinder(source, signatures: signatures).points().filter { point in
                statements.contains { source.range($0.tokens).contains(point.parts[0].range.lowerBound) }
            }
        points = found.sorted { Self.place($0) < Self.place($1) }
    }

    /// Returns the sort key of a point: if several begin at the same byte, the longest comes first.
    private static func place(_ point: MutationPoint) -> (Int, Int, Int) {
        let range = point.parts[0].range
        let kind = MutationOperator.allCases.firstIndex(of: point.kind) ?? 0
        return (range.lowerBound, -range.upperBound, kind)
    }
}
