extension ComparisonReport {
    /// The ledger for the page: the claims of each source under its result, each a line that opens.
    var ledgerMarkup: String {
        let groups = results.map { result in
            Markup.element(
                "div",
                [("class", "source")],
                Markup.text("h3", "\(result.source.rawValue): \(counts(of: result.claims))")
                    + Markup.text("p", result.sentence) + result.claims.map(markup).joined(separator: "\n")
            )
        }
        return Markup.element(
            "section",
            [("id", "ledger"), ("aria-labelledby", "ledger-heading")],
            Markup.text("h2", "The ledger of claims", [("id", "ledger-heading")]) + Markup.text("p", ledgerSummary)
                + Markup.element("div", [("class", "ledger")], groups.joined())
                + notes("How a verdict is computed", Limit.rule) + notes("Where the claims come from", Self.sourceNotes)
        )
    }

    private func notes(_ title: String, _ sentences: [String]) -> String {
        Markup.folded(title, sentences.map { Markup.text("p", $0, [("class", "note")]) }.joined())
    }

    private func markup(_ claim: Claim) -> String {
        let commands = claim.commands.joined(separator: "\n")
        let lines = [
            ("In the source", claim.place), ("For", claim.reader.rawValue), ("Its limit", claim.limit.words),
            ("Its author's code", claim.authorsWords), ("Here", claim.hereWords),
        ]
        let rows = lines.map { Markup.text("dt", $0) + Markup.text("dd", $1) }.joined()
        let code = Markup.element("dd", [], Markup.text("code", commands))
        return Markup.folded(
            Markup.text("span", claim.verdict.shortName, [("class", "mark \(claim.verdict)")]) + " "
                + Markup.text("span", claim.sentence) + " "
                + Markup.text("span", "\(claim.figures); for \(claim.reader.word)", [("class", "by")]),
            Markup.element("dl", [], rows + (commands.isEmpty ? "" : Markup.text("dt", "Measure it again") + code))
        )
    }
}

extension Claim.Verdict {
    /// The verdict in one or two words, for the line of a claim.
    fileprivate var shortName: String {
        switch self {
        case .fails: "fails"
        case .inPart: "in part"
        case .holds: "holds"
        case .everywhere: "in all"
        case .untested: "open"
        }
    }
}
