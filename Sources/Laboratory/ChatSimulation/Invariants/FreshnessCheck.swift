import Chat
import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import ScreenKit
import SimulatedServer
import SimulationKit
import Transport

/// A check that the screens show changes at once, without the help of a timer, a later sync or another render.
struct FreshnessCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions
    let session: Session

    /// - Parameter breakConnections: Breaks all connections between the app and the server.
    func run(breaking breakConnections: @Sendable () -> Void) async {
        // Connections made before the calm may end at any moment.
        breakConnections()
        await wait(milliseconds: 5000)
        await checkReceipt()
        await checkReceiptElsewhere()
        await world.allContactsWrite()
        await wait(milliseconds: 700)
        await checkScreens()
        await world.allContactsChange()
        await wait(milliseconds: 700)
        await checkScreens()
        await TypingCheck(world: world, actions: actions).run()
        breakConnections()
        await world.allContactsWrite()
        await wait(milliseconds: 2500)
        await checkScreens()
        await checkRefusedPush(breakConnections)
    }

    /// Checks the app while push is refused and requests succeed. The list reports that once. Messages arrive with
    /// each sync, and live again afterwards.
    private func checkRefusedPush(_ breakConnections: @Sendable () -> Void) async {
        world.moods.set(.refusedPush, for: .max)
        let before = actions.shown.statuses.count
        breakConnections()
        await wait(milliseconds: 130_000)
        let told = actions.shown.statuses.dropFirst(before)
        let isTold = told.count == 1 && told.first != .some(nil)
        world.evidence.check(.modelAlone, isTold, "while push was refused the list said \(Array(told))")
        await world.allContactsWrite()
        world.moods.end()
        await wait(milliseconds: 61_000)
        await checkScreens()
    }

    /// Checks that a message is sent at once and shown as read as soon as the contact has read it.
    private func checkReceipt() async {
        guard let id = actions.shown.stack.last?.chat, let module = actions.shown.chat?.module else { return }
        let text = world.evidence.with { content in
            let text = "typed \(content.typed.count)"
            content.typed.append(Evidence.Typed(chat: id, text: text, turn: content.nextTurn()))
            content.drafts[id] = [""]
            content.newestDraft[id] = ""
            return text
        }
        await module.perform(.send(text))
        await wait(milliseconds: 500)
        guard await world.contactsRead(in: id) else { return }
        await wait(milliseconds: 300)
        let row = actions.shown.chat?.state?.rows.last { $0.text == text }
        let delivery = row.map { "\($0.delivery)" } ?? "not there"
        world.evidence.check(.receipts, row?.delivery == .read, "\(text) was read in \(id), and is \(delivery)")
    }

    /// Checks that the list shows a message as read as soon as the contact of a chat off screen has read it.
    private func checkReceiptElsewhere() async {
        let open = actions.shown.stack.compactMap(\.chat)
        for header in await world.server.chats where !open.contains(header.id) {
            guard await world.isIn(header.id), await !world.writers(in: header).isEmpty else { continue }
            await Person(actions: actions, world: world).sendFromOutside(to: header.id)
            await wait(milliseconds: 500)
            _ = await world.contactsRead(in: header.id)
            await wait(milliseconds: 300)
            return await checkScreens()
        }
    }

    /// Checks that the screens are up to date.
    func checkScreens() async {
        await waitForNews()
        await waitForReceipts()
        guard let history = try? await session.read({ try StoredHistory($0) }) else { return }
        let server = await world.serverContent()
        ScreenCheck(world: world, actions: actions).run(server, history)
        AnswerCheck(world: world, actions: actions).run(server, history)
    }

    /// Waits while a contact's message from the last half second may still be on its way.
    private func waitForNews() async {
        for _ in 0..<10 {
            let now = world.serverNow
            var isSaidJustNow = false
            for chat in await world.server.chats {
                let newest = await world.server.log(of: chat.id).last
                if let newest, now.timeIntervalSince(newest.sentAt) < 0.5 { isSaidJustNow = true }
            }
            if !isSaidJustNow { return }
            await wait(milliseconds: 300)
        }
    }

    /// Waits while read receipts for messages that just arrived may still be on their way to the server.
    private func waitForReceipts() async {
        for _ in 0..<5 {
            guard let history = try? await session.read({ try StoredHistory($0) }) else { return }
            let isTold = await world.serverContent().allSatisfy { chat in
                chat.position(of: chat.readByMe) == history[chat.header.id]?.record.readByMe
            }
            if isTold { return }
            await wait(milliseconds: 50)
        }
    }

    private func wait(milliseconds: Int) async {
        try? await world.executor.clock.sleep(for: .milliseconds(milliseconds))
    }
}
