import Chat
import ChatList
import ChatTypes
import ScreenKit
import SimulatedServer
import SimulationKit
import Transport

/// A check that the screens name exactly the members who are typing: the server said so, they have sent nothing
/// since, and the notice has not expired.
struct TypingCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    /// Lets everyone begin to type, then lets some send and some stop, and finally waits until the notices of the
    /// others expire.
    func run() async {
        await check()
        let chats = await world.server.chats
        for chat in chats {
            for writer in await world.writers(in: chat).prefix(3) {
                try? await world.server.contactTypes(in: chat.id, by: writer)
            }
        }
        await wait(milliseconds: 700)
        await check()
        for (index, chat) in chats.enumerated() {
            guard let writer = await world.writers(in: chat).first else { continue }
            if index.isMultiple(of: 3) {
                _ = try? await world.server.contactWrites("typed", in: chat.id, by: writer)
            } else if index % 3 == 1 {
                try? await world.server.contactTypes(false, in: chat.id, by: writer)
            }
        }
        await wait(milliseconds: 700)
        await check()
        await wait(milliseconds: 6000)
        await check()
    }

    private func check() async {
        for chat in await world.serverContent() { await check(chat) }
    }

    private func check(_ chat: ServerChatContent) async {
        let id = chat.header.id
        for _ in 0..<5 {
            guard let typingAuthors = world.evidence.typingAuthors(in: id, at: world.time) else {
                await wait(milliseconds: 350)
                continue
            }
            let wanted = typingText(of: typingAuthors.map { chat.name(of: $0) ?? chat.header.contact.name })
            let shown = actions.shown
            if let list = shown.list?.state, let row = list.rows.first(where: { $0.id.chat == id }) {
                check(row.typing, wanted, "the list", id)
            }
            if shown.chat?.id == id, let state = shown.chat?.state { check(state.typing, wanted, "the chat", id) }
            return
        }
    }

    private func check(_ said: String?, _ wanted: String?, _ place: String, _ chat: ChatID) {
        world.evidence.check(.typing, said == wanted, "\(place) says of \(chat) \(said ?? "-"), not \(wanted ?? "-")")
    }

    private func wait(milliseconds: Int) async {
        try? await world.executor.clock.sleep(for: .milliseconds(milliseconds))
    }
}
