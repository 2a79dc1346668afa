extension PlantedBug {

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
        firstSeed: 13,
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
        firstSeed: 8,
        changes: .history("PRAGMA synchronous = NORMAL")
    )

}
