import Chat
import ChatTypes
import RuntimeKit

extension PlantedBug {
    /// Messages are ordered by time instead of position.
    public static let orderByTimestamp = PlantedBug(
        "orderByTimestamp",
        breaks: [.complete],
        firstSeed: 2,
        changes: .chat { chat, _ in TimeSorted(inner: chat) }
    )
}

/// A chat model that orders messages by time, and by ID if the times are equal.
private struct TimeSorted: ForwardingChatModel {
    let inner: any ChatModel

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>>
    {
        await inner.messages(of: chat, window).map { snapshot in
            snapshot.map { $0.map(\.sortedByTime) }
        }
    }
}

extension ChatWindow {
    fileprivate var sortedByTime: ChatWindow {
        ChatWindow(
            contact: contact,
            group: group,
            messages: messages.sorted { ($0.time, $0.id) < ($1.time, $1.id) },
            hasStoredEarlier: hasStoredEarlier,
            hasEarlier: hasEarlier,
            hasLater: hasLater,
            firstUnread: firstUnread,
            draft: draft,
            isLookedAt: isLookedAt,
            notifications: notifications,
            typingAuthors: typingAuthors
        )
    }
}
