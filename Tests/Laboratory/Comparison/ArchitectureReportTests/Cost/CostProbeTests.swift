import ArchitectureVersions
import BehaviourSuite
import Testing

@testable import ArchitectureReport

/// Real versions on small histories: what is counted, not how long it takes.
@Suite struct CostProbeTests {
    @Test(arguments: ["VIPER", "Classic MVC"])
    func `rows are counted for each message`(name: String) throws {
        let version = try #require(Version.all.first { $0.name == name })
        let place = try Workplace()
        let path = place.path(of: "history")
        try History(chatCount: 12).write(to: path)
        let point = try CostProbe.measure(version, chatCount: 12, history: path)
        #expect(point.chats == 12 && point.viewUpdates == 1 && point.rowsBuilt == 1)
    }
}
