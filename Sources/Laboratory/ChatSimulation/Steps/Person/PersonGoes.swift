import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import DriverKit
import ScreenKit
import SimulatedServer
import Transport

/// The user opens a row of the list, sometimes with a double tap. Its chat must be on top exactly once.
struct PersonOpensChat: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard shown.stack.last == .chatList, let list = shown.list, let rows = list.state?.rows, !rows.isEmpty else {
            return
        }
        let id = rows[row % rows.count].id
        if row.isMultiple(of: 5) { list.module.send(.open(id)) }
        await list.module.perform(.open(id))
        let isOpen = await person.see { $0.stack == [.chatList, .chat(id.chat, at: id.message)] }
        person.evidence.check(.modelAlone, isOpen, "opening \(id.chat) shows \(person.actions.shown.stack)")
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let rows = screen.list?.rows, !rows.isEmpty else { return }
        await person.open(rows[row % rows.count])
    }
}

/// The user leaves the top screen, which saves the typed text.
struct PersonLeaves: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        if shown.stack.last == .createChat {
            await shown.form?.module.perform(.leave)
            let isLeft = await person.see { $0.stack.last != .createChat }
            person.evidence.check(.modelAlone, isLeft, "there is no way out of the form")
        }
        if shown.openThread != nil { return await PersonLeavesThread().take(person, seeing: shown) }
        if case .details = shown.stack.last { return await PersonLeavesDetails().take(person, seeing: shown) }
        guard let chat = shown.stack.last?.chat else { return }
        let refused = person.world.disk.refusedCount
        person.actions.interface.noteLeaving()
        await shown.chat?.module.perform(.leave)
        let isLeft = await person.see { !$0.isLeaving }
        person.evidence.check(.modelAlone, isLeft, "there is no way out of \(chat)")
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
        if person.world.disk.refusedCount == refused, !person.userView.isClosed {
            person.evidence.noteDraftKept(in: chat)
        }
    }
}

/// The user opens another chat from outside all screens, as by tapping a notification. It appears on top of the open
/// chat or replaces it. A chat already on the stack comes back to the top.
struct PersonCoversChat: PersonStep {
    let row: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard shown.openChat != nil else { return }
        let chats = await person.world.knownChats()
        let (chat, replaces) = (chats[row / 2 % chats.count].id, row.isMultiple(of: 2))
        // The app may have changed while the server was queried.
        let before = person.actions.shown
        guard before.openChat != nil, !before.isSevered else { return }
        person.actions.openFromOutside(chat, replaces)
        let known = before.chats.first { $0.id == chat }?.number
        let below = known == nil ? before.stack.dropLast(replaces ? 1 : 0) : before.stack.prefix { $0.chat != chat }
        // A chat that was opened at a message is shown there again.
        let stack = known == nil ? below + [.chat(chat)] : before.stack.prefix(below.count + 1)
        let isOpen = await person.see { now in
            let isKnown = before.chats.contains { $0.number == now.chat?.number }
            return now.stack == Array(stack) && (known == nil ? !isKnown : now.chat?.number == known)
        }
        person.evidence.check(.modelAlone, isOpen, "\(chat), opened from outside, is not on top")
    }

    /// Sends a message first, so that the user looks at another chat until the answer arrives.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonSends(text: draw.number())], [])
    }
}
