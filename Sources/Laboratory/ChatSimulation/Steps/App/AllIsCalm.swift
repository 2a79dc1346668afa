import SimulationKit

/// Everything is well for long enough that whatever was held up is done, and all that must hold then is checked.
struct AllIsCalm: Step {
    func happen(in session: SessionRunner) throws {
        let world = session.world
        session.endFaults()
        try session.drive {
            await world.comeBack()
            await world.makeGood()
        }
        try session.pass(.seconds(120))
        session.checkSteps()
        guard let life = session.life else { return }
        // While it is being looked at, nothing moves that does not have to.
        world.executor.schedule = .inOrder
        defer { world.executor.schedule = .shuffled }
        for check in life.quietChecks(isLast: session.isAtEnd) {
            try session.driveToEnd(atMost: check.limit, check.run)
        }
        session.resumeNetworkFaults()
    }
}
