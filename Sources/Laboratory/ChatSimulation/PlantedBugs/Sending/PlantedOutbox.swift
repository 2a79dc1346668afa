extension PlantedBug {
    /// The outbox is empty after a start.
    public static let forgetfulOutbox = PlantedBug(
        "forgetfulOutbox",
        breaks: [.survivesDeath, .sentOnce, .complete],
        firstSeed: 10,
        changes: .history("DELETE FROM message WHERE waits = 2 AND failure IS NULL")
    )

    /// A draft is stored as an empty text.
    public static let lostDraft = PlantedBug(
        "lostDraft",
        breaks: [.survivesDeath],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF draft ON main.chat WHEN NEW.draft <> ''
            BEGIN
                UPDATE chat SET draft = '' WHERE key = NEW.key;
            END
            """
        )
    )

    /// A reply that was begun is not stored.
    public static let lostReply = PlantedBug(
        "lostReply",
        breaks: [.survivesDeath],
        firstSeed: 9,
        changes: .history(dropping("unfinished"))
    )

    /// An edit that was begun is not stored.
    public static let lostEdit = PlantedBug(
        "lostEdit",
        breaks: [.survivesDeath],
        firstSeed: 9,
        changes: .history(dropping("unfinished", when: "NEW.is_edit = 1"))
    )

    /// A resent message goes ahead of all waiting ones.
    public static let resentFirst = PlantedBug(
        "resentFirst",
        breaks: [.firstInFirstOut],
        firstSeed: 136,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF failure ON main.message
            WHEN NEW.waits = 2 AND OLD.failure IS NOT NULL AND NEW.failure IS NULL
            BEGIN
                UPDATE message SET place = (SELECT min(place) - 1 FROM message WHERE chat = NEW.chat AND waits = 2)
                WHERE key = NEW.key;
            END
            """
        )
    )
}
