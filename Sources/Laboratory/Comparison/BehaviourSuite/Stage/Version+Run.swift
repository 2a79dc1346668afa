/// How one scenario went under one seed.
public struct ScenarioResult: Hashable, Sendable {
    /// The scenario's name.
    public let scenario: String
    /// The seed that it was played under.
    public let seed: UInt64
    /// The first difference from what was expected, in words; nil when there was none.
    public let difference: String?

    /// Whether all was as expected.
    public var hasPassed: Bool { difference == nil }
}

extension Version {
    /// Plays every scenario under every seed; seed by seed within a scenario. The same seed gives the same result.
    public func run(
        _ scenarios: [Scenario] = Scenario.all,
        seeds: some Collection<UInt64>
    ) -> [ScenarioResult] {
        scenarios.flatMap { scenario in seeds.map { run(scenario, seed: $0) } }
    }

    /// Plays one scenario under one seed, on the calling thread.
    ///
    /// Under an even seed everything happens in the order in which it is due; under an odd one, work that is ready is done
    /// in any order, and time may overtake it, unless the scenario is about the time of day.
    public func run(_ scenario: Scenario, seed: UInt64) -> ScenarioResult {
        let performance = Performance(version: self, setting: scenario.setting, seed: seed)
        var difference: String?
        do { try performance.run(scenario.play) } catch { difference = "\(error)" }
        return ScenarioResult(scenario: scenario.name, seed: seed, difference: difference)
    }
}
