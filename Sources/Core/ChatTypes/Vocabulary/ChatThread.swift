public import Foundation

/// The part of a chat's messages that a query or a screen shows.
public enum TimelinePart: Hashable, Sendable {
    /// All messages, those of threads in their places among the rest.
    case all
    /// The messages outside threads, with the roots of threads.
    case main
    /// A thread: its answers, and above the first of them its root.
    case thread(MessageID)
    /// The roots of all threads, the one with the newest answer last.
    case threads

    /// The root of the thread; nil for any other part.
    public var thread: MessageID? { if case .thread(let root) = self { root } else { nil } }
}

/// The messages that a receipt covers, of those up to its message.
public enum ReceiptScope: Hashable, Codable, Sendable {
    /// All messages, whatever thread they are in.
    case everything
    /// The messages outside threads.
    case main
    /// The answers of the thread with this root.
    case thread(MessageID)

    /// Creates the scope of a message in a thread, or outside threads.
    public init(thread: MessageID?) { self = thread.map(Self.thread) ?? .main }

    /// The root of the thread; nil for any other scope.
    public var thread: MessageID? { if case .thread(let root) = self { root } else { nil } }
}

/// The server's numbers of unread answers in a thread.
public struct ThreadCount: Hashable, Sendable {
    /// The root of the thread.
    public let root: MessageID
    /// The unread answers.
    public let unread: Int
    /// The unread answers that mention the user; nil if the server cannot count them.
    public let mentions: Int?

    public init(root: MessageID, unread: Int, mentions: Int? = nil) {
        (self.root, self.unread, self.mentions) = (root, unread, mentions)
    }
}

/// A thread as one line below its root.
public struct ThreadSummary: Hashable, Sendable {
    /// The answers, sent and waiting, without deleted ones. Others may be missing here.
    public let answerCount: Int
    /// The newest answer; nil if none is here.
    public let newest: AnsweredMessage?
    /// The time of the newest answer; nil if none is here.
    public let time: Date?
    /// The answers that the user has not read.
    public let unreadCount: Int
    /// The unread answers that mention the user.
    public let mentionCount: Int
    /// Whether the user has begun to write an answer.
    public let hasDraft: Bool

    public init(
        answerCount: Int,
        newest: AnsweredMessage? = nil,
        time: Date? = nil,
        unreadCount: Int = 0,
        mentionCount: Int = 0,
        hasDraft: Bool = false
    ) {
        (self.answerCount, self.newest, self.time) = (answerCount, newest, time)
        (self.unreadCount, self.mentionCount, self.hasDraft) = (unreadCount, mentionCount, hasDraft)
    }
}
