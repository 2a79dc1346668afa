import Chat
import ChatList
import ChatStore
import ChatTypes
import DriverKit
import Foundation
import RuntimeKit
import SQLiteKit
import ScreenKit

/// A row of the chat list, as shown or as expected from the server's log and the outbox.
struct ListRow: Equatable {
    let id: ChatID
    let title: String
    let sender: String?
    let preview: String
    let unreadCount: Int
    let badge: String?
    let notifications: NotificationMode
    /// Nil where no screen shows it.
    var mentionCount: Int?
    /// Nil where no screen shows it.
    var hasFailed: Bool?
    let time: String

    /// How many messages count in the badge.
    var notifying: Int { notifications.count(unread: unreadCount, mentions: mentionCount ?? 0) }

    init(_ row: ChatListViewState.Row) {
        (id, title, preview, time) = (row.id.chat, row.title, row.preview, row.time)
        (notifications, mentionCount, hasFailed) = (row.notifications, row.mentionCount, row.hasFailed)
        (unreadCount, badge, sender) = (row.unreadCount, row.badge, row.sender)
    }

    init(_ row: ListScreen.Row) {
        (id, title, preview, time) = (ChatID(row.id), row.title, row.preview, row.time)
        notifications = row.isMuted ? .muted : .all
        (unreadCount, badge) = (row.unreadCount, row.unreadCount == 0 ? nil : "\(row.unreadCount)")
        sender = row.sender
    }

    init(_ chat: ServerChatContent, _ stored: StoredHistory.Chat?, _ environment: ChatEnvironment) {
        let waiting = stored?.waiting.last { $0.failure == nil }
        let (newest, unread) = (chat.newest, stored?.knownUnread(of: chat) ?? chat.unread)
        id = chat.header.id
        title = chat.header.contact.name
        let author = waiting == nil ? newest?.author : .me
        sender = chat.header.isGroup ? author.flatMap { $0 == .me ? ownName : chat.name(of: $0) } : nil
        unreadCount = unread.count
        badge = unread.isEmpty ? nil : "\(unread.count)"
        notifications = stored?.record.notifications ?? .all
        mentionCount = notifications == .muted ? 0 : unread.count(where: \.mentionsMe)
        hasFailed = stored?.waiting.contains { $0.failure != nil } ?? false
        preview = shownInList(waiting?.preview ?? newest?.preview ?? "")
        time = BerlinTime(waiting?.time.date ?? chat.activity).text(at: environment.now())
    }
}

extension ServerChatContent {
    fileprivate var activity: Date { (newest?.sentAt ?? header.createdAt).inMilliseconds }

    /// Whether the chat belongs above another one in the list.
    func isAbove(_ other: ServerChatContent) -> Bool {
        activity == other.activity ? header.id < other.header.id : activity > other.activity
    }
}

/// A row of a chat, as shown or as expected from the server's log and the outbox.
struct ChatRow: Equatable {
    let id: MessageID
    let sender: String?
    let text: String
    let imageCount: Int
    let file: File?
    let isEdited: Bool
    let isDeleted: Bool
    let delivery: Delivery
    let time: String

    /// A file with the name and size stated by its author.
    struct File: Equatable {
        let name: String
        let byteCount: Int64
    }

    init(_ row: ChatViewState.Row) {
        // The sentence about an event has the names of people.
        let text = row.event == nil ? row.text : ""
        (id, self.text, imageCount, delivery, time) = (row.id, text, row.imageCount, row.delivery, row.time)
        (isEdited, isDeleted, sender) = (row.isEdited, row.isDeleted, row.sender)
        file = row.file.map { File(name: $0.name, byteCount: $0.byteCount) }
    }

    init(_ row: ChatScreen.Row) {
        (id, text, imageCount, delivery, time) = (MessageID(row.id), row.text, 0, row.delivery, row.time)
        (isEdited, isDeleted, sender, file) = (row.isEdited, false, row.sender, nil)
    }

    private init(_ row: ChatRow, text: String) {
        (id, self.text, imageCount, isEdited, isDeleted, file) = (row.id, text, 0, row.isEdited, false, nil)
        (delivery, time, sender) = (row.delivery, row.time, row.sender)
    }

    /// The row as shown by a view without images and files.
    var asPreviewed: ChatRow { ChatRow(self, text: previewText(of: text, imageCount: imageCount)) }

    init(_ message: Message, of chat: ServerChatContent, readUpTo place: Position?, _ environment: ChatEnvironment) {
        let isRead = place.map { message.position <= $0 } ?? false
        sender = chat.name(of: message.author)
        (id, imageCount, isEdited) = (message.id, message.imageCount, message.editNumber > 0)
        let said = message.event == nil ? message.text : ""
        (text, isDeleted) = (message.isDeleted ? deletedText : said, message.isDeleted)
        file = message.attachment.map { File(name: $0.name, byteCount: $0.byteCount) }
        delivery = message.author != .me ? .received : isRead ? .read : .sent
        time = BerlinTime(message.sentAt.inMilliseconds).messageText(at: environment.now())
    }

    init(waiting message: HistoryRecord.MessageRecord, _ environment: ChatEnvironment) {
        (id, text, imageCount, isEdited) = (message.id, message.text, message.images ?? 0, message.edit != nil)
        (sender, isDeleted) = (nil, false)
        file = message.attachment.map { File(name: $0.name, byteCount: $0.byteCount) }
        delivery = message.failure.map { .failed(reason: $0) } ?? .sending
        time = BerlinTime(message.time.date).messageText(at: environment.now())
    }
}

extension HistoryRecord.MessageRecord {
    /// The line that stands for the message in a list.
    var preview: String {
        previewText(
            of: FormattedText(text, spans).preview,
            imageCount: images ?? 0,
            fileName: attachment?.name,
            isDeleted: removed ?? false
        )
    }
}

/// Returns as much of a text as a list shows. The long texts in the simulation are ASCII.
func shownInList(_ text: String) -> String { String(text.prefix(StoredChat.previewBytes)) }

extension Date {
    /// The date rounded to milliseconds, as it is stored.
    fileprivate var inMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
