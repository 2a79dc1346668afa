/// The person leaves the app in an orderly way, and starts it again.
struct AppIsRestarted: Step {
    func happen(in session: SessionRunner) throws {
        session.leave()
        try session.start()
    }
}
