import Chat
import ChatApp
import ChatTypes
import DriverKit
import ScreenKit
import SimulationKit

/// The user begins a reply to one of the visible messages, and leaves it unfinished. It is kept from a second later.
struct PersonBeginsReply: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let row = person.anyRow(self.row, pane) else { return }
        let (evidence, disk, text) = (person.evidence, person.world.disk, "unfinished \(self.row)")
        let refused = disk.refusedCount
        evidence.note("begins a reply to \(row.id): \(text)")
        evidence.noteUnfinished(nil, answering: row.id, in: pane.id)
        await pane.module.perform(.unfinished(.reply(to: row.id), text))
        try? await person.world.executor.clock.sleep(for: .seconds(1))
        let now = person.actions.shown
        if !now.isSevered, now.chat?.id == pane.id, disk.refusedCount == refused {
            evidence.noteUnfinished(text, answering: row.id, in: pane.id)
        }
    }
}
