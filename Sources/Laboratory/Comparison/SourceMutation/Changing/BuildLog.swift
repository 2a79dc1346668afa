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

    /// Which of a file's points are to blame for an error on a line: of those that begin or end on it the ones that may be
    /// a value, and all where none may; else the smallest one around it; else the last one before it.
    package static func suspects(_ points: [MutationPoint], at line: Int) -> [Int] {
        let near = points.indices.filter { points[$0].lines.lowerBound == line || points[$0].lines.upperBound == line }
        if !near.isEmpty {
            return near.contains { points[$0].mayBeValue } ? near.filter { points[$0].mayBeValue } : near
        }
        let around = points.indices.filter { points[$0].lines.contains(line) }
        if let smallest = around.min(by: { points[$0].lines.count < points[$1].lines.count }) { return [smallest] }
        return points.indices.filter { points[$0].lines.upperBound < line }.max { left, right in
            points[left].lines.upperBound < points[right].lines.upperBound
        }.map { [$0] } ?? []
    }
}
