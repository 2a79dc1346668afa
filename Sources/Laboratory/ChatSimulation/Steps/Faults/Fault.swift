/// A fault that happens once and is counted.
protocol Fault: Step {
    /// The kind of fault, by which reports count it.
    var kind: String { get }
    func strike(_ session: SessionRunner) throws
}

extension Fault {
    func happen(in session: SessionRunner) throws {
        session.world.evidence.count(kind)
        try strike(session)
    }
}
