import Chat
import ScreenKit
import SimulationKit
import Transport

extension Person {
    /// Scrolls until that row is the newest in sight, and stays there.
    func scroll(_ pane: InterfaceSpy.Shown.Chat, to row: MessageID) async {
        actions.interface.scroll(pane.number) { $0.scroll(to: row) }
        await pane.module.perform(.rowsVisible(upTo: row))
        try? await world.executor.clock.sleep(for: .seconds(1))
        actions.interface.scroll(pane.number) { $0.noteTold() }
    }

    /// Goes on to the newest, if they have scrolled up: the window follows it from then on.
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

    /// What is written is looked for where it comes.
    func letGo(of pane: InterfaceSpy.Shown.Chat) { actions.interface.scroll(pane.number) { $0.letGo() } }
}
