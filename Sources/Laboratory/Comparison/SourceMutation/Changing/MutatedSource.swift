package import SourceMeasure

/// A file in which each of some points is switched on by its number, when the program runs.
///
/// Nothing is changed as long as no number is chosen. Every line stays on its line, so what a compiler says of one can be
/// traced to the points on it.
package enum MutatedSource {
    private struct Wrap {
        let range: Range<Int>
        let number: Int
        let before: String
        let after: String
    }

    /// The file with `points` in it, each under its number. The points are all of this file.
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

    /// The variable of the environment that names the point to switch on.
    package static let variable = "MUTANT"

    /// What each module needs beside its files.
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
