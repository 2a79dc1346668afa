import ChatTypes
import SimulatedServer
import Transport

/// The user reads a chat or one of its threads on another device, up to one of the newest messages.
///
/// An architecture of the comparison shows its notifications before it can tell what is read, and a homeserver has other IDs.
struct ChatIsReadElsewhere: Step {
    let chat: Int
    let what: Int

    func happen(in session: SessionRunner) throws {
        guard session.app is ViperRun, session.world.matrix == nil else { return }
        try session.drive { [world = session.world] in await read(in: world) }
    }

    private func read(in world: SimulatedWorld) async {
        let chats = await world.server.chats
        guard !chats.isEmpty else { return }
        let id = chats[chat % chats.count].id
        let messages = await world.server.log(of: id).suffix(8)
        guard !messages.isEmpty, await world.isIn(id) else { return }
        let newest = messages[messages.startIndex + what % messages.count]
        let read = await world.server.log(of: id).filter {
            $0.thread == newest.thread && $0.position <= newest.position
        }
        world.evidence.note("\(newest.id) is read elsewhere")
        world.evidence.noteSeen(read.map(\.id), at: world.time)
        // Nothing that was read needs a notification.
        let ids = Set(read.map(\.id))
        world.evidence.with { content in
            content.excuse { id, _ in ids.contains(id) }
            content.readElsewhere.insert(newest.id)
        }
        let thread = await world.server.newestRead(by: .me, in: id, thread: newest.thread)
        let marker = messages.first { $0.id == thread }?.position
        // A receipt is never taken back.
        if let marker, marker >= newest.position { return }
        try? await world.server.markRead(id, upTo: newest.id, in: ReceiptScope(thread: newest.thread))
    }
}
