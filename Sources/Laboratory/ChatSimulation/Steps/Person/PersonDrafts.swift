import Chat
import ChatApp
import ChatTypes
import DriverKit
import ScreenKit
import SimulationKit

/// The user types a text without sending it.
struct PersonDrafts: PersonStep {
    let text: Int

    /// Whether the user waits until the draft is saved. A user who continues at once may be faster than the delay
    /// before saving.
    private var isWaitedFor: Bool { text.isMultiple(of: 2) }

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        let chat = pane.id
        let text = "draft \(text)"
        let refused = person.world.disk.refusedCount
        person.evidence.noteDraft(text, in: chat, shown: pane.state?.draft)
        await pane.module.perform(.draft(text))
        guard isWaitedFor else { return }
        try? await person.world.executor.clock.sleep(for: .seconds(1))
        let now = person.actions.shown
        if !now.isSevered, now.chat?.id == chat, person.world.disk.refusedCount == refused {
            person.evidence.noteDraftKept(in: chat)
        }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, let chat else { return }
        let text = "draft \(text)"
        let refused = person.world.disk.refusedCount
        person.evidence.noteDraft(text, in: chat, shown: state.field)
        await person.perform(.type(text))
        guard isWaitedFor else { return }
        await person.wait(.seconds(1))
        if !person.userView.isClosed, person.world.disk.refusedCount == refused {
            person.evidence.noteDraftKept(in: chat)
        }
    }
}
