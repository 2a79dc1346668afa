/// The process is killed after that many more jobs, whatever it is doing then.
struct ProcessDies: Fault {
    let jobs: Int
    var kind: String { "death" }

    func strike(_ session: SessionRunner) { session.die(afterJobs: jobs) }
}

/// The process is killed at a later write: at any statement of a transaction, or at its commit.
struct ProcessDiesAtWrite: Fault {
    let writes: Int
    var kind: String { "deathAtWrite" }

    func strike(_ session: SessionRunner) { session.world.disk.kill(afterWrites: writes) }
}

/// The power fails after that many more jobs: the process is killed, and the disk may lose unsynchronized writes.
struct PowerFails: Fault {
    let jobs: Int
    var kind: String { "powerLoss" }

    func strike(_ session: SessionRunner) { session.die(afterJobs: jobs, losingPower: true) }
}
