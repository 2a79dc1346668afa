public import ChatTypes
import RuntimeKit

/// What a person looks at: the one place that knows.
///
/// Navigation says which chat is on top, the host says whether a person looks at the app. Safe to use from any thread, at
/// once: between a screen's leaving and the next message nothing has to be waited for.
public final class FocusTracker: Sendable {
    private struct State {
        var top: ChatID?
        var isFocused = true
    }

    private let state = InterleavingMutex(State())

    /// Whether a person looks at the app.
    public var isFocused: Bool { state.withLock { $0.isFocused } }

    /// Whether a person looks at this chat.
    public func isOn(_ chat: ChatID) -> Bool {
        state.withLock { $0.isFocused && $0.top == chat }
    }

    /// Returns the chats that are looked at no longer, or from now on.
    func setTop(_ chat: ChatID?) -> Set<ChatID> {
        state.withLock { state in
            guard state.top != chat else { return [] }
            defer { state.top = chat }
            return Set([state.top, chat].compactMap(\.self))
        }
    }

    /// Returns whether that is new.
    func setFocus(_ isFocused: Bool) -> Bool {
        state.withLock { state in
            defer { state.isFocused = isFocused }
            return state.isFocused != isFocused
        }
    }
}
