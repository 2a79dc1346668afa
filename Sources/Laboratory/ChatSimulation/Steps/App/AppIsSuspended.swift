/// The system suspends the app for some minutes. The server closes its connections, and contacts write.
struct AppIsSuspended: Step {
    let minutes: Int

    func happen(in session: SessionRunner) throws {
        session.world.suspendApp()
        defer { session.world.resumeApp() }
        try session.pass(.seconds(minutes))
        session.app?.transport.breakConnections()
        for number in 0..<3 {
            try ContactWrites(chat: minutes + number, text: minutes, count: 1 + minutes % 20, images: 0)
                .happen(in: session)
            try session.pass(.seconds(minutes * 20))
        }
    }
}
