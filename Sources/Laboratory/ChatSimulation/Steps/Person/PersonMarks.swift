import Chat
import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import ScreenKit

/// The user makes the open chat a favourite or marks it as unread, or removes the mark. Marking as unread leaves the chat.
struct PersonMarks: PersonStep {
    let mark: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let state = pane.state else { return }
        if mark.isMultiple(of: 3) { return await markUnread(pane, person) }
        let isSet = !state.isFavourite
        person.evidence.note("marks \(pane.id) as a favourite: \(isSet)")
        person.evidence.noteFavouriteChange(pane.id)
        await pane.module.perform(.set(.favourite, isSet))
        guard let now = person.shown(of: pane) else { return }
        let isTold = now.problem != state.problem
        // Another device may have changed it meanwhile.
        let isDone = now.isFavourite == isSet || person.world.matrix != nil
        person.evidence.check(.modelAlone, isDone || isTold, "\(pane.id) is a favourite: \(now.isFavourite), as before")
        if now.isFavourite == isSet, person.world.matrix == nil { person.evidence.noteFavourite(isSet, pane.id) }
    }

    private func markUnread(_ pane: InterfaceSpy.Shown.Chat, _ person: Person) async {
        person.evidence.note("marks \(pane.id) as unread")
        try? await person.actions.session.set(.unread, to: mark.isMultiple(of: 2), in: pane.id)
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonOpensChat(row: draw.number())], [PersonLeaves()])
    }
}

/// The user marks all chats as read, which says of every stored message that it was seen.
struct PersonMarksAllRead: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        let (evidence, session) = (person.evidence, person.actions.session)
        evidence.note("marks all chats as read")
        evidence.with { content in
            content.isMarkingAllRead = true
            content.excuse { _, _ in true }
        }
        // The app may be killed before it says which messages it had.
        let there = await person.world.serverContent().flatMap { $0.log.map(\.id) }
        evidence.noteSeen(there, at: person.world.time)
        try? await session.markAllRead()
        let history = try? await session.read { try StoredHistory($0) }
        let read = (history?.chats ?? []).flatMap { chat in chat.delivered.map(\.id).filter { chat.isRead($0) } }
        evidence.noteSeen(read, at: person.world.time)
        evidence.with { content in
            content.isMarkingAllRead = false
            content.excuse { _, _ in true }
        }
    }
}
