package import BehaviourSuite
import Foundation
import SourceChange
import SourceMeasure

/// Measures architectures one after the other.
package struct ReportMaker {
    /// The sentences about sources that cannot be read; if there are any, no report should be made.
    package let problems: [String]
    private let versions: [(version: Architecture, sources: ArchitectureSources)]
    private let shared: SharedSources
    private let features: [FeatureCost]
    private let package: String
    private let seeds: Int
    private let say: (String) -> Void

    /// Reads the sources of the architectures that have any; calls `say` with progress messages.
    package init(
        versions: [Architecture],
        package: String,
        seeds: Int,
        say: @escaping (String) -> Void = { _ in }
    ) throws {
        self.versions = versions.compactMap { version in
            version.sources.map { (version, ArchitectureSources(reading: $0, in: package)) }
        }
        shared = SharedSources(reading: package)
        problems = self.versions.flatMap(\.sources.problems) + shared.problems
        features = try FeatureCost.read(from: package)
        self.package = package
        self.seeds = seeds
        self.say = say
    }

    /// Measures only what the sources and the stored costs of features say, in under a second.
    package func makeFromSources(_ provenance: Provenance) -> ComparisonReport {
        report(provenance) { _ in Behaviour(passed: 0, total: 0, failures: []) }
    }

    /// Measures everything.
    package func make(_ provenance: Provenance) -> ComparisonReport {
        report(provenance) { version in
            say("\(version.name): \(Scenario.all.count) scenarios under \(seeds) seeds")
            return Behaviour(of: version, seeds: seeds)
        }
    }

    private func report(_ provenance: Provenance, _ behaviour: (Architecture) -> Behaviour) -> ComparisonReport {
        ComparisonReport(
            provenance: provenance,
            seeds: seeds,
            shared: shared.modules,
            queryLines: shared.queryLines,
            versions: versions.map { version, sources in report(version, sources, behaviour(version)) },
            features: features,
            diffs: diffs
        )
    }

    /// The changes of the features that the page shows.
    private var diffs: [FeatureDiff] {
        features.filter { FeatureDiff.shown.contains($0.feature) }.compactMap { cost in
            let folders = versions.first { $0.version.name == cost.version }?.version.sources?.allFolders ?? []
            return FeatureDiff(of: cost, folders: folders, in: GitRepository(folder: package))
        }
    }

    private func report(
        _ version: Architecture,
        _ sources: ArchitectureSources,
        _ behaviour: Behaviour
    ) -> VersionReport {
        VersionReport(
            name: version.name,
            folders: sources.folders,
            formerFolders: version.sources?.formerFolders ?? [],
            code: SourceMeasurement(of: sources.files, rules: sources.rules),
            queryLines: sources.queryLines,
            kit: sources.kit.map { SharedModule($0.name, $0.files) },
            evidence: sources.evidence(shared.files, modules: shared.moduleNames),
            behaviour: behaviour
        )
    }
}
