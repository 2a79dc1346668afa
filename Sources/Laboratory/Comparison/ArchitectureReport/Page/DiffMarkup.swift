import SourceMeasure

extension ComparisonReport {
    /// A portrait of each architecture, and the changes of a feature in each.
    var portraitMarkup: String {
        let portraits = Portrait.all.filter { version($0.name) != nil }
        guard !portraits.isEmpty else { return "" }
        let cards = portraits.map { portrait in
            let count = "\(portrait.concepts.count) concepts: \(portrait.concepts.joined(separator: ", "))"
            return Markup.element(
                "article",
                [],
                Markup.text("h3", portrait.name) + Markup.text("p", portrait.sentences)
                    + Markup.text("p", count, [("class", "note")]) + portrait.ways
            )
        }
        return Markup.element(
            "section",
            [("id", "architectures")],
            Markup.text("h2", "What each architecture is")
                + Markup.folded(
                    Markup.text("h3", "Its parts in a picture"),
                    Markup.element("div", [("class", "cards")], cards.joined())
                )
                + FeatureDiff.shown.map(diffs).joined()
        )
    }

    private func diffs(of feature: String) -> String {
        let shown = diffs.filter { $0.feature == feature }
        guard !shown.isEmpty else { return "" }
        let columns = shown.map { diff in
            let cost = self.feature(feature, in: diff.version).map { ": \($0.sources.words)" } ?? ""
            let files = diff.files.map { file in
                Markup.text("h5", file.path) + Markup.element("pre", [], file.lines.outdented.map(Self.markup).joined())
            }
            return Markup.element("article", [], Markup.text("h4", diff.version + cost) + files.joined())
        }
        let later = versions.map(\.name).filter { self.feature(feature, in: $0) == nil }
        let note = later.isEmpty ? "" : Markup.text("p", "\(list(later)): added later, with it.", [("class", "note")])
        return Markup.folded(
            Markup.text("h3", "What \(feature) changed in each"),
            note + Markup.element("div", [("class", "cards diffs")], columns.joined())
        )
    }

    /// Returns a line of a diff, with its Swift highlighted.
    private static func markup(_ line: String) -> String {
        let kind =
            switch line.first {
            case "+": "added"
            case "-": "removed"
            case "@": "gap"
            default: "same"
            }
        if kind == "gap" { return Markup.text("span", "\u{22EE}", [("class", kind)]) }
        return Markup.element(
            "span",
            [("class", kind)],
            Markup.escaped(String(line.prefix(1))) + swift(line.dropFirst())
        )
    }

    /// Returns a line of Swift with its keywords, strings and comments marked.
    private static func swift(_ line: Substring) -> String {
        let bytes = Array(line.utf8)
        let code = CodeTokens(of: bytes)
        func text(_ range: Range<Int>) -> String { Markup.escaped(String(decoding: bytes[range], as: UTF8.self)) }
        var (markup, end) = ("", 0)
        for token in code.tokens where token.range.lowerBound >= end {
            markup += rest(text(end..<token.range.lowerBound))
            let style: String? =
                switch token.kind {
                case .keyword: "k"
                case .string: "s"
                case .number: "s"
                default: nil
                }
            let word = text(token.range)
            markup += style.map { "<span class=\"\($0)\">\(word)</span>" } ?? word
            end = token.range.upperBound
        }
        return markup + rest(text(end..<bytes.count))
    }

    /// Returns what is between tokens: spaces, or a comment.
    private static func rest(_ text: String) -> String {
        text.contains("/") ? "<span class=\"c\">\(text)</span>" : text
    }
}

extension [String] {
    /// The lines of a diff without the indentation that all have in common.
    fileprivate var outdented: [String] {
        let indents = filter { $0.count > 1 }.map { $0.dropFirst().prefix { $0 == " " }.count }
        let least = indents.min() ?? 0
        return map { $0.count > 1 ? String($0.prefix(1)) + $0.dropFirst(1 + least) : $0 }
    }
}
