import ChatList
import ChatTypes
import RuntimeKit
import ScreenKit
import Synchronization
import Transport

extension PlantedBug {
    /// The list does not mark a chat with a message that could not be sent.
    public static let failureUnmarked = PlantedBug(
        "failureUnmarked",
        breaks: [.complete],
        firstSeed: 9,
        changes: .list { UnmarkedFailures(inner: $0) }
    )

    /// A long wait that the server asks for never ends.
    public static let waitForGood = PlantedBug(
        "waitForGood",
        breaks: [.receipts, .sentOnce],
        firstSeed: 84,
        changes: .service { EndlessWait(inner: $0) }
    )

    /// The app waits as long as the server asks, and tells nobody.
    public static let waitUntold = PlantedBug(
        "waitUntold",
        breaks: [.notifiedOnce],
        firstSeed: 84,
        changes: .service { UntoldWait(inner: $0) }
    )
}

/// A list model whose chats have no failed message.
private struct UnmarkedFailures: ChatListModel {
    let inner: any ChatListModel

    func chats(_ request: ChatListRequest) async -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        await inner.chats(request).map { result in
            result.map { ChatSummaryWindow(summaries: $0.summaries.map(\.withoutFailure), hasMore: $0.hasMore) }
        }
    }

    func chat(withContactNamed name: String) async throws -> ChatID? {
        try await inner.chat(withContactNamed: name)
    }

    func picture(of contact: ContactID) async throws -> Picture? { try await inner.picture(of: contact) }
}

extension ChatSummary {
    fileprivate var withoutFailure: ChatSummary {
        ChatSummary(
            chat: id.chat,
            message: id.message,
            contact: contact,
            isGroup: isGroup,
            state: state,
            distinction: distinction,
            text: text,
            author: author,
            senderName: senderName,
            imageCount: imageCount,
            fileName: fileName,
            isDeleted: isDeleted,
            senderWarning: senderWarning,
            time: time,
            unreadCount: unreadCount,
            hasMoreUnread: hasMoreUnread,
            mentionCount: mentionCount,
            notifications: notifications,
            marks: marks,
            hasDraft: hasDraft,
            typingAuthors: typingAuthors
        )
    }
}

/// A service that asks to wait again, each time, in a chat where the server has asked for a long wait.
private final class EndlessWait: ForwardingService {
    let inner: SeverableTransport
    private let waiting = Mutex<Set<ChatID>>([])

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        if waiting.withLock({ $0.contains(message.chat) }) { throw ServiceError.tryAgain(after: .seconds(3600)) }
        do { return try await inner.send(message) } catch ServiceError.tryAgain(let pause) {
            if pause > .seconds(60) { waiting.withLock { _ = $0.insert(message.chat) } }
            throw ServiceError.tryAgain(after: pause)
        }
    }
}

/// A service that asks for a minute where the server asks for more.
private struct UntoldWait: ForwardingService {
    let inner: SeverableTransport

    func send(_ message: OutgoingMessage) async throws -> Message {
        do { return try await inner.send(message) } catch ServiceError.tryAgain(let pause) {
            throw ServiceError.tryAgain(after: min(pause, .seconds(50)))
        }
    }
}
