/// The device's clock is changed.
struct ClockIsSet: Fault {
    let seconds: Int
    var kind: String { "clockJump" }

    func strike(_ session: SessionRunner) {
        // The adapter takes a time that is more than five minutes ahead for a wrong one.
        let least = session.world.matrix == nil ? Int.min : -240
        session.world.setClock(forwardBy: max(seconds, least))
    }
}
