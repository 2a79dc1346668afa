extension PlantedBug {
    /// A message received twice is stored twice.
    public static let dedupeOff = PlantedBug(
        "dedupeOff",
        breaks: [.complete, .sentOnce, .unread],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted BEFORE INSERT ON main.message WHEN NEW.waits = 0
                AND EXISTS (SELECT 1 FROM main.message WHERE chat = NEW.chat AND id = NEW.id AND waits = 0)
            BEGIN
                INSERT OR IGNORE INTO message(key, chat, id, mine, text, images, time, waits, place, announced)
                VALUES (NEW.key + 1, NEW.chat, NEW.id || ' again', NEW.mine, NEW.text, NEW.images, NEW.time, 0,
                    NEW.place + 1, 1);
            END
            """
        )
    )

    /// The unread count is incremented in addition to being derived.
    public static let countedUnread = PlantedBug(
        "countedUnread",
        breaks: [.unread],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted BEFORE INSERT ON main.message WHEN NEW.mine = 0
            BEGIN
                UPDATE chat SET unread = unread + 1 WHERE key = NEW.chat;
            END
            """
        )
    )

    /// A gap is deleted as soon as it is stored.
    public static let forgottenGap = PlantedBug(
        "forgottenGap",
        breaks: [.complete],
        firstSeed: 2,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.gap
            BEGIN
                DELETE FROM gap WHERE chat = NEW.chat AND position = NEW.position;
            END
            """
        )
    )

    /// A chat moves down to the time of an incoming message although a message of the user is waiting.
    public static let sinkingChat = PlantedBug(
        "sinkingChat",
        breaks: [.complete],
        firstSeed: 5,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF unread ON main.chat WHEN NEW.unread > OLD.unread
            BEGIN
                UPDATE chat SET activity = coalesce(
                    (SELECT time FROM message WHERE chat = NEW.key AND waits = 0 ORDER BY place DESC LIMIT 1), activity)
                WHERE key = NEW.key;
            END
            """
        )
    )

    /// Commits are not synchronized to the disk.
    public static let unsyncedCommits = PlantedBug(
        "unsyncedCommits",
        breaks: [.receipts, .survivesDeath],
        firstSeed: 2,
        changes: .history("PRAGMA synchronous = NORMAL")
    )

    /// The history is never synchronized to the disk, so a power failure loses the file itself.
    public static let unsyncedHistory = PlantedBug(
        "unsyncedHistory",
        breaks: [.survivesDeath],
        firstSeed: 2,
        changes: .history("PRAGMA synchronous = OFF")
    )
}
