import Chat
import ChatApp
import ChatList
import ChatTypes
import DriverKit
import ScreenKit
import SimulationKit

/// The user requests more chats or earlier messages. Some must appear, or the app must say why not. While earlier messages are on their
/// way, a contact changes one of them.
struct PersonAsksForMore: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        if shown.stack.last == .chatList { await showMore(person, shown) }
        if shown.openChat != nil { await loadEarlier(person, shown) }
    }

    private func showMore(_ person: Person, _ before: InterfaceSpy.Shown) async {
        await before.list?.module.perform(.showMore)
        let now = person.actions.shown
        guard !now.isSevered, let old = before.list?.state, let new = now.list?.state, old.hasMore else { return }
        let isMore = new.rows.count > old.rows.count || !new.hasMore
        let isTold = new.problem != old.problem
        person.evidence.check(.complete, isMore || isTold, "asking for more of the list did nothing")
    }

    private func loadEarlier(_ person: Person, _ before: InterfaceSpy.Shown) async {
        // A user who has scrolled up scrolls to the very top first.
        if let pane = before.openChat, pane.place != nil, let first = pane.state?.rows.first {
            guard before.isFocused else { return }
            await person.scroll(pane, to: first.id)
        }
        let before = person.actions.shown
        await withTaskGroup { group in
            if let pane = before.openChat, let rows = pane.state?.rows, let first = rows.first {
                group.addTask {
                    try? await person.world.executor.clock.sleep(for: .milliseconds(rows.count % 10 * 20))
                    await person.world.contactChanges(messageBefore: first.id, in: pane.id)
                }
            }
            await before.chat?.module.perform(.loadEarlier)
        }
        let now = person.actions.shown
        guard !now.isSevered, now.stack == before.stack, let old = before.chat?.state, let new = now.chat?.state,
            old.hasEarlier
        else { return }
        let isMore = new.rows.count > old.rows.count || !new.hasEarlier
        let isTold = new.problem != old.problem
        person.evidence.check(.complete, isMore || isTold, "asking for earlier messages did nothing")
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        if screen.list != nil { await person.perform(.showMore) }
        if let state = screen.chat, chat != nil { await person.loadEarlier(state) }
    }
}
