/// What came of one message in one version, downwards in time, an arrow for each thing that a seam saw.
struct FlowFigure {
    let version: VersionReport
    let index: Int

    private static let lanes: [(place: FlowEvent.Place?, name: String, x: Double)] = [
        (.source, "push source", 72), (nil, "app", 158), (.disk, "disk", 234), (.screen, "screen", 318),
    ]
    private static let rowHeight = 36.0
    private static let top = 44.0

    /// What the app asks of the server is in the table alone: none of it is the message's way.
    private var events: [FlowEvent] { version.flow.filter { $0.place != .server } }

    var drawing: Drawing {
        var drawing = Drawing(
            id: "flow-\(index)",
            title: "\(version.name): one incoming message",
            caption: version.name,
            description: events.map { "job \($0.job): \($0.words)" }.joined(separator: "; "),
            height: Self.top + Double(events.count) * Self.rowHeight + 8
        )
        let bottom = drawing.height - 4
        drawBands(in: &drawing)
        for lane in Self.lanes {
            drawing.text(lane.name, at: (lane.x, 14), anchor: "middle", "strong")
            drawing.line((lane.x, 22), (lane.x, bottom), "lane")
        }
        for (row, event) in events.enumerated() { draw(event, row: row, in: &drawing) }
        return drawing
    }

    /// A band behind all that one and the same job did.
    private func drawBands(in drawing: inout Drawing) {
        var row = 0
        var isShaded = true
        while row < events.count {
            let job = events[row].job
            let end = events[row...].firstIndex { $0.job != job } ?? events.count
            let y = Self.top + Double(row) * Self.rowHeight - 12
            if isShaded { drawing.box(0, y, Drawing.width, Double(end - row) * Self.rowHeight, "band") }
            drawing.text(job == 0 ? "start" : "job \(job)", at: (4, y + 14), "faint")
            isShaded.toggle()
            row = end
        }
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
        // Over the arrow's middle, as far as the drawing and the job's number leave room.
        let half = Drawing.width(of: event.words) / 2
        let middle = min(max((from + to) / 2, 46 + half), Drawing.width - half - 2)
        drawing.text(event.words, at: (middle, y - 7), anchor: "middle", "over")
    }
}
