import ChatTypes
import SimulatedServer
import Transport

/// A contact answers in the thread of one of the newest messages, or begins one with it.
///
/// The architectures of the comparison show no threads, nor does the simulated homeserver have any.
struct ContactWritesInThread: Step {
    let chat: Int
    let message: Int
    let count: Int

    func happen(in session: SessionRunner) throws {
        guard session.app is ViperRun, session.world.matrix == nil else { return }
        try session.drive { [world = session.world] in await write(in: world) }
    }

    private func write(in world: SimulatedWorld) async {
        guard let (header, writers) = await world.company(chat) else { return }
        let messages = await world.server.log(of: header.id).filter { $0.event == nil }.suffix(8)
        guard !messages.isEmpty else { return }
        let newest = messages[messages.startIndex + message % messages.count]
        for number in 0..<count {
            _ = try? await world.server.contactWrites(
                OddTexts.text(message + number),
                inThread: newest.thread ?? newest.id,
                mentioningMe: (message + number) % 5 == 0,
                as: OddTexts.id(message + number),
                in: header.id,
                by: writers[(message + number) % writers.count]
            )
        }
    }
}
