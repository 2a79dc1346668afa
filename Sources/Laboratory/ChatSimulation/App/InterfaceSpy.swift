import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import SimulationKit
import Synchronization
import Transport

/// The app's interface in the simulation. It records what is shown and looks at it as a user does.
final class InterfaceSpy: AppInterface, UserView {
    let world: SimulatedWorld
    private let state = Mutex(Shown())

    init(world: SimulatedWorld) {
        self.world = world
    }

    var shown: Shown { state.withLock { $0 } }

    /// Changes what is shown, and returns it.
    func change(_ body: (inout Shown) -> Void) -> Shown {
        state.withLock { state in
            body(&state)
            return state
        }
    }

    var executor: SimulationExecutor { world.executor }

    /// Suppresses notifications for messages already announced. For a planted bug that would otherwise be found too
    /// soon.
    func passOverRepeats() {
        state.withLock { $0.passesOverRepeats = true }
    }

    /// Suppresses some notifications. For a planted bug.
    func swallowNotifications(_ isSwallowed: @escaping @Sendable (Shown, ChatID) -> Bool) {
        state.withLock { $0.swallows = isSwallowed }
    }

    /// Stops looking and releases the screens, which hold this object through their sources.
    func sever() {
        state.withLock { state in
            state.isSevered = true
            (state.list, state.form, state.details, state.chats, state.thread) = (nil, nil, nil, [], nil)
        }
        // What the process was about to tell is lost with it.
        world.evidence.with { $0.untoldWaits = [] }
    }

    /// Records that the user is leaving the top screen. The screen below counts as seen from now on, because the
    /// session marks its messages as read before they are drawn.
    func noteLeaving() {
        let beneath = state.withLock { state in
            state.isLeaving = true
            let chat = state.stack.dropLast().last?.chat
            return state.isFocused ? state.chats.last { $0.id == chat } : nil
        }
        world.evidence.noteSeen(beneath?.rowsSeen.map(\.id) ?? [], at: world.time)
    }

    /// Scrolls a chat screen. Messages that become visible on the top screen count as seen.
    func scroll(_ number: Int, _ change: (inout Shown.Chat) -> Void) {
        let shown = state.withLock { state in
            guard let index = state.chats.lastIndex(where: { $0.number == number }) else { return state }
            change(&state.chats[index])
            return state
        }
        guard let chat = shown.chatLookedAt, let pane = shown.chats.last, pane.id == chat else { return }
        world.evidence.noteSeen(pane.rowsSeen.map(\.id), at: world.time)
    }

    /// Records that another screen is being opened above: the one of a chat, or else `nil`.
    func noteCovering(by chat: ChatID?) {
        state.withLock { $0.isCovering = $0.stack.last?.chat != chat }
    }

    func setFocus(_ isFocused: Bool) {
        let shown = state.withLock { state in
            state.lookAround(at: world.time) { $0.isFocused = isFocused }
            return state
        }
        noteLook(at: shown)
        seeThread(shown)
    }

    func isLookedAt(_ chat: ChatID) -> Bool {
        state.withLock { $0.chatLookedAt == chat }
    }

    /// Whether the user is looking at the chat outside threads, or at one of its threads, or just leaving it.
    func isVisible(_ chat: ChatID, thread: MessageID?) -> Bool {
        state.withLock { state in
            guard state.isFocused else { return false }
            guard let thread else { return state.stack.last?.chat == chat }
            return state.openThread.map { $0.chat == chat && $0.root == thread } ?? false
        }
    }

    func isShown(_ message: MessageID, of chat: ChatID) -> Bool {
        let shown = shown
        guard shown.chatLookedAt == chat else { return false }
        return shown.chats.contains { $0.id == chat && $0.rowsSeen.contains { $0.id == message } }
    }

    /// Records the visible messages of the top chat as seen when the user begins to look at it.
    private func noteLook(at shown: Shown) {
        guard let chat = shown.chatLookedAt, let pane = shown.chats.last, pane.id == chat else { return }
        world.evidence.noteLook(at: chat, time: world.time)
        world.evidence.noteSeen(pane.rowsSeen.map(\.id), at: world.time)
    }

    func view(for module: AppModule) -> RenderedScreen {
        // A screen created while the process is being killed is not stored, because it would hold this object.
        if shown.isSevered { return module.unseen }
        if case .chatList(let module) = module {
            state.withLock { $0.list = (module, nil) }
            return module.rendered { state in await self.world.onHost { self.render(state) } }
        }
        if case .createChat(let module) = module {
            state.withLock { state in
                state.form = (module, nil)
                state.formCount += 1
            }
            return module.rendered { state in await self.world.onHost { self.render(state) } }
        }
        if case .details(let module, _) = module {
            state.withLock { $0.details = (module, nil) }
            return module.rendered { state in await self.world.onHost { self.render(state) } }
        }
        if case .thread(let module, .thread(let root), let chat) = module {
            _ = change { $0.thread = Shown.Thread(root: root, chat: chat, module: module) }
            return module.rendered { state in
                await self.world.onHost { self.render(state, ofThread: root, in: chat) }
            }
        }
        guard case .chat(let module, let chat) = module else { return module.unseen }
        let number = state.withLock { state in
            state.chatCount += 1
            state.chats.append(Shown.Chat(number: state.chatCount, id: chat, module: module))
            return state.chatCount
        }
        return module.rendered { state in
            await self.world.onHost { await self.render(state, in: chat, onScreen: number) }
        }
    }

    func show(_ stack: [AppScreen]) async { await world.onHost { present(stack) } }

    func show(badge: Int) async { await world.onHost { tell(badge) } }

    func notify(_ notification: AppNotification) async { await world.onHost { announce(notification) } }

    private func present(_ stack: [AppScreen]) {
        let shown = state.withLock { state in
            state.lookAround(at: world.time) { state in
                // The user may leave a screen as soon as its view is created, before it is shown.
                if stack.count <= state.stack.count { state.isLeaving = false }
                state.isCovering = false
                state.stack = stack
            }
            state.keepChats(stack.compactMap(\.chat).count)
            if stack.last != .createChat { state.form = nil }
            if case .details = stack.last {} else { state.details = nil }
            // The view of a thread that was found is there before its chat is on top.
            if case .thread = stack.last {} else if state.thread?.state != nil { state.thread = nil }
            return state
        }
        noteLook(at: shown)
        seeThread(shown)
        seeList(shown)
        // Content rendered while another screen covered it is visible now.
        if let pane = shown.chats.last, pane.id == stack.last?.chat, let last = pane.rowsSeen.last {
            pane.module.send(.rowsVisible(upTo: last.id))
        }
        world.evidence.note("\(world.time) shows \(stack.map { "\($0)" }.joined(separator: " > "))")
    }

    /// Reports the list's rows as visible if the list is on top.
    private func seeList(_ shown: Shown) {
        guard shown.stack.last == .chatList, let list = shown.list, let rows = list.state?.rows else { return }
        list.module.send(.rowsVisible(rows.map(\.id)))
    }

    private func tell(_ badge: Int) {
        state.withLock { $0.badge = badge }
        world.evidence.check(.unread, badge >= 0, "the badge is \(badge)")
    }

    private func announce(_ notification: AppNotification) {
        if notification.isNotice { return world.evidence.note(notification) }
        let shown = shown
        if shown.isSevered { return }
        if shown.swallows?(shown, notification.chat) == true { return }
        if shown.passesOverRepeats, world.evidence.with({ $0.notified[notification.id] != nil }) { return }
        let count = world.evidence.with { content in
            content.notified[notification.id, default: 0] += 1
            return content.notified[notification.id] ?? 0
        }
        // The app remembers nothing of a chat that was forgotten.
        let isForgotten = world.evidence.with { $0.forgottenMessages.contains(notification.id) }
        world.evidence.check(
            .notifiedOnce,
            count == 1 || isForgotten,
            "\(notification.id) was announced \(count) times"
        )
        let live = world.evidence.with { $0.announcements[notification.id] ?? [] }
        let said = world.evidence.with { $0.withoutSender(notification) }
        world.evidence.check(.notifiedOnce, live.contains(said), "\(notification) should be one of \(live)")
        // A notification that was on its way while the user opened its chat arrives at the same instant.
        let thread = world.evidence.with { $0.threads[notification.id] }
        let isOnTop =
            if let thread {
                shown.threadLookedAt.map { $0.chat == notification.chat && $0.root == thread } ?? false
            } else {
                shown.chatLookedAt == notification.chat
            }
        let isVisible = isOnTop && shown.lookedAtSince < world.time
        world.evidence.check(.notifiedOnce, !isVisible, "\(notification.id) was announced on top of its own chat")
        world.evidence.note("\(world.time) notification \(notification.title): \(notification.id)")
    }

    private func render(_ new: ChatListViewState) {
        let (old, shown) = state.withLock { state in
            let old = state.list?.state
            if old?.status != new.status { state.statuses.append(new.status) }
            state.list?.state = new
            return (old, state)
        }
        // New rows need their portraits loaded.
        if old?.rows.map(\.id) != new.rows.map(\.id) { seeList(shown) }
        RenderCheck(world: world).checkOrder(of: new)
    }

    private func render(_ new: CreateChatViewState) {
        state.withLock { $0.form?.state = new }
    }

    private func render(_ new: ChatDetailsViewState) {
        state.withLock { $0.details?.state = new }
    }

    private func render(_ new: ChatViewState, in chat: ChatID, onScreen number: Int) async {
        let shown = state.withLock { state -> Shown? in
            guard !state.isSevered, let index = state.chats.lastIndex(where: { $0.number == number }) else {
                return nil
            }
            state.chats[index].show(new)
            state.renderCount += 1
            return state
        }
        let check = RenderCheck(world: world)
        if let pane = shown?.chats.first(where: { $0.number == number }) { check.checkVisibleRows(of: pane) }
        guard let shown, shown.stack.last?.chat == chat, let top = shown.chats.last, top.number == number else {
            return
        }
        // A screen that the user is just leaving still shows new states.
        if shown.isFocused { world.evidence.noteSeen(top.rowsSeen.map(\.id), at: world.time) }
        if let last = top.rowsSeen.last { top.module.send(.rowsVisible(upTo: last.id)) }
        await check.checkProgress(of: new, in: chat, onScreen: number)
        if shown.renderCount.isMultiple(of: 4) {
            await world.outside { await check.checkOrder(of: new, in: chat) }
        }
    }
}
