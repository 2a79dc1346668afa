import CommandWords
internal import Foundation

/// Which lines a run of tests executed, as the toolchain's profile has it.
///
/// Read from the JSON that `llvm-cov export` writes, and `swift test --enable-code-coverage` with it; `swift test
/// --show-codecov-path` says where. Only the segments count: the summaries beside them count the lines of a closure
/// twice, once in the function around it.
public struct CoverageProfile: Sendable {
    /// Why a profile could not be read.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is wrong, as the end of a sentence that begins with the profile's path.
        public let description: String
    }

    /// Where in a file the number of executions changes.
    struct Segment: Hashable, Sendable {
        let line: Int
        let count: Int
        /// Whether there is a number at all from here on.
        let hasCount: Bool
        /// Whether a region begins here, and not one that was left is gone on with.
        let isEntry: Bool
        /// Whether what begins here lies between regions.
        let isGap: Bool
    }

    /// Per file, each list of segments that the profile has of it, in the order of their lines.
    private let segments: [String: [[Segment]]]

    /// Reads an export. Throws a `Mistake` when the bytes are no export of a version that is known: 2 or 3.
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

    /// How many of a file's lines can be executed, and how many were; nil when the profile does not know the file.
    ///
    /// `lines` are the numbers of those to look at, from 1, ascending. A line can be executed when a region with a count
    /// begins on it or goes on from the line before; it was executed when any of these was: `llvm-cov show` prints the
    /// same. Cost: linear in lines and segments.
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

    /// The last line that the profile has of a file.
    func lastLine(of path: String) -> Int { segments[path]?.compactMap(\.last?.line).max() ?? 0 }

    /// How often a line was executed, by the segment that reaches into it and those that begin on it; nil when it cannot
    /// be.
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

/// The parts of an export that matter.
private struct Export: Decodable {
    struct Part: Decodable {
        let files: [File]
    }

    struct File: Decodable {
        let filename: String
        let segments: [CodedSegment]?
    }

    /// `[line, column, count, hasCount, isEntry, isGap]`, without the last in older exports.
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
