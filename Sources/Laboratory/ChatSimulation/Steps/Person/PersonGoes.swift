import BehaviourSuite
import Chat
import ChatApp
import ChatList
import CreateChat
import ScreenKit
import Transport

/// Opens a row of the list.
struct PersonOpensChat: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard shown.stack.last == .chatList, let list = shown.list, let rows = list.state?.rows, !rows.isEmpty else {
            return
        }
        await list.module.perform(.open(rows[row % rows.count].id))
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let rows = screen.list?.rows, !rows.isEmpty else { return }
        await person.open(rows[row % rows.count])
    }
}

/// Leaves the screen on top, which keeps what was typed there.
struct PersonLeaves: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        if shown.stack.last == .createChat { await shown.form?.module.perform(.leave) }
        guard let chat = shown.stack.last?.chat else { return }
        let refused = person.world.disk.refusedCount
        person.actions.interface.noteLeaving()
        await shown.chat?.module.perform(.leave)
        await person.waitUntilLeft()
        guard !person.actions.shown.isSevered else { return }
        if person.world.disk.refusedCount == refused {
            person.evidence.noteDraftKept(in: chat)
        } else {
            person.evidence.noteDraftRefused(in: chat)
        }
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        if screen.form != nil { return await person.goBack() }
        guard screen.chat != nil, let chat else { return }
        let refused = person.world.disk.refusedCount
        await person.goBack()
        await person.wait(.seconds(1))
        if person.world.disk.refusedCount == refused, !person.gaze.isClosed {
            person.evidence.noteDraftKept(in: chat)
        }
    }
}

/// Opens another chat, or the same once more, from outside of all screens, as when a notification is tapped: on top of the
/// chat that is open, or in its place.
struct PersonCoversChat: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard shown.openChat != nil else { return }
        let chats = await person.world.server.chats
        person.actions.openFromOutside(chats[row / 2 % chats.count].id, row.isMultiple(of: 2))
    }

    /// They ask, and look at another chat until the answer comes.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonSends(text: draw.number())], [])
    }
}
