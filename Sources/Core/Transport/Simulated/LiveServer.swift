public import ChatTypes
package import RuntimeKit

/// A server in this process that holds live connections, without a network in between.
public protocol LiveServer: Sendable {
    /// Opens a connection: all news from now on is posted to it. Throws a `ServiceError` if it refuses.
    func open(_ kind: LiveConnection.Kind) async throws -> LiveConnection

    /// Closes a connection; nothing more is posted to it.
    func close(_ connection: LiveConnection) async

    /// Notes that the app was quit, which ends its push connection.
    func appQuit() async
}

/// One connection as the server sees it: a queue of events.
public final class LiveConnection: Sendable {
    /// The chats that it brings news of.
    public enum Kind: Hashable, Sendable {
        /// All chats, except those with a socket.
        case push
        /// One chat.
        case socket(ChatID)
    }

    /// News of one chat.
    public enum Event: Sendable {
        /// Changes of the chat.
        case update(ChatUpdate)
        /// A person types, or has stopped.
        case typing(Bool, by: Author, in: ChatID)
    }

    /// An event, and the time at which the server sent it.
    package struct Posted: Sendable {
        let news: Event
        let time: Duration
    }

    package let kind: Kind
    package let posted = CoalescingQueue<Posted>()

    /// Creates a connection without events.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// Sends an event after those that were posted before.
    public func post(_ news: Event, at time: Duration) {
        posted.post(Posted(news: news, time: time))
    }
}
