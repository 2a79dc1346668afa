import Chat
import ChatApp
import ChatTypes
import ScreenKit
import SimulatedServer
import Transport

/// The user scrolls up to a visible row while contacts keep writing, or scrolls down a page or to the newest message.
struct PersonScrolls: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let state = pane.state else { return }
        if pane.place != nil, row.isMultiple(of: 3) { return await person.scrollDown(pane) }
        if state.hasLater, row.isMultiple(of: 2) { return await showLater(person, pane) }
        // Skips waiting messages, which may be deleted.
        let rows = state.rows.dropLast().filter { $0.delivery.rank >= Delivery.sent.rank }
        guard !rows.isEmpty else { return }
        await person.scroll(pane, to: rows[row % rows.count].id)
        person.evidence.note("scrolls in \(pane.id), and sees what is up to \(rows[row % rows.count].id)")
        await write(row.isMultiple(of: 5) ? 60 : row % 5, person, pane.id)
    }

    /// Loads another page below the rows shown, and checks that some appear.
    private func showLater(_ person: Person, _ pane: InterfaceSpy.Shown.Chat) async {
        guard let last = pane.state?.rows.last else { return }
        await person.scroll(pane, to: last.id)
        await pane.module.perform(.showLater)
        guard let now = person.shown(of: pane) else { return }
        let isMore = now.rows.last?.id != last.id || !now.hasLater
        person.evidence.check(.complete, isMore, "asking for later messages of \(pane.id) did nothing")
    }

    private func write(_ count: Int, _ person: Person, _ chat: ChatID) async {
        let server = person.world.server
        guard let header = await server.chats.first(where: { $0.id == chat }) else { return }
        let writers = await person.world.writers(in: header)
        guard !writers.isEmpty else { return }
        for number in 0..<count {
            let writer = writers[number % writers.count]
            _ = try? await server.contactWrites(OddTexts.text(row + number), in: chat, by: writer)
        }
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        let pause = TimePasses(seconds: draw.below(5))
        return ([PersonOpensChat(row: draw.number())], [pause, PersonScrolls(row: draw.number())])
    }
}
