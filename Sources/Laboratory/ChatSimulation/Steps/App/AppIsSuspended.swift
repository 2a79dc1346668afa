/// The system lets nothing of the app run for so long. The server closes what stands, and contacts write.
struct AppIsSuspended: Step {
    let minutes: Int

    func happen(in session: SessionRunner) throws {
        session.world.suspendApp()
        defer { session.world.resumeApp() }
        try session.pass(.seconds(minutes))
        session.life?.transport.breakConnections()
        for number in 0..<3 {
            try ContactWrites(chat: minutes + number, text: minutes, count: 1 + minutes % 20, images: 0)
                .happen(in: session)
            try session.pass(.seconds(minutes * 20))
        }
    }
}
