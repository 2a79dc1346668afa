package import BehaviourSuite
import Foundation
import SourceMeasure

/// Measures versions, one after the other.
package struct ReportMaker {
    /// The modules that every version may use.
    private static let sharedFolders = [
        ("Transport", "Sources/Core/Transport"), ("ChatStore", "Sources/Core/ChatStore"),
        ("OneThread", "Sources/Laboratory/Comparison/OneThread"),
    ]

    /// Sentences about sources that cannot be read; nothing should be made of those that can.
    package let problems: [String]
    private let versions: [(version: Version, sources: VersionSources)]
    private let shared: [SharedModule]
    private let sharedFiles: [SourceFile]
    private let unitCoverage: UnitCoverage
    private let faults: FaultsSurvived?
    private let seeds: Int
    private let sizes: [Int]
    private let say: (String) -> Void

    /// Reads the sources of the versions that have any; `say` is told what is being done.
    package init(
        versions: [Version],
        package: String,
        seeds: Int,
        sizes: [Int] = History.sizes,
        say: @escaping (String) -> Void = { _ in }
    ) throws {
        var problems: [String] = []
        self.versions = try versions.compactMap { version in
            try version.sources.map { (version, try VersionSources(reading: $0, in: package)) }
        }
        for (_, sources) in self.versions { problems += sources.problems }
        var sharedFiles: [SourceFile] = []
        shared = Self.sharedFolders.map { name, folder in
            let tree = SourceTree(reading: package + "/" + folder)
            problems += tree.problems
            sharedFiles += tree.files
            let measurement = SourceMeasurement(of: tree.files)
            return SharedModule(name: name, files: measurement.files, code: measurement.code)
        }
        self.sharedFiles = sharedFiles
        unitCoverage = try UnitCoverage(reading: package)
        faults = try FaultsSurvived.kept(in: package)
        self.problems = problems
        self.seeds = seeds
        self.sizes = sizes
        self.say = say
    }

    /// Measures everything; `measureCost` gets a version, a number of chats, and a copy of such a history.
    package func make(
        measuringCost measureCost: (Version, _ chatCount: Int, _ history: String) throws -> Cost.Point
    ) throws -> ComparisonReport {
        let place = try Workplace()
        for size in sizes {
            say("Writing a history of \(size) chats")
            try History(chatCount: size).write(to: place.path(of: "history-\(size)"))
        }
        // Each size's versions one after the other: what else the machine does meets them alike.
        var points = [[Cost.Point]](repeating: [], count: versions.count)
        for size in sizes {
            for (index, (version, _)) in versions.enumerated() {
                say("\(version.name): one message at \(size) chats")
                let copy = try place.copy("history-\(size)", as: "copy")
                points[index].append(try measureCost(version, size, copy))
            }
        }
        var reports: [VersionReport] = []
        for (index, (version, sources)) in versions.enumerated() {
            let copy = try place.copy("history-\(sizes[0])", as: "copy")
            let flow = try FlowRecorder.record(version, chatCount: sizes[0], history: copy)
            say("\(version.name): \(Scenario.all.count) scenarios under \(seeds) seeds")
            reports.append(
                VersionReport(
                    name: version.name,
                    folders: sources.folders,
                    code: SourceMeasurement(of: sources.files, rules: sources.rules),
                    largestByLayer: sources.largestByLayer,
                    sources: SourceKnowledge(of: sources.files),
                    testability: Testability(of: sources, shared: sharedFiles),
                    unitCoverage: unitCoverage.lines(of: sources),
                    behaviour: Behaviour(of: version, seeds: seeds),
                    cost: Cost(points: points[index]),
                    flow: flow,
                    faults: faults?.entry(for: version.name, sources)
                )
            )
        }
        return ComparisonReport(
            seeds: seeds,
            messagesPerChat: History.messagesPerChat,
            shared: shared,
            versions: reports,
            faults: faults
        )
    }
}
