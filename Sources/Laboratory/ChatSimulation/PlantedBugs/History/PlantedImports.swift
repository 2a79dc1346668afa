extension PlantedBug {
    /// After an import, a reaction that waited counts as sent.
    public static let importConfirmsReactions = PlantedBug(
        "importConfirmsReactions",
        breaks: [.survivesDeath, .answers],
        firstSeed: 10,
        changes: .importing(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.annotation WHEN NEW.kind GLOB 'reaction:*'
            BEGIN
                DELETE FROM annotation WHERE key = NEW.key;
            END
            """
        )
    )

    /// After an import, an edit that waited counts as sent.
    public static let importConfirmsEdits = PlantedBug(
        "importConfirmsEdits",
        breaks: [.survivesDeath, .sentOnce],
        firstSeed: 10,
        changes: .importing(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.annotation WHEN NEW.kind = 'edit'
            BEGIN
                DELETE FROM annotation WHERE key = NEW.key;
            END
            """
        )
    )

    /// After an import, a message that failed waits again.
    public static let importRevivesFailed = PlantedBug(
        "importRevivesFailed",
        breaks: [.survivesDeath],
        firstSeed: 19,
        changes: .importing(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF failure ON main.message WHEN NEW.failure IS NOT NULL
            BEGIN
                UPDATE message SET failure = NULL WHERE key = NEW.key;
            END
            """
        )
    )

    /// An import forgets the deletions that the server has not been told.
    public static let importForgetsDeletions = PlantedBug(
        "importForgetsDeletions",
        breaks: [.survivesDeath, .sentOnce],
        firstSeed: 18,
        changes: .importing(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.annotation WHEN NEW.kind = 'deletion'
            BEGIN
                DELETE FROM annotation WHERE key = NEW.key;
            END
            """
        )
    )
}
