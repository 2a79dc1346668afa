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
        await person.begin("unfinished \(self.row)", as: .reply(to: row.id), in: pane)
    }
}

/// The user begins to edit one of their visible messages, and leaves that unfinished. It is kept from a second later.
struct PersonBeginsEdit: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let row = person.ownRow(self.row, pane), row.poll == nil else { return }
        await person.begin("unfinished edit \(self.row)", as: .edit(of: row.id), in: pane)
    }
}

extension Person {
    /// Types a text about a message, and waits until it must be kept.
    fileprivate func begin(_ text: String, as target: DraftTarget, in pane: InterfaceSpy.Shown.Chat) async {
        let refused = world.disk.refusedCount
        evidence.note("begins \(target): \(text)")
        evidence.noteUnfinished(nil, of: target, in: pane.id)
        await pane.module.perform(.unfinished(target, text))
        try? await world.executor.clock.sleep(for: .seconds(1))
        let now = actions.shown
        guard !now.isSevered, now.chat?.id == pane.id, world.disk.refusedCount == refused else { return }
        // A message that was deleted meanwhile has no edit.
        let isGone =
            target.isEdit && now.chat?.state?.rows.contains { $0.id == target.message && !$0.isDeleted } != true
        if !isGone { evidence.noteUnfinished(text, of: target, in: pane.id) }
    }
}
