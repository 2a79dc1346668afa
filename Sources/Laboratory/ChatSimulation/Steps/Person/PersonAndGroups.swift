import ChatApp
import ChatList
import ChatSession
import ChatTypes
import CreateChat
import DriverKit
import ScreenKit
import SimulatedServer
import SimulationKit
import Transport

/// The user creates a group with two contacts. The form reports unknown or repeated names.
struct PersonBeginsGroup: PersonStep {
    let name: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        if shown.stack.last == .chatList {
            await person.openForm(from: shown.list?.module)
            guard person.actions.shown.stack.last == .createChat else { return }
        } else if shown.stack.last != .createChat {
            return
        }
        // The simulated homeserver has chats between two people only.
        guard person.world.matrix == nil, let form = person.actions.shown.form, form.state?.isBusy != true else {
            return
        }
        let (first, second) = (OddTexts.name(name), OddTexts.name(name / OddTexts.names.count))
        form.module.send(.type(first))
        await form.module.perform(.add)
        form.module.send(.type(second))
        person.evidence.with { $0.groupCount += 1 }
        await person.create("\(first) and \(second)", form.module)
    }
}

/// The user leaves a group, or joins it again, on this device or another one. Prefers the open group. Does nothing if
/// the server cannot be reached.
struct PersonComesOrGoes: PersonStep {
    let chat: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        let world = person.world
        let groups = await world.server.chats.filter(\.isGroup)
        guard !groups.isEmpty else { return }
        let open = groups.first { $0.id == person.actions.shown.chat?.id }
        let group = (open ?? groups[chat % groups.count]).id
        let membership = await world.isIn(group) ? ChatMembership.leave : .join
        person.evidence.note("\(membership) \(group)")
        if chat.isMultiple(of: 2) {
            try? await person.actions.session.setMembership(membership, in: group)
        } else {
            try? await world.server.setMembership(membership, in: group)
        }
    }

    /// Sends messages first, so that the user leaves while they are waiting.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonSends(text: draw.number()), PersonSends(text: draw.number())], [])
    }
}
