import BehaviourSuite
import Testing

@testable import ArchitectureReport

@Suite struct BehaviourTests {
    @Test func `a failing scenario is reported with its seed and limit`() throws {
        let scenario = try #require(Scenario.all.first)
        let broken = Architecture(name: "Broken", limits: [.init(scenario: scenario.name, reason: "no disk")]) { _ in
            throw CancellationError()
        }
        let behaviour = Behaviour(of: broken, seeds: 2, scenarios: [scenario])
        #expect(behaviour.passed == 0 && behaviour.total == 1)
        #expect(behaviour.failures.first?.seed == 1 && behaviour.failures.first?.limit == "no disk")
    }
}
