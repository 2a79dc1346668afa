import Foundation

/// One measured figure, with that of the bare statements if there is one.
struct Figure: Encodable {
    let name: String
    let scale: String
    let unit: String
    let ours: Double
    var bare: Double?
    /// The ratio in the direction in which targets are stated: the part of the bare rate, or the multiple of the bare
    /// cost.
    var ratio: Double?

    init(_ name: String, _ scale: Scale, unit: String, ours: Double, bare: Double? = nil, ratio: Double? = nil) {
        self.init(name, scale.name, unit: unit, ours: ours, bare: bare, ratio: ratio)
    }

    init(_ name: String, _ scale: String, unit: String, ours: Double, bare: Double? = nil, ratio: Double? = nil) {
        (self.name, self.scale, self.unit) = (name, scale, unit)
        (self.ours, self.bare, self.ratio) = (ours, bare, ratio)
    }

    static let heading = row("figure", "ours", "", "bare", "ratio")

    var line: String {
        func text(_ value: Double?) -> String {
            value.map { String(format: abs($0) >= 1000 ? "%.0f" : "%.2f", $0) } ?? ""
        }
        return Self.row("\(name), \(scale)", text(ours), unit, text(bare), text(ratio))
    }

    /// Returns aligned columns, names and units to the left, numbers to the right.
    private static func row(_ name: String, _ ours: String, _ unit: String, _ bare: String, _ ratio: String) -> String {
        func fromLeft(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        func fromRight(_ text: String) -> String {
            String(repeating: " ", count: max(0, 12 - text.count)) + text
        }
        return fromLeft(name, 66) + fromRight(ours) + " " + fromLeft(unit, 11) + fromRight(bare) + fromRight(ratio)
    }
}

/// The growth of a cost from a thousand to a million stored messages, compared with that of the bare statements.
struct Growth: Encodable {
    let name: String
    let ours: Double
    let bare: Double
    let ratio: Double

    init?(_ name: String, in figures: [Figure]) {
        let series = figures.filter { $0.name == name }
        guard let first = series.first, let last = series.last, let firstBare = first.bare, let lastBare = last.bare
        else {
            return nil
        }
        (self.name, ours, bare) = (name, last.ours / first.ours, lastBare / firstBare)
        ratio = ours / bare
    }

    var line: String {
        String(format: "growth of %@: ours %.2f, bare %.2f, ratio %.2f", name, ours, bare, ratio)
    }
}
