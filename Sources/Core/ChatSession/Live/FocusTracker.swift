public import ChatTypes
import RuntimeKit

/// The chat that the user looks at.
///
/// Navigation sets the chat on top, the host sets whether the app has focus. Safe to use from any thread without waiting, so
/// that nothing can come between leaving a screen and the next message.
public final class FocusTracker: Sendable {
    private struct State {
        var top: ChatID?
        var part = TimelinePart.main
        var isFocused = true
    }

    private let state = InterleavingMutex(State())

    /// Whether the user looks at the app.
    public var isFocused: Bool { state.withLock { $0.isFocused } }

    /// Whether the user looks at this chat's messages outside threads, or at those of a thread.
    public func isOn(_ chat: ChatID, thread: MessageID? = nil) -> Bool {
        isOn(chat, thread.map(TimelinePart.thread) ?? .main)
    }

    /// Whether the user looks at a part of this chat.
    public func isOn(_ chat: ChatID, _ part: TimelinePart) -> Bool { self.part(of: chat) == part }

    /// The part of this chat that the user looks at; nil if the user does not look at it.
    func part(of chat: ChatID) -> TimelinePart? {
        state.withLock { $0.isFocused && $0.top == chat ? $0.part : nil }
    }

    /// Sets the chat on top, and the part of it that is shown, and returns the chats for which this is a change.
    func setTop(_ chat: ChatID?, _ part: TimelinePart = .main) -> Set<ChatID> {
        state.withLock { state in
            guard state.top != chat || state.part != part else { return [] }
            defer { (state.top, state.part) = (chat, part) }
            return Set([state.top, chat].compactMap(\.self))
        }
    }

    /// Sets whether the app has focus and returns whether this is a change.
    func setFocus(_ isFocused: Bool) -> Bool {
        state.withLock { state in
            defer { state.isFocused = isFocused }
            return state.isFocused != isFocused
        }
    }
}
