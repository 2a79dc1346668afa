import SourceMeasure

extension ComparisonReport {
    /// The report as one self-contained page: well-formed XML, without scripts.
    ///
    /// The first steps, folded, and the ledger of claims come first.
    var page: String {
        let title = "One chat, \(versions.count) architectures"
        let head =
            Markup.element("meta", [("charset", "utf-8")])
            + Markup.element("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
            + Markup.element("meta", [("name", "description"), ("content", summary)])
            + Markup.text("title", title) + "<style>\n\(PageStyle.css)\n</style>"
        let main =
            Markup.text("h1", title) + Markup.text("p", summary) + html(beginningSection) + ledgerMarkup
            + portraitMarkup
            + Markup.text("h2", "Measurements", [("id", "measurements")])
            + evidence.map(html).joined(separator: "\n")
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
        "The same chat app in \(versions.count) architectures, on the same session and the same views, held to the same "
            + "scenarios, and measured."
    }

    /// Returns a section that is folded until it is opened.
    private func html(_ section: ReportSection) -> String {
        let notes = section.notes.map { Markup.text("p", $0, [("class", section.table == nil ? "" : "note")]) }.joined()
        let items = section.items.map { Markup.text("li", $0) }.joined()
        let list = items.isEmpty ? "" : Markup.element("ul", [], items)
        let content = (section.table.map(html) ?? "") + notes + list
        return Markup.element(
            "section",
            [("id", section.id)],
            Markup.folded(Markup.text("h3", section.title), content)
        )
    }

    /// Returns a table in HTML; on a phone, number tables stay tables, and rows of sentences become blocks.
    private func html(_ table: Table) -> String {
        let isOfWords = table.isOfSentences
        let head = table.header.map { title in
            title.isEmpty ? "<td></td>" : Markup.text("th", title, [("scope", "col")])
        }.joined()
        let rows = table.rows.map { row in
            let cells = zip(table.header, row).dropFirst().map { title, cell in
                Markup.text("td", cell, isOfWords ? [("data-label", title)] : [])
            }
            return Markup.element("tr", [], Markup.text("th", row[0], [("scope", "row")]) + cells.joined())
        }.joined()
        return Markup.element(
            "table",
            [("class", isOfWords ? "words" : "numbers")],
            Markup.element("thead", [], Markup.element("tr", [], head)) + Markup.element("tbody", [], rows)
        )
    }
}

extension Table {
    /// Whether cells contain sentences, which are too long for columns of a phone.
    fileprivate var isOfSentences: Bool { rows.contains { $0.dropFirst().contains { $0.count > 36 } } }
}
