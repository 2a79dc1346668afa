import Chat
import ChatApp
import ChatList
import CreateChat
import ScreenKit

/// A host like SwiftUI or UIKit: the interface and every view live on the main actor.
@MainActor
final class MainActorHostSpy: AppInterface {
    private(set) var stack: [AppScreen] = []
    private(set) var badge = 0
    private(set) var notifications: [AppNotification] = []
    private(set) var list: MainActorViewSpy<ChatListViewState>?
    private(set) var form: MainActorViewSpy<CreateChatViewState>?
    private(set) var chat: MainActorViewSpy<ChatViewState>?
    private(set) var listModule: ChatListModule?
    private(set) var formModule: CreateChatModule?
    private(set) var chatModule: ChatModule?

    func view(for module: AppModule) -> RenderedScreen {
        if case .chatList(let module) = module {
            let view = MainActorViewSpy<ChatListViewState>()
            (list, listModule) = (view, module)
            return module.rendered(on: view)
        }
        if case .createChat(let module) = module {
            let view = MainActorViewSpy<CreateChatViewState>()
            (form, formModule) = (view, module)
            return module.rendered(on: view)
        }
        guard case .chat(let module, _) = module else { return module.unseen }
        let view = MainActorViewSpy<ChatViewState> { state in
            if let newest = state.rows.last { module.send(.rowsVisible(upTo: newest.id)) }
        }
        (chat, chatModule) = (view, module)
        return module.rendered(on: view)
    }

    func show(_ stack: [AppScreen]) {
        self.stack = stack
        if !stack.contains(.createChat) { (form, formModule) = (nil, nil) }
        if stack.last == .chatList { (chat, chatModule) = (nil, nil) }
    }

    func show(badge: Int) { self.badge = badge }

    func notify(_ notification: AppNotification) { notifications.append(notification) }
}

/// The state that a SwiftUI view would observe.
@MainActor
final class MainActorViewSpy<State: Sendable & Equatable>: ScreenView {
    private(set) var state: State?
    private let look: (State) -> Void

    init(look: @escaping (State) -> Void = { _ in }) { self.look = look }

    func render(_ state: State) {
        self.state = state
        look(state)
    }
}
