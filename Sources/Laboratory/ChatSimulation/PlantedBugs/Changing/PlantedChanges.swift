extension PlantedBug {
    /// The first of several edits of a message wins.
    public static let firstEditStands = PlantedBug(
        "firstEditStands",
        breaks: [.samePath, .sentOnce],
        firstSeed: 5,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted BEFORE UPDATE OF edit ON main.message
            WHEN OLD.edit > 0 AND NEW.edit > 0 AND OLD.waits = NEW.waits
            BEGIN
                SELECT RAISE(IGNORE);
            END
            """
        )
    )

    /// A deleted message keeps its text, and a search finds it.
    public static let removalKeepsText = PlantedBug(
        "removalKeepsText",
        breaks: [.complete, .samePath],
        firstSeed: 4,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF removed ON main.message WHEN NEW.removed = 1
            BEGIN
                UPDATE message SET text = OLD.text WHERE key = NEW.key;
            END
            """
        )
    )
}
