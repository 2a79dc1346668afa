import ArchitectureVersions
import BehaviourSuite
import Testing

@testable import ArchitectureReport

/// Real versions on small histories: what is counted, not how long it takes.
@Suite struct RunTests {
    private func version(_ name: String) throws -> Version {
        try #require(Version.all.first { $0.name == name })
    }

    private func history(_ chatCount: Int, in place: borrowing Workplace) throws -> String {
        let path = place.path(of: "history")
        try History(chatCount: chatCount).write(to: path)
        return path
    }

    @Test(arguments: [("VIPER", 1.0), ("Classic MVC", 12.0)])
    func `rows are counted for each message`(name: String, rows: Double) throws {
        let place = try Workplace()
        let path = try history(12, in: place)
        let point = try CostProbe.measure(try version(name), chatCount: 12, history: path)
        #expect(point.chats == 12 && point.viewUpdates == 1 && point.rowsBuilt == rows)
    }

    @Test(arguments: Version.all.map(\.name))
    func `a recorded message is committed before it is shown`(name: String) throws {
        let place = try Workplace()
        let path = try history(5, in: place)
        let events = try FlowRecorder.record(try version(name), chatCount: 5, history: path)
        #expect(events.first == FlowEvent(place: .source, job: 0, words: "the message is pushed"))
        let commit = try #require(events.firstIndex { $0.place == .disk })
        let update = try #require(events.firstIndex { $0.place == .screen })
        #expect(commit < update)
        #expect(events.contains { $0.words == "the notification is shown" })
        #expect(events.map(\.job) == events.map(\.job).sorted())
    }

    @Test func `a scenario that fails is reported with its seed and its limit`() throws {
        let scenario = try #require(Scenario.all.first)
        let broken = Version(name: "Broken", limits: [.init(scenario: scenario.name, reason: "no disk")]) { _ in
            throw CostProbe.Failure(description: "it does not start")
        }
        let behaviour = Behaviour(of: broken, seeds: 2, scenarios: [scenario])
        #expect(behaviour.passed == 0 && behaviour.total == 1)
        #expect(behaviour.failures.first?.seed == 1 && behaviour.failures.first?.limit == "no disk")
    }
}
