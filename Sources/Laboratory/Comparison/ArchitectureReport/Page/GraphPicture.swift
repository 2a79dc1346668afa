/// The graphs of all architectures side by side, 1200 x 630, for link previews of the report.
struct GraphPicture {
    /// An architecture in the picture: its name, its graph and a line of text.
    struct Entry {
        let name: String
        let graph: TypeGraph
        let words: String
    }

    let entries: [Entry]

    static let (width, height) = (1200.0, 630.0)
    private static let top = 64.0

    /// The picture as a stand-alone SVG in light colours.
    var svg: String {
        let columns = max(1, (entries.count + 1) / 2)
        let rows = entries.count > 1 ? 2 : 1
        let cell = (width: Self.width / Double(columns), height: (Self.height - Self.top - 8) / Double(rows))
        let radius = min(cell.width / 2 - 16, (cell.height - 58) / 2)
        let graphs = entries.enumerated().map { index, entry in
            let x = (Double(index % columns) + 0.5) * cell.width
            let y = Self.top + Double(index / columns) * cell.height
            return text(entry.name, x, y + 18, "name")
                + GraphCircle(graph: entry.graph, center: (x, y + 30 + radius), radius: radius).markup
                + text(entry.words, x, y + 30 + 2 * radius + 20, "words")
        }
        let title = "One chat, \(entries.count) architectures: which declarations mention which, cycles in red"
        let content =
            Markup.text("title", title) + "<style>\(Self.style)</style>"
            + Markup.element("rect", [("width", "1200"), ("height", "630"), ("class", "paper")])
            + text(title, Self.width / 2, 40, "title") + graphs.joined()
        return Markup.element(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 1200 630"), ("width", "1200"),
                ("height", "630"), ("role", "img"),
            ],
            content
        ) + "\n"
    }

    private func text(_ text: String, _ x: Double, _ y: Double, _ style: String) -> String {
        Markup.text(
            "text",
            text,
            [("x", Numbers.fixed(x, 1)), ("y", Numbers.fixed(y, 1)), ("text-anchor", "middle"), ("class", style)]
        )
    }

    private static let style = """
        .paper { fill: #fcfcfa; }
        text { font-family: "DejaVu Sans", system-ui, sans-serif; fill: #1d1f23; }
        .title { font-size: 25px; font-weight: 600; } .name { font-size: 17px; font-weight: 600; }
        .words { font-size: 13px; fill: #5c626b; }
        .edge { fill: none; stroke: #1f5fbf; stroke-width: 0.8; opacity: 0.4; } .node { fill: #1d1f23; }
        .edge.cycle { stroke: #c4202b; stroke-width: 1.2; opacity: 0.85; } .node.cycle { fill: #c4202b; }
        """
}
