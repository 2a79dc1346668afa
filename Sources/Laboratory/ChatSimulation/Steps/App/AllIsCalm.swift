import SimulationKit

/// A quiet moment: all faults end long enough for delayed work to finish, then all invariants are checked.
struct AllIsCalm: Step {
    func happen(in session: SessionRunner) throws {
        let world = session.world
        session.endFaults()
        try session.drive {
            await world.comeBack()
            await world.makeGood()
        }
        // The app asks again for a page that was refused repeatedly, but only after up to an hour, as the server may ask it to.
        let (pages, waits) = (world.moods.takeCount(of: .refusedPage), world.moods.takeCount(of: .longWait))
        try session.pass(pages > 1 || waits > 0 ? .seconds(3700) : .seconds(120))
        session.checkSteps()
        guard let app = session.app else { return }
        // Jobs run in order during the checks, to keep the state as stable as possible.
        world.executor.schedule = .inOrder
        defer { world.executor.schedule = .shuffled }
        for check in app.quietChecks(isLast: session.isAtEnd) {
            try session.driveToEnd(atMost: check.limit, check.run)
        }
        session.resumeNetworkFaults()
    }
}
