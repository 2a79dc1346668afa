import Chat
import ChatApp
import ChatList
import CreateChat
import ScreenKit
import SimulationKit
import Synchronization
import Transport

/// The app's interface as the simulation sees it: keeps what is shown, and looks at it as a person does.
final class InterfaceSpy: AppInterface {
    struct Shown: Sendable {
        var stack: [AppScreen] = []
        var list: (module: ChatListModule, state: ChatListViewState?)?
        var form: (module: CreateChatModule, state: CreateChatViewState?)?
        var chat: (id: ChatID, module: ChatModule, state: ChatViewState?)?
        var badge = 0
        var isFocused = true
        var isSevered = false
        var passesOverRepeats = false
        var renderCount = 0
        /// From when the person leaves the screen on top until another is shown: it is still to be seen, and gone.
        var isLeaving = false

        /// What the screen on top says of the connection; nil while all is well.
        var status: String? { chat?.state?.status ?? list?.state?.status }
    }

    private let world: SimulatedWorld
    private let state = Mutex(Shown())

    init(world: SimulatedWorld) {
        self.world = world
    }

    var shown: Shown { state.withLock { $0 } }

    var executor: SimulationExecutor { world.executor }

    /// A message that was announced before is not announced again here; for a planted fault that would show too soon.
    func passOverRepeats() {
        state.withLock { $0.passesOverRepeats = true }
    }

    /// Nobody looks any more, and the screens are let go: they lead back here by way of their sources.
    func sever() {
        state.withLock { state in
            state.isSevered = true
            (state.list, state.form, state.chat) = (nil, nil, nil)
        }
    }

    func noteLeaving() {
        state.withLock { $0.isLeaving = true }
    }

    func setFocus(_ isFocused: Bool) {
        let rows = state.withLock { state -> [ChatViewState.Row] in
            state.isFocused = isFocused
            guard isFocused, case .chat = state.stack.last else { return [] }
            return state.chat?.state?.rows ?? []
        }
        world.evidence.with { $0.seen.formUnion(rows.map(\.id)) }
    }

    func isOnTop(_ chat: ChatID) -> Bool {
        state.withLock { $0.stack.last?.chat == chat }
    }

    func view(for module: AppModule) -> RenderedScreen {
        switch module {
        case .chatList(let module):
            state.withLock { $0.list = (module, nil) }
            return module.rendered { self.render($0) }
        case .createChat(let module):
            state.withLock { $0.form = (module, nil) }
            return module.rendered { self.render($0) }
        case .chat(let module, let chat):
            state.withLock { $0.chat = (chat, module, nil) }
            return module.rendered { await self.render($0, in: chat) }
        }
    }

    func show(_ stack: [AppScreen]) {
        state.withLock { state in
            (state.stack, state.isLeaving) = (stack, false)
            if case .chat? = stack.last {} else { state.chat = nil }
            if stack.last != .createChat { state.form = nil }
        }
        world.evidence.note("\(world.time) shows \(stack.map { "\($0)" }.joined(separator: " > "))")
    }

    func show(badge: Int) {
        state.withLock { $0.badge = badge }
        world.evidence.check(.unread, badge >= 0, "the badge is \(badge)")
    }

    func notify(_ notification: AppNotification) {
        let shown = shown
        if shown.isSevered { return }
        if shown.passesOverRepeats, world.evidence.with({ $0.notified[notification.id] != nil }) { return }
        let count = world.evidence.with { content in
            content.notified[notification.id, default: 0] += 1
            return content.notified[notification.id] ?? 0
        }
        world.evidence.check(.notifiedOnce, count == 1, "\(notification.id) was announced \(count) times")
        let live = world.evidence.with { $0.announcements[notification.id] }
        world.evidence.check(
            .notifiedOnce,
            live == notification,
            "\(notification) should be \(String(describing: live))"
        )
        let isInSight = shown.stack.last?.chat == notification.chat && !shown.isLeaving
        world.evidence.check(.notifiedOnce, !isInSight, "\(notification.id) was announced on top of its own chat")
        world.evidence.note("\(world.time) notification \(notification.title): \(notification.id)")
    }

    private func render(_ new: ChatListViewState) {
        state.withLock { $0.list?.state = new }
    }

    private func render(_ new: CreateChatViewState) {
        state.withLock { $0.form?.state = new }
    }

    private func render(_ new: ChatViewState, in chat: ChatID) async {
        let seen = state.withLock { state -> (module: ChatModule, isFocused: Bool, count: Int)? in
            guard !state.isSevered, state.chat?.id == chat else { return nil }
            state.chat?.state = new
            state.renderCount += 1
            guard state.stack.last?.chat == chat, let module = state.chat?.module else { return nil }
            return (module, state.isFocused, state.renderCount)
        }
        guard let seen else { return }
        world.evidence.with { $0.shown.formUnion(new.rows.map(\.id)) }
        if seen.isFocused { world.evidence.with { $0.seen.formUnion(new.rows.map(\.id)) } }
        let check = RenderCheck(world: world)
        check.noteProgress(of: new, in: chat)
        if let last = new.rows.last { seen.module.send(.see(last.id)) }
        if seen.count.isMultiple(of: 4) { await check.checkOrder(of: new, in: chat) }
    }
}
