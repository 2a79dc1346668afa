import SimulationKit

extension SimulatedWorld {
    /// The disk takes writes again after a death: what the dead process would have tidied up in closing is as it was, and the
    /// history's log is found unfinished. After a loss of power only some is there of what was not synchronised. Throws when a
    /// file cannot be written.
    func restoreDisk(losingUnsynced losesUnsynced: Bool) throws {
        guard let unsynced else { return }
        matrix?.closeLedger()
        // What was being asked of it comes to its end.
        var steps = 0
        while unsynced.openCount > 0, steps < 10_000, executor.step() { steps += 1 }
        let count = unsynced.openCount
        evidence.check(.nothingOutlives, count == 0, "\(count) files of the history are open after the process died")
        guard losesUnsynced else { return unsynced.resume() }
        var generator = SplitMix64(seed: seed ^ UInt64(time / .milliseconds(1)))
        try unsynced.settle(using: &generator)
    }
}
