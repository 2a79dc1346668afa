import SourceMeasure

extension ComparisonReport {
    /// One self-contained page: well-formed, without scripts, every drawing beside the table that holds its numbers.
    var page: String {
        let sections = pageSections
        let head =
            Markup.element("meta", [("charset", "utf-8")])
            + Markup.element("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
            + Markup.text("title", "One chat, several architectures") + "<style>\n\(PageStyle.css)\n</style>"
        let links = sections.map {
            Markup.element("li", [], Markup.text("a", $0.title, [("href", "#\($0.id)")]))
        }.joined()
        let main =
            Markup.text("h1", "One chat, \(versions.count) architectures") + summary
            + Markup.element("nav", [("aria-label", "Sections")], Markup.element("ul", [], links))
            + sections.map(html).joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
            <head>\(head)</head>
            <body>
            \(Markup.element("main", [], main))
            </body>
            </html>

            """
    }

    private var summary: String {
        let intro = "The same app on the same transport and the same store, held to the same scenarios, and measured."
        let items = versions.map { version in
            let behaviour = "passes \(version.behaviour.passed) of \(version.behaviour.total) scenarios"
            let growth = version.cost.timeExponent.map {
                "; the time that one message takes grows with the chats by an exponent of \(Numbers.fixed($0, 2))"
            }
            return Markup.element(
                "li",
                [],
                Markup.text("strong", version.name)
                    + Markup.escaped(
                        ": \(Numbers.grouped(version.code.code)) lines of code; \(behaviour)\(growth ?? "")"
                    )
            )
        }
        return Markup.text("p", intro) + Markup.element("ul", [("class", "summary")], items.joined())
    }

    /// The pictures first: what a message does, then what it costs, then what the code is like.
    private var pageSections: [ReportSection] {
        [
            flowSection, costSection, layerSection, codeSection, structureSection, behaviourSection, faultsSection,
            testabilitySection,
        ]
    }

    private func html(_ section: ReportSection) -> String {
        let notes = section.notes.map { Markup.text("p", $0, [("class", "note")]) }.joined()
        let items = section.items.map { Markup.text("li", $0) }.joined()
        return Markup.element(
            "section",
            [("id", section.id), ("aria-labelledby", "\(section.id)-heading")],
            Markup.text("h2", section.title, [("id", "\(section.id)-heading")]) + figures(for: section.id)
                + html(section.table) + notes + (items.isEmpty ? "" : Markup.element("ul", [], items))
        )
    }

    private func html(_ table: Table) -> String {
        let head = table.header.map { title in
            title.isEmpty ? "<td></td>" : Markup.text("th", title, [("scope", "col")])
        }.joined()
        let rows = table.rows.map { row in
            let cells = zip(table.header, row).dropFirst().map { title, cell in
                Markup.text("td", cell, [("data-label", title)])
            }
            return Markup.element("tr", [], Markup.text("th", row[0], [("scope", "row")]) + cells.joined())
        }.joined()
        return Markup.element(
            "table",
            [("class", table.header.count > 6 ? "many" : "few")],
            Markup.element("thead", [], Markup.element("tr", [], head)) + Markup.element("tbody", [], rows)
        )
    }
}

extension ComparisonReport {
    private func figures(for section: String) -> String {
        switch section {
        case "flow": grid(versions.indices.map { FlowFigure(version: versions[$0], index: colour($0)).drawing })
        case "layers": grid(bars)
        case "cost": legend + grid([timeGrowth.drawing, rowGrowth.drawing])
        default: ""
        }
    }

    private var bars: [Drawing] {
        let scale = versions.flatMap(\.code.layers).map(\.code).max() ?? 0
        return versions.indices.map { BarsFigure(version: versions[$0], index: colour($0), scale: scale).drawing }
    }

    private var timeGrowth: GrowthFigure {
        growth("growth-time", "Time for one message", "µs") { $0.microseconds }
    }

    private var rowGrowth: GrowthFigure {
        growth("growth-rows", "Rows made for one message", "rows") { $0.rowsBuilt }
    }

    private func growth(
        _ id: String,
        _ title: String,
        _ unit: String,
        of value: (Cost.Point) -> Double
    ) -> GrowthFigure {
        GrowthFigure(
            id: id,
            title: title,
            unit: unit,
            lines: versions.map { version in
                (version.name, version.cost.points.map { (x: Double($0.chats), y: value($0)) })
            }
        )
    }

    private func colour(_ index: Int) -> Int { index % PageStyle.colourCount }

    private var legend: String {
        let marks = ["circles", "squares", "triangles"]
        let items = versions.enumerated().map { index, version in
            let key = Markup.element("span", [("class", "key key-\(colour(index))")], "\u{200B}")
            return "<li>\(key)\(Markup.escaped("\(version.name) (\(marks[colour(index) % marks.count]))"))</li>"
        }
        return Markup.element("ul", [("class", "legend")], items.joined())
    }

    private func grid(_ drawings: [Drawing]) -> String {
        let figures = drawings.map {
            Markup.element("figure", [], Markup.text("figcaption", $0.caption, [("aria-hidden", "true")]) + $0.svg)
        }
        return Markup.element("div", [("class", "figures")], figures.joined())
    }
}
