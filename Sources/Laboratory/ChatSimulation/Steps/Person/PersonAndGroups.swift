import BehaviourSuite
import ChatApp
import ChatList
import ChatSession
import CreateChat
import ScreenKit
import SimulationKit
import Transport

/// Begins a group with two of the names; names that are none, or one twice, are told of on the way.
struct PersonBeginsGroup: PersonStep {
    let name: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        if shown.stack.last == .chatList {
            await person.openForm(from: shown.list?.module)
            guard person.actions.shown.stack.last == .createChat else { return }
        } else if shown.stack.last != .createChat {
            return
        }
        // The simulated homeserver has chats between two alone.
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

/// Leaves the group that is open, or another one, or comes back, by this device or by another one; where the server cannot be
/// asked, nothing happens.
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

    /// They leave while something waits to be sent.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonSends(text: draw.number()), PersonSends(text: draw.number())], [])
    }
}
