import CSystem

/// A plot of growth with the number of chats, with logarithmic scales on both axes.
struct GrowthFigure {
    let id: String
    let title: String
    /// The unit, next to the upper end of the scale.
    let unit: String
    /// One line for each architecture, in the table's order.
    let lines: [(name: String, points: [(x: Double, y: Double)])]

    /// The values that the vertical scale must include, so that two figures can be compared.
    var least: [Double] = []

    private static let plot = (right: 346.0, top: 26.0, bottom: 218.0)

    var drawing: Drawing {
        var drawing = Drawing(id: id, title: title, caption: title, description: description, height: 256)
        let points = lines.flatMap(\.points).filter { $0.x > 0 && $0.y > 0 }
        guard let xs = decades(points.map(\.x)), let ys = decades(points.map(\.y) + least) else { return drawing }
        let widest = stride(from: ys.lowerBound, through: ys.upperBound, by: 1).map {
            Drawing.width(of: label(pow(10, $0)))
        }
        let area = (
            left: (widest.max() ?? 0) + 12, right: Self.plot.right, top: Self.plot.top, bottom: Self.plot.bottom
        )
        func x(_ value: Double) -> Double {
            area.left + (log10(value) - xs.lowerBound) / (xs.upperBound - xs.lowerBound) * (area.right - area.left)
        }
        func y(_ value: Double) -> Double {
            area.bottom - (log10(value) - ys.lowerBound) / (ys.upperBound - ys.lowerBound) * (area.bottom - area.top)
        }
        drawing.text(unit, at: (4, 12), "faint")
        for power in stride(from: ys.lowerBound, through: ys.upperBound, by: 1) {
            let value = pow(10, power)
            drawing.line((area.left, y(value)), (area.right, y(value)), "grid")
            drawing.text(label(value), at: (area.left - 6, y(value) + 4), anchor: "end", "number")
        }
        for power in stride(from: xs.lowerBound, through: xs.upperBound, by: 1) {
            let value = pow(10, power)
            drawing.line((x(value), area.top), (x(value), area.bottom), "grid")
            let anchor = power == xs.upperBound ? "end" : "middle"
            drawing.text(
                label(value),
                at: (x(value) + (anchor == "end" ? 8 : 0), area.bottom + 16),
                anchor: anchor,
                "number"
            )
        }
        drawing.text("chats", at: ((area.left + area.right) / 2, area.bottom + 33), anchor: "middle", "faint")
        for (index, line) in lines.enumerated() {
            let places = line.points.filter { $0.x > 0 && $0.y > 0 }.map { (x($0.x), y($0.y)) }
            let path = places.map { "\(drawing.n($0.0)),\(drawing.n($0.1))" }.joined(separator: " ")
            drawing.add("polyline", [("points", path), ("class", "line line-\(index)")])
            for place in places { mark(index, at: place, in: &drawing) }
        }
        return drawing
    }

    /// Draws a mark whose shape also identifies the architecture, for readers who cannot distinguish the colours.
    private func mark(_ index: Int, at place: (Double, Double), in drawing: inout Drawing) {
        let (x, y) = place
        let style = ("class", "fill-\(index)")
        switch index % 3 {
        case 0: drawing.add("circle", [("cx", drawing.n(x)), ("cy", drawing.n(y)), ("r", "4"), style])
        case 1: drawing.box(x - 4, y - 4, 8, 8, "fill-\(index)")
        default:
            let corners = [(x, y - 5), (x + 5, y + 4), (x - 5, y + 4)]
            let path = corners.map { "\(drawing.n($0.0)),\(drawing.n($0.1))" }.joined(separator: " ")
            drawing.add("polygon", [("points", path), style])
        }
    }

    private var description: String {
        lines.map { line in
            let points = line.points.map { "\(Numbers.short($0.y)) at \(Numbers.grouped(Int($0.x)))" }
            return "\(line.name): \(points.joined(separator: ", "))"
        }.joined(separator: "; ") + " chats"
    }

    /// Returns the powers of ten around the values; at least one decade.
    private func decades(_ values: [Double]) -> ClosedRange<Double>? {
        guard let least = values.min(), let most = values.max() else { return nil }
        let low = log10(least).rounded(.down)
        return low...max(low + 1, log10(most).rounded(.up))
    }

    private func label(_ value: Double) -> String {
        value < 1 ? Numbers.fixed(value, 2) : Numbers.grouped(Int(value.rounded()))
    }
}

extension GrowthFigure {
    /// Creates a plot of the time for one message under a strategy, on a scale that all strategies share.
    init(of report: ComparisonReport, under strategy: StrategyChoice) {
        let times = report.versions.flatMap(\.costs).flatMap(\.points).map(\.time.median)
        self.init(
            id: "growth-\(strategy.rawValue)",
            title: "Time for one message, \(strategy.title)",
            unit: "µs",
            lines: report.versions.map { version in
                let points = version.cost(strategy)?.points ?? []
                return (version.name, points.map { (x: Double($0.chats), y: $0.time.median) })
            },
            least: [times.min(), times.max()].compactMap { $0 }.filter { $0 > 0 }
        )
    }
}
