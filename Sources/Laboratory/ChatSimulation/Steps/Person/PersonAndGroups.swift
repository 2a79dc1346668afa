import ChatApp
import ChatList
import ChatSession
import ChatStore
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
        if membership == .join { person.evidence.noteRemembered(group) }
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

/// The user leaves a group that is not on screen, and forgets it at once, while news of it may be on its way. The group must be gone,
/// and stay gone until the user comes back, whatever is late.
struct PersonForgets: PersonStep {
    let chat: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        let (world, session, evidence) = (person.world, person.actions.session, person.evidence)
        let groups = await world.knownChats().filter { group in
            group.isGroup && !shown.stack.contains { $0.chat == group.id || $0.subject == group.id }
        }
        guard !groups.isEmpty, !person.actions.shown.isSevered else { return }
        let group = groups[chat % groups.count].id
        do {
            if await world.isIn(group) { try await session.setMembership(.leave, in: group) }
            // The app may not have heard of the group at all.
            let isKnown = try await session.read { try $0.chat(group) != nil }
            guard isKnown, !person.actions.shown.isSevered else { return }
            evidence.note("forgets \(group)")
            evidence.noteForgetting(group, with: await world.server.log(of: group).map(\.id))
            try await session.setMembership(.forget, in: group)
            evidence.noteForgotten(group)
        } catch {
            // A killed process may have deleted it, or not.
            if !person.actions.shown.isSevered { evidence.noteRemembered(group) }
            return
        }
        try? await world.executor.clock.sleep(for: .seconds(3))
        guard let chats = try? await session.read({ try $0.chats(limit: 1000) }), !person.actions.shown.isSevered else {
            return
        }
        evidence.checkForgotten(chats.map(\.id))
    }

    /// Writes there, so that answers and syncs are on their way.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        let writes =
            [PersonOpensChat(row: draw.number()), PersonSends(text: draw.number()), PersonLeaves()] as [any Step]
        return (draw.flip() ? writes : [], [])
    }
}
