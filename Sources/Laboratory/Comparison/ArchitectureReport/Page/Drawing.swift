/// A drawing 360 units wide, about the width in pixels of the narrowest screen; larger screens enlarge it.
struct Drawing {
    static let width = 360.0

    /// The drawing's identifier on its page.
    let id: String
    let title: String
    /// The description for screen readers.
    let description: String
    let height: Double
    private var content = ""

    init(id: String, title: String, description: String, height: Double) {
        self.id = id
        self.title = title
        self.description = description
        self.height = height
    }

    mutating func add(_ name: String, _ attributes: [(String, String)]) {
        content += Markup.element(name, attributes)
    }

    mutating func line(_ from: (Double, Double), _ to: (Double, Double), _ style: String) {
        add(
            "line",
            [("x1", n(from.0)), ("y1", n(from.1)), ("x2", n(to.0)), ("y2", n(to.1)), ("class", style)]
        )
    }

    mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String) {
        add(
            "rect",
            [
                ("x", n(x)), ("y", n(y)), ("width", n(width)), ("height", n(height)), ("rx", "2"), ("class", style),
            ]
        )
    }

    /// Adds a text; `anchor` is `start`, `middle` or `end`.
    mutating func text(_ text: String, at place: (Double, Double), anchor: String = "start", _ style: String = "") {
        content += Markup.text(
            "text",
            text,
            [("x", n(place.0)), ("y", n(place.1)), ("text-anchor", anchor), ("class", style)]
        )
    }

    var svg: String {
        Markup.element(
            "svg",
            [
                ("viewBox", "0 0 \(n(Self.width)) \(n(height))"), ("role", "img"),
                ("aria-labelledby", "\(id)-title \(id)-desc"), ("xmlns", "http://www.w3.org/2000/svg"),
            ],
            Markup.text("title", title, [("id", "\(id)-title")])
                + Markup.text("desc", description, [("id", "\(id)-desc")]) + content
        )
    }

    func n(_ value: Double) -> String { Numbers.fixed(value, 1) }
}
