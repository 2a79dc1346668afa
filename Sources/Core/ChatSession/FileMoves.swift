import ChatTypes
import RuntimeKit
import Synchronization

/// How far the files have come that are on their way now, by their names in the folder beside the history.
///
/// Safe to use from any thread. Who shows it is told at the beginning and at the end, and in between no more often than a
/// person could read.
final class FileMoves: Sendable {
    private struct Move {
        /// Nil until it is known how much the other side has.
        var count: Int64?
        var isMoving = true
    }

    private let moves = Mutex<[String: Move]>([:])
    private let feed: ChangeFeed
    /// The chats in which something has moved that was not told yet.
    private let untold: ExpiringSet<ChatID>

    init(clock: any Clock<Duration>, telling feed: ChangeFeed) {
        untold = ExpiringSet(clock: clock)
        self.feed = feed
    }

    /// Nil for a file that does not move now.
    subscript(name: String) -> Int64? {
        moves.withLock { $0[name].flatMap { $0.isMoving ? $0.count ?? 0 : nil } }
    }

    /// How far this process has come with a file that is not at its end; nil for one that it has not begun.
    func reached(_ name: String) -> Int64? { moves.withLock { $0[name]?.count } }

    func begin(_ name: String, at count: Int64? = nil, in chat: ChatID) {
        moves.withLock { $0[name] = Move(count: count) }
        feed.postFiles(of: chat)
    }

    func note(_ name: String, at count: Int64, in chat: ChatID) {
        moves.withLock { $0[name] = Move(count: count) }
        if !untold.holds(chat) { untold.renew(chat, for: Self.pace) }
    }

    /// It may go on later, from where it is now.
    func pause(_ name: String, in chat: ChatID) {
        moves.withLock { $0[name]?.isMoving = false }
        feed.postFiles(of: chat)
    }

    /// What was paused does not go on.
    func forget(_ name: String) {
        moves.withLock { $0[name] = nil }
    }

    func end(_ name: String, in chat: ChatID) {
        forget(name)
        feed.postFiles(of: chat)
    }

    /// Tells what is due until the caller's task is cancelled.
    func run() async {
        await untold.run { feed.postFiles(of: $0) }
    }

    private static let pace: Duration = .milliseconds(250)
}
