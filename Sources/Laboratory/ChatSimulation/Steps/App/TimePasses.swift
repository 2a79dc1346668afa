/// Time passes without any action.
struct TimePasses: Step {
    let seconds: Int

    func happen(in session: SessionRunner) throws { try session.pass(.seconds(seconds)) }
}
