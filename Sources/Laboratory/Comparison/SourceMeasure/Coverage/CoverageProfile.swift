import CommandLineKit
internal import Foundation

/// The lines that a test run executed, from the toolchain's coverage profile.
///
/// The profile is the JSON that `llvm-cov export` and `swift test --enable-code-coverage` write; `swift test
/// --show-codecov-path` prints its path. Only its segments are used: the summaries count the lines of a closure
/// twice, once for the closure and once for the function around it.
public struct CoverageProfile: Sendable {
    /// An error in the contents of a profile.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// The error as the end of a sentence that begins with the profile's path.
        public let description: String
    }

    /// A position in a file at which the execution count changes.
    struct Segment: Hashable, Sendable {
        let line: Int
        let count: Int
        /// Whether the code from here on has an execution count.
        let hasCount: Bool
        /// Whether a region begins here, rather than resumes after a nested one.
        let isEntry: Bool
        /// Whether a gap between regions begins here.
        let isGap: Bool
    }

    /// The profile's lists of segments for each file, each in line order.
    private let segments: [String: [[Segment]]]

    /// Parses an export.
    ///
    /// Throws a `Mistake` if the bytes are not an export of a supported version: 2 or 3.
    public init(parsing bytes: [UInt8]) throws(Mistake) {
        let export: Export
        do {
            export = try JSONDecoder().decode(Export.self, from: Data(bytes))
        } catch {
            throw Mistake(description: "is no JSON export of llvm-cov: \(Self.reason(error))")
        }
        let version = export.version.split(separator: ".").first.map(String.init) ?? ""
        guard export.type == "llvm.coverage.json.export", version == "2" || version == "3" else {
            let found = "\(printable(export.type)) of version \(printable(export.version))"
            throw Mistake(description: "is \(found); llvm.coverage.json.export of version 2 or 3 is read")
        }
        var segments: [String: [[Segment]]] = [:]
        for file in export.data.flatMap(\.files) {
            guard let found = file.segments else {
                throw Mistake(
                    description: "has no segments for \(printable(file.filename)): export it without --summary-only"
                )
            }
            segments[file.filename, default: []].append(found.map(\.segment))
        }
        self.segments = segments
    }

    /// Returns how many lines of a file can be executed and how many were, or nil if the profile does not contain the
    /// file.
    ///
    /// `lines` are the line numbers to check, starting at 1, in ascending order. A line can be executed if a region
    /// with a count begins on it or continues from the line before. It was executed if any of those regions was;
    /// `llvm-cov show` uses the same rule. Cost: linear in lines and segments.
    func coverage(of path: String, lines: [Int]) -> LineCoverage? {
        guard let lists = segments[path] else { return nil }
        var (coverable, covered): (Set<Int>, Set<Int>) = ([], [])
        for list in lists {
            var next = 0
            var wrapped: Segment?
            for line in lines {
                while next < list.count, list[next].line < line {
                    wrapped = list[next]
                    next += 1
                }
                let start = next
                while next < list.count, list[next].line == line { next += 1 }
                guard let count = Self.count(wrapped, list[start..<next]) else {
                    wrapped = next > start ? list[next - 1] : wrapped
                    continue
                }
                coverable.insert(line)
                if count > 0 { covered.insert(line) }
                wrapped = next > start ? list[next - 1] : wrapped
            }
        }
        return LineCoverage(coverable: coverable.count, covered: covered.count)
    }

    /// Returns the last line that the profile contains for a file.
    func lastLine(of path: String) -> Int { segments[path]?.compactMap(\.last?.line).max() ?? 0 }

    /// Returns the execution count of a line, or nil if the line cannot be executed.
    ///
    /// Uses the segment that continues into the line and those that begin on it.
    private static func count(_ wrapped: Segment?, _ begun: ArraySlice<Segment>) -> Int? {
        let regions = begun.filter { $0.hasCount && $0.isEntry && !$0.isGap }
        if let first = begun.first, first.isEntry, !first.hasCount, regions.isEmpty { return nil }
        guard wrapped?.hasCount == true || begun.contains(where: { $0.hasCount && $0.isEntry }) else { return nil }
        return max(wrapped?.count ?? 0, regions.map(\.count).max() ?? 0)
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.dataCorrupted: "it does not parse"
        case DecodingError.keyNotFound(let key, _): "\(printable(key.stringValue)) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(printable(context.codingPath.map(\.stringValue).joined(separator: "."))) is of another kind"
        default: "it does not parse"
        }
    }
}

/// The parts of an export that are used.
private struct Export: Decodable {
    struct Part: Decodable {
        let files: [File]
    }

    struct File: Decodable {
        let filename: String
        let segments: [CodedSegment]?
    }

    /// `[line, column, count, hasCount, isEntry, isGap]`; older exports lack the last field.
    struct CodedSegment: Decodable {
        let segment: CoverageProfile.Segment

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            let line = try fields.decode(Int.self)
            _ = try fields.decode(Int.self)
            segment = CoverageProfile.Segment(
                line: line,
                count: try fields.decode(Int.self),
                hasCount: try fields.decode(Bool.self),
                isEntry: try fields.decode(Bool.self),
                isGap: fields.isAtEnd ? false : try fields.decode(Bool.self)
            )
        }
    }

    let data: [Part]
    let type: String
    let version: String
}
