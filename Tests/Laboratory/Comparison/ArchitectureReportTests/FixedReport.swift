import SourceMeasure

@testable import ArchitectureReport

/// A small report whose figures were made up once, with names that a careless rendering would break on.
enum FixedReport {
    static let report = ComparisonReport(
        seeds: 3,
        messagesPerChat: 20,
        shared: [SharedModule(name: "Transport", files: 2, code: 1234)],
        versions: [
            version("Plain", growth: 0, failures: []), version("A<b> & \"c\"|d", growth: 1, failures: [failure]),
        ]
    )

    static let failure = Behaviour.Failure(
        scenario: "A message comes",
        seed: 2,
        difference: "nothing came",
        limit: nil
    )

    private static func version(_ name: String, growth: Int, failures: [Behaviour.Failure]) -> VersionReport {
        let files = [
            SourceFile(path: "Views/ListView.swift", bytes: Array("class ListView {\n    let model: Model\n}\n".utf8)),
            SourceFile(
                path: "Models/Model.swift",
                bytes: Array("// A model.\n\nclass Model { weak var view: ListView? }\n".utf8)
            ),
        ]
        let sources = VersionSources(folders: ["Sources/\(name)"], files: files, screens: ["ListView"])
        return VersionReport(
            name: name,
            folders: sources.folders,
            code: SourceMeasurement(of: files),
            largestByLayer: sources.largestByLayer,
            sources: SourceKnowledge(push: ["Models/Model.swift"], socket: []),
            testability: Testability(of: sources),
            unitCoverage: growth == 0 ? LineCoverage(coverable: 8, covered: 5) : nil,
            behaviour: Behaviour(passed: 10 - failures.count, total: 10, failures: failures),
            cost: Cost(
                points: [10, 1000].map { chats in
                    let factor = growth == 0 ? 1 : Double(chats)
                    return Cost.Point(
                        chats: chats,
                        microseconds: 100 * factor,
                        viewUpdates: 1,
                        rowsBuilt: factor,
                        mebibytes: growth == 0 ? nil : 12.34
                    )
                }
            ),
            flow: [
                FlowEvent(place: .source, job: 0, words: "the message is pushed"),
                FlowEvent(place: .disk, job: 2, words: "the message is committed"),
                FlowEvent(place: .screen, job: 2, words: "1 view update, 10000 rows made"),
                FlowEvent(place: .server, job: 3, words: "the server is asked: a picture"),
                FlowEvent(place: .source, job: 4, words: "the source may bring the next"),
            ]
        )
    }
}
