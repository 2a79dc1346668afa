import SimulationKit

extension SimulatedWorld {
    /// The power is back: of what was not synchronised, some is there. Throws when a file cannot be written.
    func restorePower() throws {
        guard let unsynced else { return }
        matrix?.closeLedger()
        // What was being asked of it comes to its end.
        var steps = 0
        while unsynced.openCount > 0, steps < 10_000, executor.step() { steps += 1 }
        let count = unsynced.openCount
        evidence.check(.nothingOutlives, count == 0, "\(count) files of the history are open after the process died")
        var generator = SplitMix64(seed: seed ^ UInt64(time / .milliseconds(1)))
        try unsynced.settle(using: &generator)
    }
}
