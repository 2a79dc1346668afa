import ChatStore
import ChatTypes
import DriverKit
import SQLiteKit
import SimulatedServer
import Transport

/// A walk through all chats at a session's end, scrolling each to its beginning. It checks that the screens match the
/// server and that all messages are read. It also checks that the history equals one that received the server's log
/// in order.
struct PhoneWalk: Sendable {
    let check: PhoneCheck

    private var person: PhonePerson { check.person }
    private var world: SimulatedWorld { person.world }

    func run() async {
        if await person.userView.current().screen.list == nil { await person.goBack() }
        await person.wait(.seconds(1))
        await check.checkScreen()
        // The number of messages by others when each chat was left. More may arrive later.
        var readCounts: [String: Int] = [:]
        for row in await person.userView.current().screen.list?.rows ?? [] {
            await person.open(row)
            await person.wait(.seconds(1))
            await check.checkScreen()
            await scroll(row)
            readCounts[row.id] = await spokenCount(in: row)
            await person.goBack()
        }
        await person.wait(.seconds(1))
        await check.checkScreen()
        let list = await person.userView.current().screen.list
        var unread: [String] = []
        for row in list?.rows ?? [] {
            let newCount = await spokenCount(in: row) - readCounts[row.id, default: 0]
            if row.unreadCount > newCount { unread.append(row.title) }
        }
        world.evidence.check(.receipts, unread.isEmpty, "\(unread) were opened, and are still unread")
        guard list?.hasMore == false else { return }
        await SamePathCheck(world: world) { records in
            try await HistoryFile(world.history).openForReading().read(records)
        }.run()
    }

    private func spokenCount(in row: ListScreen.Row) async -> Int {
        await world.server.log(of: ChatID(row.id)).count { $0.author != .me }
    }

    private func scroll(_ row: ListScreen.Row) async {
        // The bound is only reached if a page brings nothing or the chat has no beginning.
        for _ in 0..<1000 {
            guard let chat = await person.userView.current().screen.chat, chat.hasEarlier else { return }
            await person.loadEarlier(chat)
            if world.evidence.with({ !$0.violations.isEmpty }) { return }
        }
    }
}
