/// A drawing of an architecture's reference graph.
struct GraphFigure {
    let version: VersionReport
    let index: Int

    var drawing: Drawing {
        var drawing = Drawing(
            id: "graph-\(index)",
            title: "\(version.name): which declarations mention which",
            caption: version.name,
            description: version.graphWords,
            height: 262
        )
        drawing.add(GraphCircle(graph: version.graph, center: (Drawing.width / 2, 120), radius: 112).markup)
        drawing.text(version.graphWords, at: (Drawing.width / 2, 254), anchor: "middle", "number")
        return drawing
    }
}
