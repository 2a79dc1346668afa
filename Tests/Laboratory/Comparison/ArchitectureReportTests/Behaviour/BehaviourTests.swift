import BehaviourSuite
import Testing

@testable import ArchitectureReport

@Suite struct BehaviourTests {
    @Test func `a failing scenario is reported with its seed`() throws {
        let scenario = try #require(Scenario.all.first)
        let broken = Architecture(name: "Broken") { _ in
            throw CancellationError()
        }
        let behaviour = Behaviour(of: broken, seeds: 2, scenarios: [scenario])
        #expect(behaviour.passed == 0 && behaviour.total == 1)
        #expect(behaviour.failures.first?.seed == 1)
    }
}
