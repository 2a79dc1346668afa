import ArchitectureVersions
import BehaviourSuite
import Testing

@testable import ArchitectureReport

/// Runs all architectures on small histories.
@Suite struct FlowRecorderTests {
    @Test(arguments: Architecture.all.map(\.name))
    func `a message is committed before it is shown`(name: String) throws {
        let version = try #require(Architecture.all.first { $0.name == name })
        let place = try Workplace()
        let path = place.path(of: "history")
        try History(chatCount: 5).write(to: path)
        let events = try FlowRecorder.record(version, chatCount: 5, history: path)
        #expect(events.first == FlowEvent(place: .source, job: 0, words: "the message is pushed"))
        let commit = try #require(events.firstIndex { $0.place == .disk })
        let update = try #require(events.firstIndex { $0.place == .screen })
        #expect(commit < update)
        #expect(events.contains { $0.words == "the notification is shown" })
        #expect(events.map(\.job) == events.map(\.job).sorted())
    }
}
