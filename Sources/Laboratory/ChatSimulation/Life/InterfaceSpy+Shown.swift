import Chat
import ChatApp
import ChatDetails
import ChatList
import CreateChat
import Transport

extension InterfaceSpy {
    /// What is on the screen, and whether the person looks.
    struct Shown: Sendable {
        var stack: [AppScreen] = []
        var list: (module: ChatListModule, state: ChatListViewState?)?
        var form: (module: CreateChatModule, state: CreateChatViewState?)?
        /// On top of its chat.
        var details: (module: ChatDetailsModule, state: ChatDetailsViewState?)?
        /// Those on the stack, the one on top last.
        var chats: [Chat] = []
        /// Nil until it is told, even that it is zero: the icon may still bear an earlier life's.
        var badge: Int?
        var isFocused = true
        /// What the list has said of the connection, one after the other.
        var statuses: [String?] = []
        var isSevered = false
        var passesOverRepeats = false
        var swallows: (@Sendable (Shown, ChatID) -> Bool)?
        var renderCount = 0
        var chatCount = 0
        /// How many forms there have been: tells one from the next.
        var formCount = 0
        /// From when the person leaves the screen on top until another is shown: it is still to be seen, and gone.
        var isLeaving = false
        /// From when another chat is opened from outside until what is on top is shown: the one on top may be covered already.
        var isCovering = false
        /// When the person began to look at what is looked at.
        var lookedAtSince: Duration = .zero

        /// The one on top of all screens, or covered by others.
        var chat: Chat? { chats.last }

        /// The one on top of all screens; nil when another screen is, or the view of the next one was just made.
        var openChat: Chat? { chats.last.flatMap { $0.id == stack.last?.chat ? $0 : nil } }

        /// Lets go of the chats that were left, from the top; one that is new stays on top of the rest.
        mutating func keepChats(_ count: Int) {
            let new = chats.filter { !$0.hasBeenOnTop }.suffix(1)
            chats = Array(chats.filter(\.hasBeenOnTop).prefix(max(0, count - new.count)) + new)
            if !chats.isEmpty { chats[chats.count - 1].hasBeenOnTop = true }
        }

        /// The chat that is being looked at.
        var chatLookedAt: ChatID? { isFocused && !isLeaving && !isCovering ? stack.last?.chat : nil }

        /// Notes since when what comes into sight by a change is looked at.
        mutating func lookAround(at time: Duration, _ change: (inout Shown) -> Void) {
            let before = chatLookedAt
            change(&self)
            if chatLookedAt != before { lookedAtSince = time }
        }

        /// What the screen on top says of the connection; nil while all is well.
        var status: String? { chat?.state?.status ?? list?.state?.status }
    }
}
