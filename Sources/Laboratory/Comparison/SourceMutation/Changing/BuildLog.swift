/// The errors in a compiler's output, by file and line.
package struct BuildLog: Sendable {
    package struct Place: Hashable, Sendable {
        package let path: String
        package let line: Int
    }

    /// The places of errors in order of appearance, without repetition.
    package private(set) var errors: [Place] = []

    /// Reads lines of the form `PATH:LINE:COLUMN: error: ...`.
    package init(_ text: String) {
        var seen: Set<Place> = []
        for line in text.split(whereSeparator: \.isNewline) {
            guard let range = line.firstRange(of: ": error: ") else { continue }
            let parts = line[..<range.lowerBound].split(separator: ":")
            guard parts.count == 3, parts[0].hasSuffix(".swift"), let number = Int(parts[1]) else { continue }
            let place = Place(path: String(parts[0]), line: number)
            if seen.insert(place).inserted { errors.append(place) }
        }
    }

    /// Returns the indices of a file's mutation points that may have caused an error on a line.
    ///
    /// The suspects are the first of these that exist:
    /// - points that may be a closure's value, in the smallest surrounding statement that contains any;
    /// - points that begin or end on the line;
    /// - the smallest point around the line;
    /// - the last point before the line.
    ///
    /// Deleting the value of a closure changes its type, and the compiler may report that anywhere in the statement.
    package static func suspects(_ points: [MutationPoint], at line: Int) -> [Int] {
        let around = points.indices.filter { points[$0].lines.contains(line) }
            .sorted { points[$0].parts[0].range.count < points[$1].parts[0].range.count }
        for statement in around where points[statement].kind == .statementDeleted {
            let values = points.indices.filter { points[$0].mayBeValue && points[statement].encloses(points[$0]) }
            if !values.isEmpty { return values }
        }
        let near = points.indices.filter { points[$0].lines.lowerBound == line || points[$0].lines.upperBound == line }
        if !near.isEmpty { return near }
        if let smallest = around.first { return [smallest] }
        return points.indices.filter { points[$0].lines.upperBound < line }.max { left, right in
            points[left].lines.upperBound < points[right].lines.upperBound
        }.map { [$0] } ?? []
    }
}

extension MutationPoint {
    fileprivate func encloses(_ other: MutationPoint) -> Bool {
        parts[0].range.lowerBound <= other.parts[0].range.lowerBound
            && other.parts[0].range.upperBound <= parts[0].range.upperBound
    }
}
