import Transport

/// What no row names is gone from the history's folder as soon as the app has started: what a death left of copies and fetches.
struct StrayCheck {
    let world: SimulatedWorld
    let process: SimulatedProcess
    /// What the history names before the start.
    let named: [String]
    private let refusedCount: Int

    init(world: SimulatedWorld, process: SimulatedProcess, named: [String]) {
        (self.world, self.process, self.named) = (world, process, named)
        let refusedCount = world.disk.refusedCount
        self.refusedCount = refusedCount
        world.evidence.with { $0.refusedAtStart = refusedCount }
    }

    /// A disk that takes nothing keeps them.
    func run() {
        guard world.disk.refusedCount == refusedCount, !process.hasDied, let names = try? world.fileFolder.names()
        else { return }
        let strays = Set(names).subtracting(named).sorted()
        world.evidence.check(.files, strays.isEmpty, "\(strays) lie there after a start, and nothing names them")
    }
}
