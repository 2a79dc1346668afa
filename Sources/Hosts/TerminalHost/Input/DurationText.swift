/// Lengths of time as a person types them: `500ms`, `30s`, `2m`, `1h`, `1d`, `1m30s`.
enum DurationText {
    static let longest = Duration.seconds(86_400)

    private static let units: [(name: String, length: Duration)] = [
        ("d", .seconds(86_400)), ("h", .seconds(3600)), ("m", .seconds(60)), ("s", .seconds(1)),
        ("ms", .milliseconds(1)),
    ]

    /// Nil for anything else: each unit at most once, the longest first, whole numbers, a day at most.
    static func parse(_ text: String) -> Duration? {
        var rest = text.lowercased()[...]
        var units = units[...]
        var sum = Duration.zero
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            // Eight digits are enough for a day of milliseconds, and too few to overflow.
            guard digits.count <= 8, let number = Int(digits), let unit = units.firstIndex(where: { $0.name == name })
            else { return nil }
            sum += units[unit].length * number
            units = units[(unit + 1)...]
        }
        return sum <= longest ? sum : nil
    }
}
