import ChatSession
import ChatTypes
import PhoneKit

/// The state of the whole app.
struct AppState: Equatable {
    var list = ListState(limit: AppContext.pageSize)
    /// The screen above the list, at most one of the two.
    var form: FormState?
    var chat: ChatState?
    /// The drafts of chats left earlier, which may not be saved yet.
    var drafts: [ChatID: String] = [:]
    var badge = 0
    var notice: Notice?
    var isFocused = true
}

/// The last notification.
struct Notice: Equatable {
    let number: Int
    let title: String
    let text: String
}

enum AppAction: Sendable {
    case launched
    case focusChanged(Bool)
    case dayTurned
    case counted(Int)
    case received(ChatNotification)
    case list(ListAction)
    case form(FormAction)
    case chat(ChatID, ChatAction)
}

struct AppReducer: Sendable {
    let client: ChatClient
    private var list: ListReducer { ListReducer(client: client) }
    private var chat: ChatReducer { ChatReducer(client: client) }

    func reduce(into state: inout AppState, _ action: AppAction) -> Effect<AppAction> {
        switch action {
        case .launched: return launch(state)
        case .focusChanged(let isFocused):
            state.isFocused = isFocused
            return .perform { client.setFocus(isFocused) }
        case .dayTurned:
            state.list.day += 1
            state.chat?.day += 1
        case .counted(let count): state.badge = count
        case .received(let notification): announce(notification, in: &state)
        case .list(.tapped(let chat)), .form(.created(let chat)): return open(chat, in: &state)
        case .list(.newChatTapped): state.form = FormState()
        case .form(.backTapped), .chat(_, .backTapped):
            if let chat = state.chat { state.drafts[chat.id] = chat.draft }
            (state.form, state.chat) = (nil, nil)
            return .merge(
                .cancel(.suggestions, .creation, .timeline, .typing, .socket),
                .perform { client.setTopChat(nil) }
            )
        case .list(let action): return list.reduce(into: &state.list, action).map { .list($0) }
        case .form(let action):
            return state.form.reduce { FormReducer(client: client).reduce(into: &$0, action).map { .form($0) } }
        case .chat(let id, let action):
            // Work begun in a chat may end when another one is open.
            guard state.chat?.id == id else {
                if case .sendFailed(let text, _) = action { state.drafts[id] = text }
                break
            }
            return state.chat.reduce { chat.reduce(into: &$0, action).map { .chat(id, $0) } }
        }
        return .none
    }

    private func launch(_ state: AppState) -> Effect<AppAction> {
        .merge(
            list.follow(state.list.request).map { .list($0) },
            .run(.session) { _ in await client.run() },
            .run(.unreadTotal) { send in
                await client.unreadTotal { if let count = $0 { await send(.counted(count)) } }
            },
            .run(.notifications) { send in await client.notifications { await send(.received($0)) } }
        )
    }

    private func open(_ id: ChatID, in state: inout AppState) -> Effect<AppAction> {
        var new = ChatState(id: id, limit: AppContext.pageSize)
        new.draft = state.drafts[id]
        (state.form, state.chat) = (nil, new)
        return .merge(
            .cancel(.suggestions, .creation),
            .perform { client.setTopChat(id) },
            chat.open(new).map { .chat(id, $0) }
        )
    }

    private func announce(_ notification: ChatNotification, in state: inout AppState) {
        // The chat may have been opened since.
        guard !state.isFocused || state.chat?.id != notification.chat.id else { return }
        let message = notification.message
        let text = message.preview
        state.notice = Notice(
            number: (state.notice?.number ?? 0) + 1,
            title: notification.chat.contact.name,
            text: notification.senderName.map { "\($0): \(text)" } ?? text
        )
    }
}

extension Optional {
    /// Reduces the wrapped value. Does nothing for `nil`.
    fileprivate mutating func reduce<Action>(_ body: (inout Wrapped) -> Effect<Action>) -> Effect<Action> {
        guard var part = self else { return .none }
        let effect = body(&part)
        self = part
        return effect
    }
}
