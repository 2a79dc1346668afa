import Foundation
import SourceMeasure

/// Reads reports stored as JSON from files that are not trusted.
enum ReportFile {
    /// An error for a file that is not a report.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The limit for numbers: larger ones cannot be measured values, and their sums might overflow.
    private static let largestNumber = 1e12
    private static let longest = 64 << 20

    /// Reads a report.
    ///
    /// Throws a `Mistake`, or an error that explains why the file cannot be read or decoded.
    static func read(_ path: String) throws -> ComparisonReport {
        let bytes = try FileStatus.contents(of: path, limit: longest)
        return try parse(Data(bytes))
    }

    static func parse(_ data: Data) throws -> ComparisonReport {
        guard holdsNumbersWithinBounds(try JSONSerialization.jsonObject(with: data)) else {
            throw Mistake(description: "it holds a number beyond what is measured")
        }
        return try JSONDecoder().decode(ComparisonReport.self, from: data)
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
