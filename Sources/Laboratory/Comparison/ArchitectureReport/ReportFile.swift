import Foundation
import SourceMeasure

/// A report that was kept as JSON, whatever stands in the file.
enum ReportFile {
    /// Why a file is no report.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// Larger numbers measure nothing here, and sums of them need not fit.
    private static let largestNumber = 1e12
    private static let longest = 64 << 20

    /// Reads a report. Throws a `Mistake`, or what says why the file cannot be read or is no JSON of a report.
    static func read(_ path: String) throws -> ComparisonReport {
        let bytes = try FileStatus.contents(of: path, limit: longest)
        return try parse(Data(bytes))
    }

    static func parse(_ data: Data) throws -> ComparisonReport {
        guard holdsNumbersWithinBounds(try JSONSerialization.jsonObject(with: data)) else {
            throw Mistake(description: "it holds a number beyond what is measured")
        }
        let report = try JSONDecoder().decode(ComparisonReport.self, from: data)
        guard report.versions.allSatisfy(\.graph.isConsistent) else {
            throw Mistake(description: "it holds a reference to a declaration that is not there")
        }
        return report
    }

    private static func holdsNumbersWithinBounds(_ value: Any) -> Bool {
        switch value {
        case let values as [Any]: values.allSatisfy(holdsNumbersWithinBounds)
        case let values as [String: Any]: values.values.allSatisfy(holdsNumbersWithinBounds)
        case let number as NSNumber: abs(number.doubleValue) <= largestNumber
        default: true
        }
    }
}

extension TypeGraph {
    /// Whether all that it says of declarations is of its own.
    fileprivate var isConsistent: Bool {
        edges.count == names.count && cycles.count == names.count
            && edges.allSatisfy { $0.allSatisfy(names.indices.contains) }
    }
}
