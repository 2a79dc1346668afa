import CSystem
import SourceMeasure

/// An architecture's declarations on a circle, ordered by layer, with a line for each reference and cycles marked.
struct GraphCircle {
    let graph: TypeGraph
    let center: (x: Double, y: Double)
    let radius: Double

    /// The markup: references, then references in cycles, then the declarations on top.
    var markup: String {
        let references = graph.edges.enumerated().flatMap { from, targets in targets.map { (from, $0) } }
        let plain = references.filter { !graph.isInCycle(from: $0, to: $1) }
        let circular = references.filter { graph.isInCycle(from: $0, to: $1) }
        return path(plain, "edge") + path(circular, "edge cycle") + dots(inCycles: false) + dots(inCycles: true)
    }

    /// Draws lines that bend towards the centre, so that lines between neighbours are distinguishable from the
    /// circle.
    private func path(_ references: [(Int, Int)], _ style: String) -> String {
        guard !references.isEmpty else { return "" }
        let lines = references.map { from, to in
            let (start, end) = (place(from), place(to))
            let bend = (x: (start.x + end.x) / 4 + center.x / 2, y: (start.y + end.y) / 4 + center.y / 2)
            return "M\(n(start.x)) \(n(start.y))Q\(n(bend.x)) \(n(bend.y)) \(n(end.x)) \(n(end.y))"
        }
        return Markup.element("path", [("d", lines.joined()), ("class", style)])
    }

    private func dots(inCycles: Bool) -> String {
        let size = max(1.6, min(4, radius * 1.6 / Double(max(1, graph.names.count))))
        return graph.names.indices.filter { (graph.cycles[$0] != nil) == inCycles }.map { node in
            let (x, y) = place(node)
            return Markup.element(
                "circle",
                [("cx", n(x)), ("cy", n(y)), ("r", n(size)), ("class", inCycles ? "node cycle" : "node")]
            )
        }.joined()
    }

    /// Returns the position of a node: the first at the top, the others clockwise.
    private func place(_ node: Int) -> (x: Double, y: Double) {
        let angle = 2 * Double.pi * Double(node) / Double(max(1, graph.names.count))
        return (center.x + radius * sin(angle), center.y - radius * cos(angle))
    }

    private func n(_ value: Double) -> String { Numbers.fixed(value, 1) }
}

extension VersionReport {
    /// A description of the graph in words.
    var graphWords: String {
        let cycles = code.inCycles == 0 ? "no cycle" : "\(code.inCycles) in cycles"
        return "\(graph.names.count) declarations, \(code.references) references, \(cycles)"
    }
}
