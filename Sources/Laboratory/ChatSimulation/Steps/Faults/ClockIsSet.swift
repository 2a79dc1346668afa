/// The device's clock is changed.
struct ClockIsSet: Fault {
    let seconds: Int
    var kind: String { "clockJump" }

    func strike(_ session: SessionRunner) { session.world.setClock(forwardBy: seconds) }
}
