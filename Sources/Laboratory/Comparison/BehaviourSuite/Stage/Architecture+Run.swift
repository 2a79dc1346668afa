import DriverKit

extension Architecture {
    /// Runs one scenario under one seed, on the calling thread, and returns the first unmet expectation; nil if all were
    /// met. The same seed gives the same result.
    ///
    /// Under an even seed all work runs in the order in which it is due. Under an odd seed, ready work runs in any
    /// order and time may overtake it, unless the scenario depends on the time of day.
    public func difference(in scenario: Scenario, seed: UInt64) -> String? {
        let performance = Performance(architecture: self, setting: scenario.setting, seed: seed)
        do {
            try performance.run(scenario.play)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
