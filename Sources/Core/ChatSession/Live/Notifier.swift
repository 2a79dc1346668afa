import ChatStore
public import ChatTypes
import Foundation
import RuntimeKit
import Synchronization

/// A live message to notify the user of, or that the user was put out of a chat.
public struct ChatNotification: Hashable, Sendable {
    /// The message's chat.
    public let chat: ChatHeader
    /// The message with its newest text.
    public let message: Message
    /// The sender's name in a group; nil in a chat between two.
    public let senderName: String?
    /// The notifier's count of retractions before the message was committed.
    let retractionCount: Int

    /// Whether the message only tells that the user was put out of the chat, and is not in the history.
    let isRemoval: Bool

    package init(chat: ChatHeader, message: Message, senderName: String? = nil, retractionCount: Int = 0) {
        (self.chat, self.message, self.senderName) = (chat, message, senderName)
        self.retractionCount = retractionCount
        isRemoval = false
    }

    /// Creates the notification of a removal, which stays valid whatever is read.
    init(chat: ChatHeader, removal state: ChatState, at time: Date) {
        self.chat = chat
        message = Message(
            id: MessageID("removal:\(chat.id)"),
            author: .contact,
            text: state.text ?? "",
            sentAt: time,
            position: Position(0),
            predecessor: nil
        )
        (senderName, retractionCount, isRemoval) = (nil, 0, true)
    }
}

/// Hands over notifications, each at most once and only while it is still current.
final class Notifier: Sendable {
    private let history: History
    private let focus: FocusTracker
    private let waiting = CoalescingQueue<ChatNotification>()
    /// How often something was read, edited, deleted or muted.
    private let retractions = Atomic(0)

    init(_ history: History, focus: FocusTracker) {
        (self.history, self.focus) = (history, focus)
    }

    var retractionCount: Int { retractions.load(ordering: .sequentiallyConsistent) }

    /// Has waiting notifications read again before they are shown.
    func noteRetraction() {
        retractions.add(1, ordering: .sequentiallyConsistent)
    }

    func post(_ notification: ChatNotification) { waiting.post(notification) }

    /// Takes the notifications that wait, unchecked. For tests.
    func drain() -> [ChatNotification] { waiting.drain() }

    /// Hands each notification to `show`, one after the other, until the caller's task is cancelled.
    ///
    /// Skips messages that were read, deleted or muted meanwhile and those of the chat on screen; edited messages have their new
    /// text.
    func run(_ show: @Sendable (ChatNotification) async -> Void) async {
        while true {
            let notifications = await waiting.takeAll()
            if notifications.isEmpty { return }
            for notification in notifications {
                let isCurrent = notification.isRemoval || notification.retractionCount == retractionCount
                guard let current = isCurrent ? notification : await read(notification) else { continue }
                // Checked after the last suspension: the user may open the chat at any time.
                if !focus.isOn(current.chat.id) { await show(current) }
            }
        }
    }

    /// Reads a notification again; nil if it is outdated. Returns it unchanged if the disk fails.
    private func read(_ notification: ChatNotification) async -> ChatNotification? {
        let (message, chat) = (notification.message, notification.chat)
        do {
            guard let news = try await history.read({ try $0.news(message.id, in: chat.id) }) else { return nil }
            let edit = Annotation(
                author: message.author,
                message: message.id,
                kind: .edit(text: news.text, spans: news.spans),
                number: message.editNumber
            )
            return ChatNotification(chat: chat, message: message.annotated(by: edit), senderName: news.senderName)
        } catch {
            return notification
        }
    }
}
