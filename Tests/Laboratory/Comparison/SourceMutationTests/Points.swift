import SourceMeasure

@testable import SourceMutation

/// Returns the texts of a source's mutation points, of one kind or of all.
func texts(_ kind: MutationOperator? = nil, in source: String, declarations: String = "") -> [String] {
    points(in: source, declarations: declarations).filter { kind == nil || $0.kind == kind }.map(\.text)
}

func points(in source: String, declarations: String = "") -> [MutationPoint] {
    let file = SourceFile(path: "File.swift", bytes: Array(source.utf8))
    let others = SourceFile(path: "Others.swift", bytes: Array(declarations.utf8))
    return MutationPoints(of: file, signatures: Signatures(of: [others, file])).points
}

/// Returns a source with a switch for each of its mutation points, numbered from 1.
func switched(_ source: String, declarations: String = "", only kind: MutationOperator? = nil) -> String {
    let numbered = points(in: source, declarations: declarations).filter { kind == nil || $0.kind == kind }
        .enumerated().map { (number: $0 + 1, point: $1) }
    let file = SourceFile(path: "File.swift", bytes: Array(source.utf8))
    return String(decoding: MutatedSource.file(file, with: numbered).bytes, as: UTF8.self)
}
