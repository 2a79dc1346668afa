public import ChatTypes

/// What a live connection brings.
public enum LiveEvent: Hashable, Sendable {
    /// The connection stands: what happens from now on will come through it.
    case opened
    /// News of one chat or several: all that waited, in the order in which it came.
    case updates([ChatUpdate])
    /// Someone in a chat types, or has stopped; what is not renewed within some seconds is over.
    case typing(Bool, by: Author, in: ChatID)
}

/// News of chats that are not open, one connection for the whole account.
public protocol PushSource: Sendable {
    /// Connects and hands each event to `body`, one after the other, until the connection drops.
    ///
    /// News that waits while `body` runs comes in one go (backpressure, coalesced). Throws a `ServiceError` when the
    /// connection cannot be made or drops, `CancellationError` when the caller's task is cancelled; never returns otherwise.
    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws
}

/// News of one chat, for as long as a screen shows it.
public protocol SocketSource: Sendable {
    /// Connects to `chat` and hands each event to `body`, exactly as `PushSource.receive(_:)` does.
    ///
    /// The socket is closed when this returns or throws.
    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws
}
