import Chat
import ChatApp
import ChatDetails
import ScreenKit

/// The user opens the details of the chat, which must appear on top of it.
struct PersonSeesDetails: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        person.actions.interface.noteCovering(by: nil)
        await pane.module.perform(.showDetails)
        let stack = shown.stack + [.details(of: pane.id)]
        let isOpen = await person.see { $0.stack == stack && $0.details?.state != nil }
        let now = person.actions.shown
        person.evidence.check(.modelAlone, isOpen, "asking for the details of \(pane.id) shows \(now.stack)")
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonOpensChat(row: draw.number())], draw.flip() ? [PersonLeavesDetails()] : [])
    }
}

/// The user leaves the details. Their chat must be on top again, unchanged.
struct PersonLeavesDetails: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let details = shown.details, case .details(let chat) = shown.stack.last else { return }
        person.actions.interface.noteLeaving()
        await details.module.perform(.leave)
        let isLeft = await person.see { $0.stack == shown.stack.dropLast() && $0.chat?.number == shown.chat?.number }
        person.evidence.check(.modelAlone, isLeft, "there is no way out of the details of \(chat)")
    }
}
