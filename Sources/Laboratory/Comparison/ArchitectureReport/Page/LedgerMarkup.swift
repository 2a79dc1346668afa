extension ComparisonReport {
    /// The ledger for the page: the claims by verdict, each a line that opens.
    var ledgerMarkup: String {
        let groups = Claim.Verdict.allCases.map { verdict -> String in
            let claims = ledger.filter { $0.verdict == verdict }
            guard !claims.isEmpty else { return "" }
            let title = verdict.rawValue.prefix(1).uppercased() + verdict.rawValue.dropFirst()
            let heading = Markup.text("h3", "\(title): \(claims.count)")
            return Markup.element(
                "div",
                [("class", "verdict \(verdict)")],
                heading + claims.map(markup).joined(separator: "\n")
            )
        }
        let notes = Self.sourceNotes.map { Markup.text("p", $0, [("class", "note")]) }.joined()
        return Markup.element(
            "section",
            [("id", "ledger"), ("aria-labelledby", "ledger-heading")],
            Markup.text("h2", "The ledger of claims", [("id", "ledger-heading")]) + Markup.text("p", ledgerSummary)
                + Markup.element("div", [("class", "ledger")], groups.joined())
                + Markup.folded("Where the claims come from", notes)
        )
    }

    private func markup(_ claim: Claim) -> String {
        let findings = [("Its author's code", claim.authors.words), ("Here", claim.here.words)]
        let rows = findings.map { Markup.text("dt", $0) + Markup.text("dd", $1) }.joined()
        let code = Markup.element("dd", [], Markup.text("code", claim.command))
        let command = claim.command.isEmpty ? "" : Markup.text("dt", "Measure it again") + code
        return Markup.folded(
            Markup.text("span", claim.sentence) + " " + Markup.text("span", claim.source.rawValue, [("class", "by")]),
            Markup.element("dl", [], rows + command)
        )
    }
}
