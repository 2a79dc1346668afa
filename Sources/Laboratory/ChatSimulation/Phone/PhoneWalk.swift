import BehaviourSuite
import ChatStore
import Transport

/// At a session's end a person walks through all chats and scrolls to each one's beginning: what is shown is what the server
/// holds, all is read by then, and the history is what comes of taking the server's log in straight.
struct PhoneWalk: Sendable {
    let check: PhoneCheck

    private var person: PhonePerson { check.person }
    private var world: SimulatedWorld { person.world }

    func run() async {
        if await person.gaze.lookClosely().screen.list == nil { await person.goBack() }
        await person.wait(.seconds(1))
        await check.checkScreen()
        for row in await person.gaze.lookClosely().screen.list?.rows ?? [] {
            await person.open(row)
            await person.wait(.seconds(1))
            await check.checkScreen()
            await scroll(row)
            await person.goBack()
        }
        await person.wait(.seconds(1))
        await check.checkScreen()
        let list = await person.gaze.lookClosely().screen.list
        let unread = list?.rows.filter { $0.unreadCount > 0 }.map(\.title) ?? []
        world.evidence.check(.receipts, unread.isEmpty, "\(unread) were opened, and are still unread")
        guard list?.hasMore == false else { return }
        await SamePathCheck(world: world) { lines in
            try await HistoryFile(world.history).openForReading().read(lines)
        }.run()
    }

    private func scroll(_ row: ListScreen.Row) async {
        // Each page brings something, or the conversation has no start.
        for _ in 0..<1000 {
            guard let chat = await person.gaze.lookClosely().screen.chat, chat.hasEarlier else { return }
            await person.loadEarlier(chat)
            if world.evidence.with({ !$0.violations.isEmpty }) { return }
        }
    }
}
