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
    private let sizes: [Int]
    private let say: (String) -> Void

    /// Reads the sources of the architectures that have any; calls `say` with progress messages.
    package init(
        versions: [Architecture],
        package: String,
        seeds: Int,
        sizes: [Int] = History.sizes,
        say: @escaping (String) -> Void = { _ in }
    ) throws {
        self.versions = try versions.compactMap { version in
            try version.sources.map { (version, try ArchitectureSources(reading: $0, in: package)) }
        }
        shared = SharedSources(reading: package)
        problems = self.versions.flatMap(\.sources.problems) + shared.problems
        features = try FeatureCosts.read(from: package)
        self.package = package
        self.seeds = seeds
        self.sizes = sizes
        self.say = say
    }

    /// Measures only what the sources and the stored costs of features say, in under a second.
    package func makeFromSources(_ provenance: Provenance) -> ComparisonReport {
        report(provenance, versions.map { version, sources in report(version.name, sources, nil, []) })
    }

    /// Measures everything.
    ///
    /// `measureCost` receives an architecture, a strategy, a number of chats, and a copy of a history of that size.
    package func make(
        _ provenance: Provenance,
        measuringCost measureCost: (Architecture, StrategyChoice, _ chatCount: Int, _ history: String) throws ->
            Cost.Point
    ) throws -> ComparisonReport {
        let place = try Workplace()
        for size in sizes {
            say("Writing a history of \(size) chats")
            try History(chatCount: size).write(to: place.path(of: "history-\(size)"))
        }
        let costs = try costs(in: place, measureCost)
        let reports = zip(versions, costs).map { version, costs in
            say("\(version.version.name): \(Scenario.all.count) scenarios under \(seeds) seeds")
            return report(version.version.name, version.sources, Behaviour(of: version.version, seeds: seeds), costs)
        }
        return report(provenance, reports)
    }

    private func report(_ provenance: Provenance, _ reports: [VersionReport]) -> ComparisonReport {
        ComparisonReport(
            provenance: provenance,
            seeds: seeds,
            messagesPerChat: History.messagesPerChat,
            shared: shared.modules,
            queryLines: shared.queryLines,
            sharedFiles: SharedFile.all(
                among: shared.files,
                usedBy: versions.map { ($0.version.name, $0.sources.files) }
            ),
            versions: reports,
            features: features,
            diffs: diffs
        )
    }

    /// The changes of the features that the page shows.
    private var diffs: [FeatureDiff] {
        features.filter { FeatureDiff.shown.contains($0.feature) }.compactMap { cost in
            let folders = versions.first { $0.version.name == cost.version }?.sources.folders ?? []
            return FeatureDiff(of: cost, folders: folders, in: GitRepository(folder: package))
        }
    }

    /// Measures the costs.
    ///
    /// For each size and strategy, all architectures are measured one after the other, so that other load on the
    /// machine affects them equally.
    private func costs(
        in place: borrowing Workplace,
        _ measureCost: (Architecture, StrategyChoice, Int, String) throws -> Cost.Point
    ) throws -> [[Cost]] {
        var costs = versions.map { _ in StrategyChoice.allCases.map { Cost(strategy: $0, points: []) } }
        for size in sizes {
            for (column, choice) in StrategyChoice.allCases.enumerated() {
                say("One message at \(size) chats, \(choice.title): \(versions.count) versions")
                for (row, (version, _)) in versions.enumerated() {
                    let copy = try place.copy("history-\(size)", as: "copy")
                    costs[row][column].points.append(try measureCost(version, choice, size, copy))
                }
            }
        }
        return costs
    }

    private func report(
        _ name: String,
        _ sources: ArchitectureSources,
        _ behaviour: Behaviour?,
        _ costs: [Cost]
    ) -> VersionReport {
        VersionReport(
            name: name,
            folders: sources.folders,
            code: SourceMeasurement(of: sources.files, rules: sources.rules),
            queryLines: sources.queryLines,
            kit: sources.kit.map { SharedModule($0.name, $0.files) },
            runtime: sources.runtime.map { SharedModule($0.name, $0.files) },
            testability: Testability(of: sources, shared: shared.files),
            behaviour: behaviour ?? Behaviour(passed: 0, total: 0, failures: []),
            costs: costs
        )
    }
}
