import SourceMeasure

/// Findings that several claims share.
extension ComparisonReport {
    static let comparison = "Sources/Laboratory/Comparison"

    /// The command that runs the tests of event-driven MVVM.
    static let staticsTests = "swift test --filter StaticMVVMTests"

    /// The command that counts folders below `Sources/Laboratory/Comparison`.
    func measuring(_ folders: String...) -> String {
        "swift run architecture-comparison measure "
            + folders.map { "\($0.split(separator: "/")[0])=\(Self.comparison)/\($0)" }.joined(separator: " ")
    }

    /// The command that shows what the commit of a feature changed in one architecture.
    func changing(_ feature: FeatureCost, in version: VersionReport) -> String {
        let folders = (version.folders + version.formerFolders).joined(separator: ",")
        return "swift run architecture-comparison change \(feature.before.prefix(12)) \(feature.after.prefix(12)) "
            + "--repository . --folders \(folders)"
    }

    /// Compares an architecture's layer of controllers with classic MVC's.
    func controllers(
        _ version: VersionReport,
        _ layer: String,
        beside mvc: VersionReport,
        in folder: String
    ) -> Claim.Finding? {
        guard let old = mvc.code.lines(of: "Controller"), let new = version.code.lines(of: layer) else { return nil }
        return .init(new, against: old, "lines of controllers", by: measuring("ClassicMVC/Controllers", folder))
    }

    /// Counts the controllers that make texts for display.
    func makingTexts(_ version: VersionReport, _ layer: String, beside mvc: VersionReport) -> Claim.Finding {
        let (new, old) = (version.evidence.layer(layer), mvc.evidence.layer("Controller"))
        return .init(
            new.filesMakingTexts,
            "of \(new.files) controllers make texts for display, \(old.filesMakingTexts) of \(old.files) in MVC",
            baseline: old.filesMakingTexts,
            short: "\(new.filesMakingTexts) of \(new.files)"
        )
    }

    /// Compares the share of lines that tests can reach without a view with classic MVC's.
    func testing(_ version: VersionReport, beside mvc: VersionReport) -> Claim.Finding {
        func share(_ version: VersionReport) -> Double {
            (Double(version.evidence.linesWithoutView) / Double(max(1, version.code.code)) * 1000).rounded() / 10
        }
        return .init(
            share(version),
            against: share(mvc),
            "percent of lines are in files that name no view, \(version.evidence.linesWithoutView) of \(version.code.code) and "
                + "\(mvc.evidence.linesWithoutView) of \(mvc.code.code)"
        )
    }

    /// Compares the lines of one feature, or of all that both architectures have.
    func costs(_ version: VersionReport, beside other: VersionReport, of feature: String? = nil) -> Claim.Finding? {
        let names = featureNames.filter {
            (feature ?? $0) == $0 && self.feature($0, in: version.name) != nil
                && self.feature($0, in: other.name) != nil
        }
        guard !names.isEmpty else { return nil }
        func lines(_ version: VersionReport, _ isCounted: (String) -> Bool = { _ in true }) -> Int {
            names.filter(isCounted).reduce(0) { $0 + (self.feature($1, in: version.name)?.sources.lines ?? 0) }
        }
        guard feature == nil else {
            return .init(lines(version), against: lines(other), "lines")
        }
        let (new, old) = (lines(version) { $0 != "notices" }, lines(other) { $0 != "notices" })
        return .init(
            lines(version),
            against: lines(other),
            "lines for \(names.count) later features; without notices, whose source is outside the session, \(new) against \(old)"
        )
    }
}

extension Claim.Finding {
    /// Returns the finding with other numbers that its command prints.
    func printing(_ numbers: [String]) -> Self {
        .init(words: words, short: short, figure: figure, baseline: baseline, command: command, numbers: numbers)
    }
}

extension SourceMeasurement {
    func lines(of layer: String) -> Int? { layers.first { $0.name == layer }?.code }
}

extension FeatureCost.Share {
    /// The figures that the command `change` prints.
    var figures: [String] { ["\(linesAdded)", "\(linesModified)", "\(filesTouched)"] }

    /// The lines and files in words.
    var words: String { "\(lines) lines in \(files) \(files == 1 ? "file" : "files")" }
}
