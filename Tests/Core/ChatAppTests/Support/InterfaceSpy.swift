import Chat
import ChatApp
import ChatDetails
import ChatList
import CreateChat
import ScreenKit
import SharedPictures
import Synchronization

/// A host without a display: remembers everything that is shown, and reports what is on screen as seen.
final class InterfaceSpy: AppInterface {
    struct State: Sendable {
        var list: ViewSpy<ChatListViewState>?
        var listModule: ChatListModule?
        var forms: [ViewSpy<CreateChatViewState>] = []
        var formModule: CreateChatModule?
        var chats: [ViewSpy<ChatViewState>] = []
        var chatModule: ChatModule?
        var details: ViewSpy<ChatDetailsViewState>?
        var detailsModule: ChatDetailsModule?
        var pictures: ViewSpy<SharedPicturesViewState>?
        var picturesModule: SharedPicturesModule?
        var stacks: [[AppScreen]] = []
        var badges: [Int] = []
        var notifications: [AppNotification] = []
        var notificationsInSight: [AppNotification] = []
        var depthsAtFirstDrawing: [Int] = []
    }

    private let state = Mutex(State())

    var stacks: [[AppScreen]] { state.withLock { $0.stacks } }
    var top: AppScreen? { stacks.last?.last }
    var badges: [Int] { state.withLock { $0.badges } }
    /// What the app's icon shows: nil when it shows no badge.
    var badge: Int? { badges.last.flatMap { $0 == 0 ? nil : $0 } }
    var notifications: [AppNotification] { state.withLock { $0.notifications } }
    /// Those that came while their own chat was on top.
    var notificationsInSight: [AppNotification] { state.withLock { $0.notificationsInSight } }

    /// How many screens were on the stack when each drew for the first time.
    var depthsAtFirstDrawing: [Int] { state.withLock { $0.depthsAtFirstDrawing } }

    var listModule: ChatListModule? { state.withLock { $0.listModule } }
    var formModule: CreateChatModule? { state.withLock { $0.formModule } }
    var chatModule: ChatModule? { state.withLock { $0.chatModule } }
    var detailsModule: ChatDetailsModule? { state.withLock { $0.detailsModule } }

    var picturesModule: SharedPicturesModule? { state.withLock { $0.picturesModule } }

    var list: ChatListViewState? { state.withLock { $0.list?.last } }
    var form: CreateChatViewState? { state.withLock { $0.forms.last?.last } }
    var forms: [CreateChatViewState] { state.withLock { $0.forms.last?.states ?? [] } }
    var chat: ChatViewState? { state.withLock { $0.chats.last?.last } }
    var details: ChatDetailsViewState? { state.withLock { $0.details?.last } }
    var pictures: SharedPicturesViewState? { state.withLock { $0.pictures?.last } }
    /// Everything that the screen opened last has shown.
    var chatStates: [ChatViewState] { state.withLock { $0.chats.last?.states ?? [] } }
    var listStates: [ChatListViewState] { state.withLock { $0.list?.states ?? [] } }

    /// Whatever is rendered can be seen.
    func view(for module: AppModule) -> RenderedScreen {
        switch module {
        case .chatList(let module):
            let view = ViewSpy<ChatListViewState>(firstLook: { [weak self] in self?.noteFirstDrawing() })
            state.withLock { ($0.list, $0.listModule) = (view, module) }
            return module.rendered(on: view)
        case .createChat(let module):
            let view = ViewSpy<CreateChatViewState>(firstLook: { [weak self] in self?.noteFirstDrawing() })
            state.withLock { state in
                state.forms.append(view)
                state.formModule = module
            }
            return module.rendered(on: view)
        case .chat(let module, _): return module.rendered(on: chatView(for: module))
        case .details(let module, _):
            let view = ViewSpy<ChatDetailsViewState>()
            state.withLock { ($0.details, $0.detailsModule) = (view, module) }
            return module.rendered(on: view)
        case .pictures(let module, _):
            let view = ViewSpy<SharedPicturesViewState>()
            state.withLock { ($0.pictures, $0.picturesModule) = (view, module) }
            return module.rendered(on: view)
        }
    }

    func chatView(for module: ChatModule) -> ViewSpy<ChatViewState> {
        let view = ViewSpy<ChatViewState>(
            firstLook: { [weak self] in self?.noteFirstDrawing() },
            look: { state in
                if let newest = state.rows.last { module.send(.rowsVisible(upTo: newest.id)) }
            }
        )
        state.withLock { state in
            state.chats.append(view)
            state.chatModule = module
        }
        return view
    }

    private func noteFirstDrawing() {
        state.withLock { $0.depthsAtFirstDrawing.append($0.stacks.last?.count ?? 0) }
    }

    func show(_ stack: [AppScreen]) {
        state.withLock { $0.stacks.append(stack) }
    }

    func show(badge: Int) {
        state.withLock { $0.badges.append(badge) }
    }

    func notify(_ notification: AppNotification) {
        state.withLock { state in
            state.notifications.append(notification)
            if state.stacks.last?.last?.chat == notification.chat { state.notificationsInSight.append(notification) }
        }
    }

    /// Lets go of the views and modules of the screens that have been left.
    func forgetScreensLeft() {
        state.withLock { state in
            if state.stacks.last?.contains(.createChat) != true { (state.forms, state.formModule) = ([], nil) }
            let isChatOpen = state.stacks.last?.contains { $0.chat != nil } ?? false
            if !isChatOpen { (state.chats, state.chatModule) = ([], nil) }
        }
    }

    /// The form and the chat opened last, if any: their views, and their modules' inboxes.
    func weakScreens() -> [WeakReference] {
        state.withLock { state in
            state.forms.suffix(1).map { WeakReference($0) } + state.chats.suffix(1).map { WeakReference($0) }
                + (state.formModule.map { [WeakReference(inboxOf: $0)] } ?? [])
                + (state.chatModule.map { [WeakReference(inboxOf: $0)] } ?? [])
        }
    }
}

/// A screen's view that keeps each state it is given.
final class ViewSpy<State: Sendable & Equatable>: ScreenView {
    private let shown = Mutex<[State]>([])
    private let firstLook: @Sendable () -> Void
    private let look: @Sendable (State) -> Void

    init(firstLook: @escaping @Sendable () -> Void = {}, look: @escaping @Sendable (State) -> Void = { _ in }) {
        (self.firstLook, self.look) = (firstLook, look)
    }

    var states: [State] { shown.withLock { $0 } }
    var last: State? { states.last }

    func render(_ state: State) {
        let count = shown.withLock { shown in
            shown.append(state)
            return shown.count
        }
        if count == 1 { firstLook() }
        look(state)
    }
}

/// Tells whether anything still holds an object.
struct WeakReference {
    private weak var object: AnyObject?
    var isGone: Bool { object == nil }

    init(_ object: AnyObject) { self.object = object }

    /// A module is a value; what lives and dies with its screen is the inbox in it.
    init(inboxOf module: Any) {
        object = Mirror(reflecting: module).descendant("inbox").map { $0 as AnyObject }
    }
}
