public import ChatTypes
import RuntimeKit

/// The chat that the user looks at.
///
/// Navigation sets the chat on top, the host sets whether the app has focus. Safe to use from any thread without waiting, so
/// that nothing can come between leaving a screen and the next message.
public final class FocusTracker: Sendable {
    private struct State {
        var top: ChatID?
        var isFocused = true
    }

    private let state = InterleavingMutex(State())

    /// Whether the user looks at the app.
    public var isFocused: Bool { state.withLock { $0.isFocused } }

    /// Whether the user looks at this chat.
    public func isOn(_ chat: ChatID) -> Bool {
        state.withLock { $0.isFocused && $0.top == chat }
    }

    /// Sets the chat on top and returns the chats for which this is a change.
    func setTop(_ chat: ChatID?) -> Set<ChatID> {
        state.withLock { state in
            guard state.top != chat else { return [] }
            defer { state.top = chat }
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
