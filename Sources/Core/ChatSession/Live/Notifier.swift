import ChatStore
public import ChatTypes
import Foundation
import RuntimeKit
import Synchronization

/// A live message to notify the user of, or that the user was invited to a chat, or put out of one.
public struct ChatNotification: Hashable, Sendable {
    /// The message's chat.
    public let chat: ChatHeader
    /// The message with its newest text.
    public let message: Message
    /// The sender's name in a group; nil in a chat between two.
    public let senderName: String?
    /// The ID that tells the chat from others of the same name; nil if no other has it.
    public internal(set) var distinction: String?
    /// The notifier's count of retractions before the message was committed.
    let retractionCount: Int

    /// Whether the message only tells what happened to the chat or to a message of the user's, and is not in the history.
    public let isNotice: Bool
    /// Whether it is shown on the chat's own screen, too.
    let isShownEverywhere: Bool

    package init(chat: ChatHeader, message: Message, senderName: String? = nil, retractionCount: Int = 0) {
        (self.chat, self.message, self.senderName) = (chat, message, senderName)
        self.retractionCount = retractionCount
        (isNotice, isShownEverywhere) = (false, false)
    }

    /// Creates the notification of an invitation or a removal, which stays valid whatever is read.
    init(chat: ChatHeader, state: ChatState, at time: Date) {
        self.init(chat: chat, notice: state.text ?? "", id: "state:\(chat.id)", at: time)
    }

    /// Creates the notification of a call, which stays valid whatever is read.
    init(chat: ChatHeader, call: Message, by name: String?) {
        let text = name.map { "\($0) \(call.text)" } ?? call.text
        self.init(chat: chat, notice: text, id: "call:\(call.id)", at: call.sentAt)
    }

    /// Creates the notification that a message of the user's could not be sent.
    init(chat: ChatHeader, failed text: String, reason: String, id: MessageID, at time: Date) {
        let text = text.isEmpty ? "" : ": \(text)"
        self.init(chat: chat, notice: "Not sent (\(reason))\(text)", id: "failed:\(id)", at: time)
    }

    /// Creates the notification that the server refused an edit of a message of the user's.
    init(chat: ChatHeader, notEdited text: String, reason: String, id: MessageID, at time: Date) {
        self.init(chat: chat, notice: "Not edited (\(reason)): \(text)", id: "failed:\(id)", at: time)
    }

    /// Creates the notification that the server asks to wait before anything more is sent in a chat.
    init(chat: ChatHeader, waiting duration: Duration, at time: Date) {
        let minutes = Int((duration / .seconds(60)).rounded(.up))
        let text =
            "The server asks to wait \(minutes) minutes before sending; a new message or /resend tries again at once"
        self.init(chat: chat, notice: text, id: "waiting:\(chat.id)", at: time, isShownEverywhere: true)
    }

    /// Creates the notification that messages wait, since their key cannot be given to the people in a chat.
    init(chat: ChatHeader, lackingKeysAt time: Date) {
        let text = "Not sent yet: the server does not take or give the keys of the people here; it is tried again"
        self.init(chat: chat, notice: text, id: "keys:\(chat.id)", at: time, isShownEverywhere: true)
    }

    private init(chat: ChatHeader, notice: String, id: String, at time: Date, isShownEverywhere: Bool = false) {
        self.chat = chat
        message = Message(
            id: MessageID(id),
            author: .contact,
            text: notice,
            sentAt: time,
            position: Position(0),
            predecessor: nil
        )
        (senderName, retractionCount, isNotice) = (nil, 0, true)
        self.isShownEverywhere = isShownEverywhere
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
                let isCurrent = notification.isNotice || notification.retractionCount == retractionCount
                guard let current = isCurrent ? notification : await read(notification) else { continue }
                // Checked after the last suspension: the user may open the chat at any time.
                if current.isShownEverywhere || !isLookedAt(current) { await show(current) }
            }
        }
    }

    private func isLookedAt(_ notification: ChatNotification) -> Bool {
        focus.isOn(notification.chat.id, thread: notification.message.thread)
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
                number: message.editNumber,
                senderWarning: news.senderWarning
            )
            var current = ChatNotification(
                chat: chat,
                message: message.annotated(by: edit),
                senderName: news.senderName
            )
            current.distinction = notification.distinction
            return current
        } catch {
            return notification
        }
    }
}
