/// The process dies after so many more jobs, wherever it is then.
struct ProcessDies: Fault {
    let jobs: Int
    var kind: String { "death" }

    func strike(_ session: SessionRunner) { session.die(afterJobs: jobs) }
}

/// The process dies at its next so many-th write: at any statement of a transaction, or at its commit.
struct ProcessDiesAtWrite: Fault {
    let writes: Int
    var kind: String { "deathAtWrite" }

    func strike(_ session: SessionRunner) { session.world.disk.kill(afterWrites: writes) }
}

/// The power fails after so many more jobs: the process dies, and the disk may lose what was not synchronised.
struct PowerFails: Fault {
    let jobs: Int
    var kind: String { "powerLoss" }

    func strike(_ session: SessionRunner) { session.die(afterJobs: jobs, losingPower: true) }
}
