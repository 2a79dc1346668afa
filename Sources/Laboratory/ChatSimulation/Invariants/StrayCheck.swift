import RuntimeKit

/// A check that starting the app removes every file that the history does not name, such as partial copies and
/// downloads left by a process death.
struct StrayCheck {
    let world: SimulatedWorld
    let process: SimulatedProcess
    /// The files that the history named before the start.
    let named: [String]
    private let refusedCount: Int

    init(world: SimulatedWorld, process: SimulatedProcess, named: [String]) {
        (self.world, self.process, self.named) = (world, process, named)
        let refusedCount = world.disk.refusedCount
        self.refusedCount = refusedCount
        world.evidence.with { $0.refusedAtStart = refusedCount }
    }

    /// Runs the check. Skips it if the disk refused a write, because the files then remain.
    func run() {
        guard world.disk.refusedCount == refusedCount, !process.hasDied, let names = try? world.fileFolder.names()
        else { return }
        let strays = Set(names).subtracting(named).sorted()
        world.evidence.check(.files, strays.isEmpty, "\(strays) are there after a start, and nothing names them")
    }
}
