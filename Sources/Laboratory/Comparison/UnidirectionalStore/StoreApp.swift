import ChatTypes
package import PhoneKit

/// The app. It creates the store and shows the app-wide state: the open screens, the badge and notifications.
package final class StoreApp: PhoneApp {
    private struct Shown: Equatable {
        let hasForm: Bool
        let chat: ChatID?
        let badge: Int
        let notice: Notice?
    }

    private let context: AppContext
    private let store: Store<AppState, AppAction>
    private var shown = Shown(hasForm: false, chat: nil, badge: 0, notice: nil)

    package init(_ context: AppContext) {
        self.context = context
        let client = ChatClient(context.session)
        let reducer = AppReducer(client: client)
        store = Store(AppState(), queue: context.queue, reduce: reducer.reduce)
    }

    package func didFinishLaunching() {
        let list = store.scope({ $0.list }, { AppAction.list($0) })
        context.window.navigation.push(
            ChatListViewController(list, environment: context.environment)
        )
        let part = { (state: AppState) in
            Shown(hasForm: state.form != nil, chat: state.chat?.id, badge: state.badge, notice: state.notice)
        }
        store.observe(part, by: self) { $0.render($1) }
        store.send(.launched)
    }

    package func setActive(_ isActive: Bool) { store.send(.focusChanged(isActive)) }

    package func significantTimeDidChange() { store.send(.dayTurned) }

    private func render(_ new: Shown) {
        let old = shown
        shown = new
        context.window.badge = new.badge
        if let notice = new.notice, notice != old.notice {
            context.window.banners.append(Window.Banner(title: notice.title, text: notice.text))
        }
        guard (new.hasForm, new.chat) != (old.hasForm, old.chat) else { return }
        let navigation = context.window.navigation
        navigation.setViewControllers(navigation.viewControllers.prefix(1) + [makeScreen(new)].compactMap(\.self))
    }

    private func makeScreen(_ shown: Shown) -> ViewController? {
        if shown.hasForm { return CreateChatViewController(store.scope({ $0.form }, { AppAction.form($0) })) }
        guard let id = shown.chat else { return nil }
        let chat = store.scope({ $0.chat?.id == id ? $0.chat : nil }, { AppAction.chat(id, $0) })
        return ChatViewController(chat, environment: context.environment)
    }
}
