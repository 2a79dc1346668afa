extension PlantedBug {

    /// A message of another person is stored without what it answers.
    public static let forgottenAnswer = PlantedBug(
        "forgottenAnswer",
        breaks: [.answers],
        firstSeed: 13,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.mine = 0 AND NEW.answers IS NOT NULL
            BEGIN
                UPDATE message SET answers = NULL WHERE key = NEW.key;
            END
            """
        )
    )
}
