/// Nothing is done for so long.
struct TimePasses: Step {
    let seconds: Int

    func happen(in session: SessionRunner) throws { try session.pass(.seconds(seconds)) }
}
