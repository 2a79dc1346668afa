extension PlantedBug {
    /// Late news brings a group back that the user has forgotten.
    public static let forgottenReturns = PlantedBug(
        "forgottenReturns",
        breaks: [.complete, .survivesDeath],
        firstSeed: 43,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.gone
            BEGIN
                DELETE FROM gone WHERE chat = NEW.chat;
            END
            """
        )
    )

    /// A group that the user has forgotten stays gone when the user comes back.
    public static let returnRefused = PlantedBug(
        "returnRefused",
        breaks: [.complete, .membership, .notifiedOnce],
        firstSeed: 5,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.gone
            BEGIN
                UPDATE gone SET number = 9223372036854775807 WHERE chat = NEW.chat;
            END
            """
        )
    )
}
