/// The user leaves the app in order and starts it again.
struct AppIsRestarted: Step {
    func happen(in session: SessionRunner) throws {
        session.leave()
        try session.start()
    }
}
