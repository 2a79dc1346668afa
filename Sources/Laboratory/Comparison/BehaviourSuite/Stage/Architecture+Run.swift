/// The result of one scenario under one seed.
public struct ScenarioResult: Hashable, Sendable {
    /// The scenario's name.
    public let scenario: String
    /// The seed of the run.
    public let seed: UInt64
    /// The first unmet expectation; nil if all were met.
    public let difference: String?

    /// Whether all expectations were met.
    public var hasPassed: Bool { difference == nil }
}

extension Architecture {
    /// Runs every scenario under every seed, all seeds of one scenario before the next. The same seed gives the same
    /// result.
    public func run(
        _ scenarios: [Scenario] = Scenario.all,
        seeds: some Collection<UInt64>
    ) -> [ScenarioResult] {
        scenarios.flatMap { scenario in seeds.map { run(scenario, seed: $0) } }
    }

    /// Runs one scenario under one seed, on the calling thread.
    ///
    /// Under an even seed all work runs in the order in which it is due. Under an odd seed, ready work runs in any
    /// order and time may overtake it, unless the scenario depends on the time of day.
    public func run(_ scenario: Scenario, seed: UInt64) -> ScenarioResult {
        let performance = Performance(architecture: self, setting: scenario.setting, seed: seed)
        var difference: String?
        do { try performance.run(scenario.play) } catch { difference = "\(error)" }
        return ScenarioResult(scenario: scenario.name, seed: seed, difference: difference)
    }
}
