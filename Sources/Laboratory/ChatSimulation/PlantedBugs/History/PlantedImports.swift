extension PlantedBug {
    /// After an import, a reaction that waited counts as sent.
    public static let importConfirmsReactions = PlantedBug(
        "importConfirmsReactions",
        breaks: [.survivesDeath, .answers],
        firstSeed: 10,
        changes: .importing(dropping("annotation", when: "NEW.kind GLOB 'reaction:*'"))
    )

    /// After an import, an edit that waited counts as sent.
    public static let importConfirmsEdits = PlantedBug(
        "importConfirmsEdits",
        breaks: [.survivesDeath, .sentOnce],
        firstSeed: 10,
        changes: .importing(dropping("annotation", when: "NEW.kind = 'edit'"))
    )

    /// After an import, a vote that waited counts as sent.
    public static let importConfirmsVotes = PlantedBug(
        "importConfirmsVotes",
        breaks: [.survivesDeath, .answers],
        firstSeed: 28,
        changes: .importing(dropping("annotation", when: "NEW.kind = 'vote'"))
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
        changes: .importing(dropping("annotation", when: "NEW.kind = 'deletion'"))
    )
}
