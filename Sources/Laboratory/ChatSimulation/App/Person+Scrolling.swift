import Chat
import ChatSession
import ChatTypes
import ScreenKit
import SimulationKit

extension Person {
    /// Scrolls until that row is the newest visible one, stays there, and checks that the visible messages are saved
    /// as read.
    func scroll(_ pane: InterfaceSpy.Shown.Chat, to row: MessageID) async {
        let (begin, refused) = (world.time, world.disk.refusedCount)
        actions.interface.scroll(pane.number) { $0.scroll(to: row) }
        // Lines about events do not have to be read.
        let seen = actions.shown.openChat?.rowsSeen.filter { $0.event == nil }.map(\.id) ?? []
        await pane.module.perform(.rowsVisible(upTo: row))
        try? await world.executor.clock.sleep(for: .seconds(1))
        noteTold(pane)
        let history = (try? await actions.session.read { try StoredHistory($0) })?[pane.id]
        let now = actions.shown
        // Skips the check if the user looked away meanwhile, possibly too early to read. Also skips it if the disk
        // refused a write, since messages are then marked as read later.
        let isStill = now.chatLookedAt == pane.id && now.lookedAtSince < begin && now.openChat?.place?.row == row
        guard let history, isStill, !now.isSevered, world.disk.refusedCount == refused else { return }
        let unread = seen.filter { !history.isRead($0) }
        evidence.check(.receipts, unread.isEmpty, "\(unread) are visible in \(pane.id) and not marked as read")
    }

    /// Records that the app knows the scroll position, and checks that the visible rows stay.
    func noteTold(_ pane: InterfaceSpy.Shown.Chat) {
        actions.interface.scroll(pane.number) { $0.noteTold() }
        if let now = actions.shown.openChat { RenderCheck(world: world).checkVisibleRows(of: now) }
    }

    /// Scrolls down to the newest messages if the user has scrolled up. The window follows them from then on.
    func scrollDown(_ pane: InterfaceSpy.Shown.Chat) async {
        guard actions.shown.openChat?.number == pane.number, actions.shown.openChat?.place != nil else { return }
        evidence.note("scrolls down to the newest")
        actions.interface.scroll(pane.number) { $0.scroll(to: nil) }
        if shown(of: pane)?.hasLater == true { await pane.module.perform(.showNewest) }
        if let last = shown(of: pane)?.rows.last { await pane.module.perform(.rowsVisible(upTo: last.id)) }
        let isAtEnd = await see { now in
            now.openChat?.number != pane.number || now.openChat?.place != nil || now.chat?.state?.hasLater == false
        }
        evidence.check(.complete, isAtEnd, "the newest of \(pane.id) are not shown to who has scrolled down")
    }

    /// Lets the window move, because a sent message appears at the end of the chat.
    func letGo(of pane: InterfaceSpy.Shown.Chat) { actions.interface.scroll(pane.number) { $0.letGo() } }
}
