import SimulationKit

extension SimulatedWorld {
    /// Lets the disk accept writes again after a process death. The killed process has closed nothing, so the
    /// history's log is unfinished. A power failure also loses some of the unsynchronized writes. Throws if a file
    /// cannot be written.
    func restoreDisk(losingUnsynced losesUnsynced: Bool) throws {
        guard let unsynced else { return }
        matrix?.closeLedger()
        // Lets the pending accesses to the history finish.
        var steps = 0
        while unsynced.openCount > 0, steps < 10_000, executor.step() { steps += 1 }
        let count = unsynced.openCount
        evidence.check(.nothingOutlives, count == 0, "\(count) files of the history are open after the process died")
        guard losesUnsynced else { return unsynced.resume() }
        var generator = SplitMix64(seed: seed ^ UInt64(time / .milliseconds(1)))
        try unsynced.reset(using: &generator)
    }
}
