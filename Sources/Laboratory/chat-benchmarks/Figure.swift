import Foundation

/// One measured figure, beside the bare statements' where there is such a thing.
struct Figure: Encodable {
    let name: String
    let scale: String
    let unit: String
    let ours: Double
    var bare: Double?
    /// As the promise about it is made: how much of the bare rate, or how many times the bare cost.
    var ratio: Double?

    init(_ name: String, _ scale: Scale, unit: String, ours: Double, bare: Double? = nil, ratio: Double? = nil) {
        (self.name, self.scale, self.unit) = (name, scale.name, unit)
        (self.ours, self.bare, self.ratio) = (ours, bare, ratio)
    }

    static let heading =
        "figure".padding(toLength: 74, withPad: " ", startingAt: 0) + "ours"
        + "bare       ratio".padding(toLength: 36, withPad: " ", startingAt: 0)

    var line: String {
        func text(_ value: Double?) -> String {
            value.map { String(format: abs($0) >= 1000 ? "%12.0f" : "%12.2f", $0) } ?? String(repeating: " ", count: 12)
        }
        let name = "\(name), \(scale)"
        return name.padding(toLength: max(66, name.count), withPad: " ", startingAt: 0) + text(ours) + " "
            + unit.padding(toLength: 11, withPad: " ", startingAt: 0) + text(bare) + text(ratio)
    }
}

/// How much a cost grows from a thousand to a million stored messages, ours beside the bare statements'.
struct Growth: Encodable {
    let name: String
    let ours: Double
    let bare: Double
    var ratio: Double { ours / bare }

    init?(_ name: String, in figures: [Figure]) {
        let series = figures.filter { $0.name == name }
        guard let first = series.first, let last = series.last, let firstBare = first.bare, let lastBare = last.bare
        else {
            return nil
        }
        (self.name, ours, bare) = (name, last.ours / first.ours, lastBare / firstBare)
    }

    var line: String {
        String(format: "growth of %@: ours %.2f, bare %.2f, ratio %.2f", name, ours, bare, ratio)
    }
}
