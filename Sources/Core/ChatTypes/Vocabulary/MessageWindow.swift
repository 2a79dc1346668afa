/// Which of a chat's messages are asked for: a stretch of bounded length.
///
/// A chat's messages stand in the server's order, and behind them those that wait to be sent, in the order in which they
/// were written.
public enum MessageWindow: Hashable, Sendable {
    /// The last so many, waiting ones included.
    case newest(Int)
    /// A message with so many directly before it and after it; the newest `before + after + 1` when it is not held.
    case around(MessageID, before: Int, after: Int)
}
