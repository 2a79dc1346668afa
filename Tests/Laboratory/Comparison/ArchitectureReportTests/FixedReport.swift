import SourceMeasure

@testable import ArchitectureReport

/// A small report with made-up figures, and with names that break a rendering without escaping.
enum FixedReport {
    static let report = ComparisonReport(
        provenance: Provenance(
            revision: "0123456789abcdef",
            isChanged: true,
            compiler: "Swift version 6.3.1",
            date: "2026-01-31"
        ),
        seeds: 3,
        shared: [SharedModule(name: "Transport", files: 2, code: 1234)],
        queryLines: 40,
        versions: [
            version("Plain", failures: []), version("A<b> & \"c\"|d", failures: [failure]),
        ],
        features: [
            FeatureCost(
                version: "Plain",
                feature: "mute",
                before: "a1b2",
                after: "c3d4e5f60718293a",
                sources: .init(filesAdded: 1, filesTouched: 2, linesAdded: 30, linesModified: 4, linesRemoved: 5),
                tests: .init(filesTouched: 1, linesAdded: 12),
                layers: ["View", "Model"]
            )
        ],
        diffs: [
            FeatureDiff(
                version: "Plain",
                feature: "mute",
                files: [
                    .init(
                        path: "Views/ListView.swift",
                        lines: ["     let a = \"<b>\"", "+    // A note", "@", "-    b()"]
                    )
                ]
            )
        ]
    )

    /// The same report with an architecture that has a portrait.
    static var drawn: ComparisonReport {
        var drawn = report
        drawn.versions[0].name = "VIPER"
        return drawn
    }

    static let failure = Behaviour.Failure(
        scenario: "A message comes",
        seed: 2,
        difference: "nothing came"
    )

    private static func version(_ name: String, failures: [Behaviour.Failure]) -> VersionReport {
        let files = [
            SourceFile(path: "Views/ListView.swift", bytes: Array("class ListView {\n    let model: Model\n}\n".utf8)),
            SourceFile(
                path: "Models/Model.swift",
                bytes: Array("// A model.\n\nclass Model { weak var view: ListView? }\n".utf8)
            ),
        ]
        let sources = ArchitectureSources(folders: ["Sources/\(name)"], files: files)
        let isPlain = failures.isEmpty
        return VersionReport(
            name: name,
            folders: sources.folders,
            code: SourceMeasurement(of: files),
            queryLines: isPlain ? 0 : 1,
            kit: isPlain ? nil : SharedModule(name: "Kit", files: 1, code: 12),
            behaviour: Behaviour(passed: 10 - failures.count, total: 10, failures: failures)
        )
    }
}
