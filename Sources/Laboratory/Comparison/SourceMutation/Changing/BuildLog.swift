/// What a compiler says is wrong, by file and line.
package struct BuildLog: Sendable {
    package struct Place: Hashable, Sendable {
        package let path: String
        package let line: Int
    }

    /// In the order in which they are said, each once.
    package private(set) var errors: [Place] = []

    /// Reads `PATH:LINE:COLUMN: error: ...` of each line.
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

    /// Which of a file's points are to blame for an error on a line: in the smallest statement around it that has any, those
    /// that may be a closure's value; else those that begin or end on the line; else the smallest one around it; else the
    /// last one before it.
    ///
    /// Leaving out what a closure gives changes its type, and the compiler may complain anywhere in the statement.
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
