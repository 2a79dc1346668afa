import Chat
import ChatApp
import ChatDetails
import ChatTypes
import ScreenKit
import SimulatedServer
import Transport

/// The user opens the details of the chat, which must appear on top of it, and may block a device there.
struct PersonSeesDetails: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        person.actions.interface.noteCovering(by: nil)
        await pane.module.perform(.showDetails)
        let stack = shown.stack + [.details(of: pane.id)]
        let isOpen = await person.see { $0.stack == stack && $0.details?.state != nil }
        let now = person.actions.shown
        person.evidence.check(.modelAlone, isOpen, "asking for the details of \(pane.id) shows \(now.stack)")
        if isOpen { await switchDevice(person, of: pane.id) }
    }

    /// Blocks the contact's newest device, or ends that. The first one stays able to read.
    private func switchDevice(_ person: Person, of chat: ChatID) async {
        func device(_ id: String) -> ChatDetailsViewState.Device? {
            person.actions.shown.details?.state?.devices.first { $0.id.device == id }
        }
        guard let encryption = person.world.matrix?.encryption,
            let contact = await person.world.server.chats.first(where: { $0.id == chat })?.contact.user,
            encryption.isEncrypted(contact), let id = encryption.newestDevice(of: contact),
            let details = person.actions.shown.details,
            // The devices of somebody new are asked for first.
            await person.see(within: .seconds(2), where: { _ in device(id) != nil }), let before = device(id)
        else { return }
        let wasBlocked = before.trust == .blocked
        // The change may be stored before the app dies, although nobody sees it.
        encryption.noteBlocked(nil, device: id, of: contact)
        await details.module.perform(.changeEncryption(.setBlocked(!wasBlocked, device: id)))
        guard let isBlocked = device(id).map({ $0.trust == .blocked }), isBlocked != wasBlocked else { return }
        encryption.noteBlocked(isBlocked, device: id, of: contact)
        if isBlocked { person.evidence.count("blockedDevice") }
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        // A device may be blocked while a text waits, and must not read the next one.
        let (before, after) = (PersonSends(text: draw.number()), PersonSends(text: draw.number()))
        let opens = PersonOpensChat(row: draw.number())
        let isShort = draw.flip()
        return (
            draw.flip() ? [opens, before] : [opens],
            isShort ? [PersonLeavesDetails(), after] : []
        )
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
