import Chat
import ChatApp
import ChatDetails
import ChatList
import CreateChat
import PinnedMessages
import ScreenKit
import SharedPictures
import Synchronization
import Verification

/// A host without a display, which records everything and reports each row as visible.
final class InterfaceSpy: AppInterface {
    struct State: Sendable {
        var list: AppViewSpy<ChatListViewState>?
        var listModule: ChatListModule?
        var forms: [AppViewSpy<CreateChatViewState>] = []
        var formModule: CreateChatModule?
        var chats: [AppViewSpy<ChatViewState>] = []
        var chatModule: ChatModule?
        var details: AppViewSpy<ChatDetailsViewState>?
        var detailsModule: ChatDetailsModule?
        var pictures: AppViewSpy<SharedPicturesViewState>?
        var picturesModule: SharedPicturesModule?
        var pins: AppViewSpy<PinnedMessagesViewState>?
        var pinsModule: PinnedMessagesModule?
        var verification: AppViewSpy<VerificationViewState>?
        var verificationModule: VerificationModule?
        var reported: [VerificationViewState] = []
        var stacks: [[AppScreen]] = []
        var shown: [AppScreen] = []
        var badges: [Int] = []
        var notifications: [AppNotification] = []
        var notificationsInSight: [AppNotification] = []
        var depthsAtFirstDrawing: [Int] = []
    }

    private let state = Mutex(State())

    var stacks: [[AppScreen]] { state.withLock { $0.stacks } }
    /// The screens of the modules that got a view, in order.
    var shown: [AppScreen] { state.withLock { $0.shown } }
    var top: AppScreen? { stacks.last?.last }
    var badges: [Int] { state.withLock { $0.badges } }
    /// The badge on the app's icon; `nil` if it is hidden.
    var badge: Int? { badges.last.flatMap { $0 == 0 ? nil : $0 } }
    var notifications: [AppNotification] { state.withLock { $0.notifications } }
    /// The notifications that came while their own chat was on top.
    var notificationsInSight: [AppNotification] { state.withLock { $0.notificationsInSight } }

    /// The depth of the stack when each screen drew first.
    var depthsAtFirstDrawing: [Int] { state.withLock { $0.depthsAtFirstDrawing } }

    var listModule: ChatListModule? { state.withLock { $0.listModule } }
    var formModule: CreateChatModule? { state.withLock { $0.formModule } }
    var chatModule: ChatModule? { state.withLock { $0.chatModule } }
    var detailsModule: ChatDetailsModule? { state.withLock { $0.detailsModule } }

    var picturesModule: SharedPicturesModule? { state.withLock { $0.picturesModule } }

    var verificationModule: VerificationModule? { state.withLock { $0.verificationModule } }
    var verification: VerificationViewState? { state.withLock { $0.verification?.last } }
    /// The verifications that were reported on whatever screen.
    var reported: [VerificationViewState] { state.withLock { $0.reported } }

    var list: ChatListViewState? { state.withLock { $0.list?.last } }
    var form: CreateChatViewState? { state.withLock { $0.forms.last?.last } }
    var forms: [CreateChatViewState] { state.withLock { $0.forms.last?.states ?? [] } }
    var chat: ChatViewState? { state.withLock { $0.chats.last?.last } }
    var details: ChatDetailsViewState? { state.withLock { $0.details?.last } }
    var pictures: SharedPicturesViewState? { state.withLock { $0.pictures?.last } }
    var pins: PinnedMessagesViewState? { state.withLock { $0.pins?.last } }
    var pinsModule: PinnedMessagesModule? { state.withLock { $0.pinsModule } }
    /// The states of the screen opened last.
    var chatStates: [ChatViewState] { state.withLock { $0.chats.last?.states ?? [] } }
    var listStates: [ChatListViewState] { state.withLock { $0.list?.states ?? [] } }

    /// Returns a view that reports each rendered row as visible.
    func view(for module: AppModule) -> RenderedScreen {
        state.withLock { $0.shown.append(module.screen) }
        switch module {
        case .chatList(let module):
            let view = AppViewSpy<ChatListViewState>(firstLook: { [weak self] in self?.noteFirstDrawing() })
            state.withLock { ($0.list, $0.listModule) = (view, module) }
            return module.rendered(on: view)
        case .createChat(let module):
            let view = AppViewSpy<CreateChatViewState>(firstLook: { [weak self] in self?.noteFirstDrawing() })
            state.withLock { state in
                state.forms.append(view)
                state.formModule = module
            }
            return module.rendered(on: view)
        case .chat(let module, _), .thread(let module, _, _): return module.rendered(on: chatView(for: module))
        case .details(let module, _):
            let view = AppViewSpy<ChatDetailsViewState>()
            state.withLock { ($0.details, $0.detailsModule) = (view, module) }
            return module.rendered(on: view)
        case .pictures(let module, _):
            let view = AppViewSpy<SharedPicturesViewState>()
            state.withLock { ($0.pictures, $0.picturesModule) = (view, module) }
            return module.rendered(on: view)
        case .pins(let module, _):
            let view = AppViewSpy<PinnedMessagesViewState>()
            state.withLock { ($0.pins, $0.pinsModule) = (view, module) }
            return module.rendered(on: view)
        case .verification(let module):
            let view = AppViewSpy<VerificationViewState>()
            state.withLock { ($0.verification, $0.verificationModule) = (view, module) }
            return module.rendered(on: view)
        }
    }

    func chatView(for module: ChatModule) -> AppViewSpy<ChatViewState> {
        let view = AppViewSpy<ChatViewState>(
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

    func report(_ verification: VerificationViewState) {
        state.withLock { $0.reported.append(verification) }
    }

    /// Releases the views and modules of the screens that were left.
    func forgetScreensLeft() {
        state.withLock { state in
            if state.stacks.last?.contains(.createChat) != true { (state.forms, state.formModule) = ([], nil) }
            let isChatOpen = state.stacks.last?.contains { $0.chat != nil } ?? false
            if !isChatOpen { (state.chats, state.chatModule) = ([], nil) }
        }
    }

    /// The views and inboxes of the form and the chat opened last.
    func weakScreens() -> [WeakReference] {
        state.withLock { state in
            state.forms.suffix(1).map { WeakReference($0) } + state.chats.suffix(1).map { WeakReference($0) }
                + (state.formModule.map { [WeakReference(inboxOf: $0)] } ?? [])
                + (state.chatModule.map { [WeakReference(inboxOf: $0)] } ?? [])
        }
    }
}

/// A view that records each state.
final class AppViewSpy<State: Sendable & Equatable>: ScreenView {
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

/// A weak reference, which shows whether anything still holds an object.
struct WeakReference {
    private weak var object: AnyObject?
    var isGone: Bool { object == nil }

    init(_ object: AnyObject) { self.object = object }

    /// A module is a value; its inbox lives as long as the screen.
    init(inboxOf module: Any) {
        object = Mirror(reflecting: module).descendant("inbox").map { $0 as AnyObject }
    }
}
