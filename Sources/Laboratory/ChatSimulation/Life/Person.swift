import Chat
import ChatApp
import ChatList
import CreateChat
import ScreenKit
import SimulationKit
import Transport

/// Who uses the app in a session: does what a step says, with whatever is on screen.
struct Person: Sendable {
    let actions: AppActions
    let world: SimulatedWorld

    var evidence: Evidence { world.evidence }

    /// Does one step; steps that do not fit the screen do nothing.
    func take(_ step: Step) async {
        // A screen that is on its way out cannot be used any more.
        await waitUntilLeft()
        let shown = actions.shown
        switch (step, shown.stack.last) {
        case (.open(let row), .chatList):
            guard let list = shown.list, let rows = list.state?.rows, !rows.isEmpty else { return }
            await list.module.perform(.open(rows[row % rows.count].id))
        case (.leave, .createChat):
            await shown.form?.module.perform(.leave)
        case (.leave, .chat(let chat, _)):
            let refused = world.disk.refusedCount
            actions.interface.noteLeaving()
            await shown.chat?.module.perform(.leave)
            await waitUntilLeft()
            // Leaving keeps what was typed.
            guard !actions.shown.isSevered else { return }
            if world.disk.refusedCount == refused {
                evidence.noteDraftKept(in: chat)
            } else {
                evidence.noteDraftRefused(in: chat)
            }
        case (.create, .chatList):
            await shown.list?.module.perform(.createChat)
        case (.create(let name), .createChat):
            let name = OddTexts.names[name % OddTexts.names.count]
            // With those who were added before, it is another group.
            if shown.form?.state?.added.isEmpty == false { evidence.with { $0.groupCount += 1 } }
            shown.form?.module.send(.type(String(name.prefix(2))))
            shown.form?.module.send(.type(name))
            await create(name, shown.form?.module)
        case (.beginGroup(let name), .chatList):
            await shown.list?.module.perform(.createChat)
            try? await world.executor.clock.sleep(for: .milliseconds(100))
            if actions.shown.stack.last == .createChat { await beginGroup(name) }
        case (.beginGroup(let name), .createChat):
            await beginGroup(name)
        case (.comeOrGo(let chat), _):
            await comeOrGo(chat)
        case (.type(let name), .createChat):
            await shown.form?.module.perform(.type(OddTexts.names[name % OddTexts.names.count]))
        case (.send(let number), .chat(let chat, _)):
            await send(number, in: chat, shown.chat?.module)
        case (.draft(let number), .chat(let chat, _)):
            await draft(number, in: chat, shown.chat)
        case (.resend, .chat):
            await resend(shown.chat)
        case (.unsend(let row), .chat):
            await unsend(row, shown.chat)
        case (.edit(let row), .chat):
            await edit(row, shown.chat)
        case (.attach(let file), .chat(let chat, _)):
            await attach(file, in: chat, shown.chat)
        case (.fetch(let file), .chat(let chat, _)):
            await fetch(file, in: chat, shown.chat)
        case (.cancelFetch(let file), .chat(let chat, _)):
            await cancelFetch(file, in: chat)
        case (.saveFile(let file), .chat(let chat, _)):
            await save(file, in: chat)
        case (.mute, .chat(let chat, _)):
            await mute(chat, shown.chat)
        case (.search(let word), .chatList):
            await shown.list?.module.perform(.search(OddTexts.words[word % OddTexts.words.count]))
            await shown.list?.module.perform(.search(""))
        case (.more, .chatList):
            await showMore(shown)
        case (.more, .chat):
            await loadEarlier(shown)
        case (.cover(let row), .chat):
            let chats = await world.server.chats
            actions.openFromOutside(chats[row / 2 % chats.count].id, row.isMultiple(of: 2))
        case (.glance(let milliseconds), _):
            await actions.setFocus(false)
            try? await world.executor.clock.sleep(for: .milliseconds(milliseconds))
            await actions.setFocus(true)
        case (.lookAway, _):
            await actions.setFocus(false)
        case (.lookBack, _):
            await actions.setFocus(true)
        default:
            break
        }
    }

    private func waitUntilLeft() async {
        while actions.shown.isLeaving, !actions.shown.isSevered {
            try? await world.executor.clock.sleep(for: .milliseconds(20))
        }
    }

    private func send(_ number: Int, in chat: ChatID, _ module: ChatModule?) async {
        let isEmpty = number % 29 == 0
        let draft = actions.shown.chat?.state?.draft
        let index = evidence.with { $0.typed.count }
        let text = isEmpty ? "  " : "typed \(index)"
        _ = evidence.noteSending(isEmpty ? nil : text, in: chat, draft: draft)
        evidence.note("types \(text) in \(chat)")
        let before = actions.shown
        await module?.perform(.send(text))
        let now = actions.shown
        let rows = now.chat?.state?.rows ?? []
        if !isEmpty, !now.isSevered, now.stack == before.stack {
            let isTold = now.chat?.state?.problem != before.chat?.state?.problem
            let isShown = rows.contains { $0.author == .me && $0.text == text }
            evidence.check(.sentOnce, isShown || isTold, "\(text) vanished as it was sent")
        }
        if isEmpty {
            evidence.check(.sentOnce, !rows.contains { $0.author == .me && $0.text == text }, "an empty text was sent")
        } else if actions.shown.chat?.id == chat, let row = rows.last(where: { $0.author == .me && $0.text == text }) {
            evidence.noteSent(index, as: row.id, in: chat)
        }
    }

    /// Creating a chat leads into it, or the person is told why not.
    func create(_ name: String, _ module: CreateChatModule?) async {
        // One that is being made is waited for; the person may have lost patience with the step, not with the chat.
        guard actions.shown.form?.state?.isBusy != true else { return }
        let problem = actions.shown.form?.state?.problem
        await module?.perform(.create)
        // Asked at once: a little later, the person may be trying again.
        if isTold(since: problem) { return }
        // The way into the chat takes a few jobs more.
        try? await actions.interface.executor.clock.sleep(for: .seconds(1))
        let now = actions.shown
        guard !now.isSevered, now.stack.last == .createChat, let form = now.form?.state else { return }
        evidence.check(.modelAlone, isTold(since: problem), "creating a chat with \(name) led nowhere: \(form)")
    }

    /// Whether the form says why there is no chat.
    private func isTold(since problem: ScreenProblem?) -> Bool {
        guard let form = actions.shown.form?.state else { return false }
        return !form.isBusy && (form.problem != problem || form.message != nil)
    }

    /// Asking for more of the list brings more, or the person is told why not.
    private func showMore(_ before: InterfaceSpy.Shown) async {
        await before.list?.module.perform(.showMore)
        let now = actions.shown
        guard !now.isSevered, let old = before.list?.state, let new = now.list?.state, old.hasMore else { return }
        let isMore = new.rows.count > old.rows.count || !new.hasMore
        evidence.check(.complete, isMore || new.problem != old.problem, "asking for more of the list did nothing")
    }

    /// Asking for earlier messages brings some, or the person is told why not.
    private func loadEarlier(_ before: InterfaceSpy.Shown) async {
        await before.chat?.module.perform(.loadEarlier)
        let now = actions.shown
        guard !now.isSevered, now.stack == before.stack, let old = before.chat?.state, let new = now.chat?.state,
            old.hasEarlier
        else { return }
        let isMore = new.rows.count > old.rows.count || !new.hasEarlier
        evidence.check(.complete, isMore || new.problem != old.problem, "asking for earlier messages did nothing")
    }

    private func draft(_ number: Int, in chat: ChatID, _ pane: InterfaceSpy.Shown.Chat?) async {
        guard let pane else { return }
        let text = "draft \(number)"
        let refused = world.disk.refusedCount
        evidence.noteDraft(text, in: chat, shown: pane.state?.draft)
        await pane.module.perform(.draft(text))
        // Who goes on at once may be faster than the pause after which it is kept.
        guard number.isMultiple(of: 2) else { return }
        try? await world.executor.clock.sleep(for: .seconds(1))
        let now = actions.shown
        if !now.isSevered, now.chat?.id == chat, world.disk.refusedCount == refused { evidence.noteDraftKept(in: chat) }
    }
}
