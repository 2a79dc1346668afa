import SourceMeasure

/// A bar chart of an architecture's code lines by layer, on a scale that all architectures share.
struct BarsFigure {
    let version: VersionReport
    /// The architecture's index in the table, which determines its colour.
    let index: Int
    /// The code lines of the largest layer of any architecture.
    let scale: Int

    private static let rowHeight = 22.0
    private static let roomForNumbers = 92.0

    var drawing: Drawing {
        let layers = version.code.layers
        let words = layers.map { "\($0.name) \($0.code)" }.joined(separator: ", ")
        var drawing = Drawing(
            id: "bars-\(index)",
            title: "\(version.name): code lines by layer",
            caption: version.name,
            description: words,
            height: Double(layers.count) * Self.rowHeight + 4
        )
        let left = (layers.map { Drawing.width(of: $0.name) }.max() ?? 0) + 8
        let room = Drawing.width - left - Self.roomForNumbers
        for (row, layer) in layers.enumerated() {
            let y = Double(row) * Self.rowHeight + 4
            let length = max(1, room * Double(layer.code) / Double(max(1, scale)))
            drawing.text(layer.name, at: (left - 6, y + 12), anchor: "end")
            drawing.box(left, y, length, 16, "fill-\(index)")
            let files = "\(layer.files) \(layer.files == 1 ? "file" : "files")"
            drawing.text("\(layer.code) in \(files)", at: (left + length + 5, y + 12), "number")
        }
        return drawing
    }
}
