extension PlantedBug {
    /// A mention that is read still counts as unread.
    public static let unreadMention = PlantedBug(
        "unreadMention",
        breaks: [.unread, .complete],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF mentions ON main.chat WHEN NEW.mentions < OLD.mentions
            BEGIN
                UPDATE chat SET mentions = OLD.mentions WHERE key = NEW.key;
            END
            """
        )
    )

    /// Mentions on the homeserver mention nobody here.
    public static let lostMention = PlantedBug(
        "lostMention",
        breaks: [.samePath, .unread],
        firstSeed: 3,
        server: .matrix,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.mention = 1
            BEGIN
                UPDATE message SET mention = 0 WHERE key = NEW.key;
            END
            """
        )
    )
}
