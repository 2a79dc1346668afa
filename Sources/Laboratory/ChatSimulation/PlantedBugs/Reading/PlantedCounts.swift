import ChatTypes
import Synchronization

extension PlantedBug {
    /// A deleted mention still counts as one.
    public static let deletedMentionCounts = PlantedBug(
        "deletedMentionCounts",
        breaks: [.unread],
        firstSeed: 271,
        changes: .history(
            """
            CREATE TEMP TABLE taken(chat INTEGER PRIMARY KEY);
            CREATE TEMP TRIGGER planted AFTER UPDATE OF removed ON main.message WHEN NEW.removed = 1 AND OLD.mention = 1
            BEGIN
                INSERT OR IGNORE INTO taken(chat) VALUES (NEW.chat);
            END;
            CREATE TEMP TRIGGER planted_count AFTER UPDATE OF mentions ON main.chat
            WHEN NEW.mentions < OLD.mentions AND EXISTS (SELECT 1 FROM taken WHERE chat = NEW.key)
            BEGIN
                DELETE FROM taken WHERE chat = NEW.key;
                UPDATE chat SET mentions = OLD.mentions WHERE key = NEW.key;
            END
            """
        )
    )

    /// A receipt that became due while another one was being sent counts as sent with it.
    public static let receiptConfirmedByOlder = PlantedBug(
        "receiptConfirmedByOlder",
        breaks: [.receipts, .complete],
        firstSeed: 16,
        changes: .service { HastyReceiptService(inner: $0) }
    )

    /// A receipt that came before its message is dropped.
    public static let earlyReceiptLost = PlantedBug(
        "earlyReceiptLost",
        breaks: [.receipts, .samePath, .complete],
        firstSeed: 30039,
        changes: .history(dropping("awaited_receipt"))
    )

    /// It is forgotten that a message was announced which came first without its content or with a response.
    public static let announcementForgotten = PlantedBug(
        "announcementForgotten",
        breaks: [.notifiedOnce],
        firstSeed: 66,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF announced ON main.message WHEN NEW.announced = 1
            BEGIN
                UPDATE message SET announced = 0 WHERE key = NEW.key;
            END
            """
        )
    )

    /// A favourite is none at the next start.
    public static let forgottenFavourite = PlantedBug(
        "forgottenFavourite",
        breaks: [.survivesDeath],
        firstSeed: 23,
        changes: .history("UPDATE chat SET favourite = 0")
    )

    /// The server is never told of a mark.
    public static let untoldMark = PlantedBug(
        "untoldMark",
        breaks: [.samePath],
        firstSeed: 12,
        server: .matrix,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF marks_due ON main.chat WHEN NEW.marks_due <> 0
            BEGIN
                UPDATE chat SET marks_due = 0 WHERE key = NEW.key;
            END
            """
        )
    )

    /// Marking all chats as read leaves the marks of chats that are marked as unread.
    public static let unreadMarkStays = PlantedBug(
        "unreadMarkStays",
        breaks: [.samePath],
        server: .matrix,
        isElusive: true,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF marked_unread ON main.chat WHEN NEW.marked_unread = 0 AND NEW.marks_due >= 2
            BEGIN
                UPDATE chat SET marked_unread = 1, marks_due = marks_due & 1 WHERE key = NEW.key;
            END
            """
        )
    )
}

/// A service that sends no receipt of a chat right after another one, and reports success.
private final class HastyReceiptService: ForwardingService {
    let inner: SeverableTransport
    private let ends = Mutex<[ChatID: Duration]>([:])

    init(inner: SeverableTransport) { self.inner = inner }

    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        let now = inner.world.time
        if let end = ends.withLock({ $0[chat] }), now - end < .milliseconds(200) { return }
        try await inner.markRead(chat, upTo: message, in: scope)
        let end = inner.world.time
        ends.withLock { $0[chat] = end }
    }
}
