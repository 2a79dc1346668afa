import SourceMeasure

/// The page's sentences about each source, above its claims.
extension ComparisonReport {
    /// The sources that have claims in the report, with what their claims come to.
    var results: [(source: Claim.Source, claims: [Claim], sentence: String)] {
        Claim.Source.allCases.compactMap { source in
            let claims = ledger.filter { $0.source == source }
            return claims.isEmpty ? nil : (source, claims, result(of: source))
        }
    }

    /// The result of a source in one sentence, with the figures of the report.
    private func result(of source: Claim.Source) -> String {
        guard let mvc = version("Classic MVC")?.code else { return "" }
        func times(_ name: String) -> String {
            version(name).map { Numbers.fixed(Double($0.code.code) / Double(max(1, mvc.code)), 1) } ?? "?"
        }
        func controllers(_ name: String, _ layer: String) -> String {
            guard let old = mvc.lines(of: "Controller"), let new = version(name)?.code.lines(of: layer) else {
                return "?"
            }
            return percent(Double(new) / Double(max(1, old)))
        }
        switch source {
        case .article:
            let sources = version("MVVM with statics").flatMap { feature("notices", in: $0.name)?.sources.lines }
            let old = feature("notices", in: "Classic MVC")?.sources.lines
            let notices = sources.flatMap { new in old.map { " (\(new) lines for one more, \($0) in MVC)" } } ?? ""
            return
                "Event-driven MVVM has small files and half the controllers, for \(times("MVVM with statics")) times the code and "
                + "circles of names; it pays where sources of events multiply\(notices)."
        case .reactive:
            return
                "Bindings leave \(controllers("MVVM with bindings", "Controller")) of the controllers and view models that are "
                + "tested without a view, for \(times("MVVM with bindings")) times the code; later features get no cheaper."
        case .viewModelProtocol:
            return
                "A protocol for each screen leaves \(controllers("MVVM by property", "Controller")) of the controllers, for "
                + "\(times("MVVM by property")) times the code."
        case .presentationModel:
            return
                "Presentations hold the rules of display and are tested without a view, for \(times("Presentation Model")) times "
                + "the code; \(controllers("Presentation Model", "Controller")) of the controllers stay."
        case .oftenSaid:
            return
                "VIPER takes \(times("VIPER")) times the code here and 1.75 times in an app of others; a store and observed models "
                + "do as they are said to."
        }
    }
}
