package import SourceMeasure

/// All places in a file where an operator can change the program, in the order in which they stand there.
///
/// They are found by the tokens alone, without types: of some a compiler alone can say that they are none. The same file
/// and signatures always give the same places. Cost: linear in the file's length, but for expressions deep in others.
package struct MutationPoints {
    package let points: [MutationPoint]

    /// Reads `file`; `signatures` say which arguments are of the same type.
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

    /// Of points that begin at one byte, the wider ones come first.
    private static func place(_ point: MutationPoint) -> (Int, Int, Int) {
        let range = point.parts[0].range
        let kind = MutationOperator.allCases.firstIndex(of: point.kind) ?? 0
        return (range.lowerBound, -range.upperBound, kind)
    }
}
