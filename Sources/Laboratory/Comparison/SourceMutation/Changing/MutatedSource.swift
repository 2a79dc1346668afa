package import SourceMeasure

/// Inserts mutation points into a file, so that a running program can switch each on by its number.
///
/// Without a number the program is unchanged. Every line keeps its number, so compiler errors can be traced to the
/// points on their lines.
package enum MutatedSource {
    private struct Wrap {
        let range: Range<Int>
        let number: Int
        let before: String
        let after: String
    }

    /// Returns the file with `points` inserted, each under its number; all points must belong to this file.
    package static func file(_ file: SourceFile, with points: [(number: Int, point: MutationPoint)]) -> SourceFile {
        let wraps = points.flatMap { number, point in point.parts.map { wrap($0, number: number) } }.sorted {
            ($0.range.lowerBound, -$0.range.upperBound, $0.number)
                < ($1.range.lowerBound, -$1.range.upperBound, $1.number)
        }
        var (bytes, position): ([UInt8], Int) = ([], 0)
        var open: [Wrap] = []
        func copy(to end: Int) {
            while let last = open.last, last.range.upperBound <= end {
                bytes += file.bytes[position..<last.range.upperBound] + Array(last.after.utf8)
                position = last.range.upperBound
                open.removeLast()
            }
            bytes += file.bytes[position..<end]
            position = end
        }
        for wrap in wraps {
            copy(to: wrap.range.lowerBound)
            bytes += Array(wrap.before.utf8)
            open.append(wrap)
        }
        copy(to: file.bytes.count)
        return SourceFile(path: file.path, bytes: bytes)
    }

    private static func wrap(_ part: MutationPoint.Part, number: Int) -> Wrap {
        let (before, after) =
            switch part.change {
            case .delete: ("if !isMutant(\(number)) { ", " }")
            case .negate: ("(isMutant(\(number)) != (", "))")
            case .replace(let other): ("(isMutant(\(number)) ? (\(other)) : (", "))")
            }
        return Wrap(range: part.range, number: number, before: before, after: after)
    }

    /// The environment variable with the number of the point to switch on.
    package static let variable = "MUTANT"

    /// The source file that each mutated module needs in addition to its own.
    package static let switches = SourceFile(
        path: "MutationSwitches.swift",
        bytes: Array(
            """
            internal import Foundation

            private let chosenMutant = ProcessInfo.processInfo.environment["\(variable)"].flatMap { Int($0) }

            func isMutant(_ number: Int) -> Bool { number == chosenMutant }

            """.utf8
        )
    )
}
