import ChatTypes

extension PlantedBug {
    /// A thread never counts more than one answer.
    public static let answersUncounted = PlantedBug(
        "answersUncounted",
        breaks: [.threads],
        firstSeed: 3,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF answers ON main.thread WHEN NEW.answers > OLD.answers AND OLD.answers > 0
            BEGIN
                UPDATE thread SET answers = OLD.answers WHERE key = NEW.key;
            END
            """
        )
    )

    /// An answer that was deleted still counts in its thread.
    public static let deletedAnswerCounts = PlantedBug(
        "deletedAnswerCounts",
        breaks: [.threads],
        isElusive: true,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF answers ON main.thread WHEN NEW.answers < OLD.answers
            BEGIN
                UPDATE thread SET answers = OLD.answers WHERE key = NEW.key;
            END
            """
        )
    )

    /// A mention in a thread is none on the line of the thread.
    public static let threadMentionLost = PlantedBug(
        "threadMentionLost",
        breaks: [.threads, .unread],
        firstSeed: 6,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF mentions ON main.thread WHEN NEW.mentions > OLD.mentions
            BEGIN
                UPDATE thread SET mentions = OLD.mentions WHERE key = NEW.key;
            END
            """
        )
    )

    /// The server is never told that a thread was read.
    public static let threadReceiptUntold = PlantedBug(
        "threadReceiptUntold",
        breaks: [.threads, .complete, .unread],
        firstSeed: 30,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF receipt_due ON main.thread WHEN NEW.receipt_due IS NOT NULL
            BEGIN
                UPDATE thread SET receipt_due = NULL WHERE key = NEW.key;
            END
            """
        )
    )

    /// An answer of the user's leaves its thread once the server has it.
    public static let echoLeavesThread = PlantedBug(
        "echoLeavesThread",
        breaks: [.threads, .complete, .samePath],
        firstSeed: 3,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF waits ON main.message
            WHEN NEW.waits = 0 AND OLD.waits > 0 AND NEW.thread IS NOT NULL
            BEGIN
                UPDATE message SET thread = NULL WHERE key = NEW.key;
            END
            """
        )
    )

    /// To read a chat reads its threads, of which the server is told nothing.
    public static let chatReadsThreads = PlantedBug(
        "chatReadsThreads",
        breaks: [.threads, .complete, .unread],
        firstSeed: 6,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF my_marker ON main.chat WHEN NEW.my_marker > OLD.my_marker
            BEGIN
                UPDATE thread SET marker = max(coalesce(marker, NEW.my_marker), NEW.my_marker) WHERE chat = NEW.key;
            END
            """
        )
    )

    /// A retry of an answer in a thread is sent outside the thread.
    public static let retryLeavesThread = PlantedBug(
        "retryLeavesThread",
        breaks: [.threads, .complete, .samePath],
        firstSeed: 3,
        changes: .service { OutsideRetries(inner: $0) }
    )

    /// Answers on pages of older messages come without their threads.
    public static let pageLosesThreads = PlantedBug(
        "pageLosesThreads",
        breaks: [.threads, .complete, .samePath],
        firstSeed: 41,
        changes: .service { UnthreadedPages(inner: $0) }
    )

    /// All threads are said to be read as if only what stands outside them were.
    public static let allReadOutsideOnly = PlantedBug(
        "allReadOutsideOnly",
        breaks: [.threads, .complete, .unread],
        firstSeed: 30024,
        changes: .service { OutsideReceipts(inner: $0) }
    )

    /// An answer in a thread of the chat on screen causes no notification.
    public static let silentThreads = PlantedBug(
        "silentThreads",
        breaks: [.notifiedOnce],
        firstSeed: 15,
        changes: .notifications { shown, chat in shown.chatLookedAt == chat }
    )

    /// A draft of a thread is lost when the app ends.
    public static let threadDraftLost = PlantedBug(
        "threadDraftLost",
        breaks: [.survivesDeath],
        firstSeed: 33,
        changes: .history("UPDATE thread SET draft = ''")
    )

    /// A thread stays unread that the user reads on another device.
    public static let readElsewhereIgnored = PlantedBug(
        "readElsewhereIgnored",
        breaks: [.threads, .complete, .unread, .receipts],
        firstSeed: 3,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF marker ON main.thread WHEN NEW.marker IS NOT NULL AND NEW.receipt_due IS NULL
            BEGIN
                UPDATE thread SET marker = OLD.marker WHERE key = NEW.key;
            END
            """
        )
    )
}
