import Chat
import ChatApp
import ChatList
import ChatSession
import ChatTypes
import ScreenKit
import SimulationKit

/// The user searches for a word and opens one of the messages found. Its chat must show it with its surroundings.
struct PersonOpensFound: PersonStep {
    let word: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard shown.stack == [.chatList], let list = shown.list?.module else { return }
        await list.perform(.search(OddTexts.words[word % OddTexts.words.count]))
        let rows = person.actions.shown.list?.state?.rows.filter { $0.id.message != nil && $0.author != .me } ?? []
        if rows.isEmpty { return await list.perform(.search("")) }
        let id = rows[word / 7 % rows.count].id
        await list.perform(.open(id))
        guard let message = id.message else { return }
        let root = await person.actions.session.thread(of: message, in: id.chat)
        let thread = root.map { AppScreen.thread($0, of: id.chat, at: message) }
        let stack = [.chatList, .chat(id.chat, at: root ?? message)] + [thread].compactMap(\.self)
        let isOpen = await person.see { now in
            now.stack == stack && (root == nil ? now.chat?.state : now.thread?.state) != nil
        }
        person.evidence.check(.modelAlone, isOpen, "opening \(id) shows \(person.actions.shown.stack)")
        await list.perform(.search(""))
        if let root, let state = person.actions.shown.openThread?.state {
            let isShown = state.rows.contains { $0.id == message }
            person.evidence.check(.threads, isShown, "\(message) was found, and its thread, \(root), does not show it")
        }
        guard let pane = person.actions.shown.openChat else { return }
        let isShown = pane.state?.rows.contains { $0.id == message } == true && pane.state?.found == message
        person.evidence.check(.complete, isShown, "\(message) was found, and \(pane.id) does not show it")
        try? await person.world.executor.clock.sleep(for: .seconds(1))
        person.noteTold(pane)
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonLeaves(), PersonLeaves()], [])
    }
}
