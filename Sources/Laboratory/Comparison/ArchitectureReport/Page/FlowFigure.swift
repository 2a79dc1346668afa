/// A sequence diagram of one message in an architecture: from top to bottom, with an arrow for each event.
struct FlowFigure {
    let version: VersionReport
    let index: Int

    private static let lanes: [(place: FlowEvent.Place?, name: String, x: Double)] = [
        (.source, "push source", 72), (nil, "app", 158), (.disk, "disk", 234), (.screen, "screen", 318),
    ]
    private static let rowHeight = 36.0
    private static let top = 44.0

    /// The events to draw; requests to the server are only in the table, because they are not part of the message's
    /// path.
    private var events: [FlowEvent] { version.flow.filter { $0.place != .server } }

    var drawing: Drawing {
        var drawing = Drawing(
            id: "flow-\(index)",
            title: "\(version.name): one incoming message",
            caption: version.name,
            description: events.map(\.words).joined(separator: "; "),
            height: Self.top + Double(events.count) * Self.rowHeight + 8
        )
        let bottom = drawing.height - 4
        for lane in Self.lanes {
            drawing.text(lane.name, at: (lane.x, 14), anchor: "middle", "strong")
            drawing.line((lane.x, 22), (lane.x, bottom), "lane")
        }
        for (row, event) in events.enumerated() { draw(event, row: row, in: &drawing) }
        return drawing
    }

    private func draw(_ event: FlowEvent, row: Int, in drawing: inout Drawing) {
        guard let lane = Self.lanes.first(where: { $0.place == event.place }) else { return }
        let app = Self.lanes[1].x
        let y = Self.top + Double(row) * Self.rowHeight + 16
        let isIncoming = event.place == .source && event.job == 0
        let (from, to) = isIncoming ? (lane.x, app) : (app, lane.x)
        drawing.line((from, y), (to + (to > from ? -5 : 5), y), "line line-\(index)")
        let back = to > from ? -8.0 : 8.0
        let head = [(to, y), (to + back, y - 4), (to + back, y + 4)]
        drawing.add(
            "polygon",
            [
                ("points", head.map { "\(drawing.n($0.0)),\(drawing.n($0.1))" }.joined(separator: " ")),
                ("class", "fill-\(index)"),
            ]
        )
        // Centred over the arrow, as far as the drawing leaves room.
        let half = Drawing.width(of: event.words) / 2
        let middle = min(max((from + to) / 2, half + 2), Drawing.width - half - 2)
        drawing.text(event.words, at: (middle, y - 7), anchor: "middle", "over")
    }
}
