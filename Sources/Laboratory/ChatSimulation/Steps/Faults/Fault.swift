/// Something that goes wrong once, and is counted.
protocol Fault: Step {
    /// As reports count it.
    var kind: String { get }
    func strike(_ session: SessionRunner) throws
}

extension Fault {
    func happen(in session: SessionRunner) throws {
        session.world.evidence.count(kind)
        try strike(session)
    }
}
