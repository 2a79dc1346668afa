import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat

extension InterfaceSpy {
    /// The contents of the screen, and whether the user is looking at it.
    struct Shown: Sendable {
        var stack: [AppScreen] = []
        var list: (module: ChatListModule, state: ChatListViewState?)?
        var form: (module: CreateChatModule, state: CreateChatViewState?)?
        /// The details screen on top of its chat.
        var details: (module: ChatDetailsModule, state: ChatDetailsViewState?)?
        /// The screen of a thread on top of its chat.
        var thread: Thread?
        /// The chat screens on the stack, the top one last.
        var chats: [Chat] = []
        /// The badge; `nil` until the app sets it, even to zero. The icon may still show the badge of an earlier
        /// process.
        var badge: Int?
        var isFocused = true
        /// The connection statuses that the list has shown, in order.
        var statuses: [String?] = []
        var isSevered = false
        var passesOverRepeats = false
        var swallows: (@Sendable (Shown, ChatID) -> Bool)?
        var renderCount = 0
        var chatCount = 0
        /// The number of forms opened so far, which distinguishes one form from the next.
        var formCount = 0
        /// Whether the user is leaving the top screen: the back action has begun, and the next screen is not shown
        /// yet.
        var isLeaving = false
        /// Whether another screen is being opened. Until it is shown, it may already cover the top screen.
        var isCovering = false
        /// The time at which the user began to look at the current chat or thread.
        var lookedAtSince: Duration = .zero

        /// The chat screen on top, or the one closest to the top below other screens.
        var chat: Chat? { chats.last }

        /// The chat screen on top. `nil` if another screen is on top, or if the view of the next screen was just
        /// created.
        var openChat: Chat? { chats.last.flatMap { $0.id == stack.last?.chat ? $0 : nil } }

        /// Removes the chat screens that the user left, from the top. A newly created one stays on top of the rest.
        mutating func keepChats(_ count: Int) {
            let new = chats.filter { !$0.hasBeenOnTop }.suffix(1)
            chats = Array(chats.filter(\.hasBeenOnTop).prefix(max(0, count - new.count)) + new)
            if !chats.isEmpty { chats[chats.count - 1].hasBeenOnTop = true }
        }

        /// The chat that the user is looking at.
        var chatLookedAt: ChatID? { isFocused && !isLeaving && !isCovering ? stack.last?.chat : nil }

        /// Applies a change, and records the time if it changes the chat that the user is looking at.
        mutating func lookAround(at time: Duration, _ change: (inout Shown) -> Void) {
            let (chat, root) = (chatLookedAt, threadLookedAt?.root)
            change(&self)
            if chatLookedAt != chat || threadLookedAt?.root != root { lookedAtSince = time }
        }

        /// The connection status on the top screen; `nil` if connected.
        var status: String? { chat?.state?.status ?? list?.state?.status }
    }
}
