extension PlantedBug {
    /// A gap is closed before it is filled.
    public static let gapClosedEarly = PlantedBug(
        "gapClosedEarly",
        breaks: [.complete, .samePath],
        firstSeed: 3,
        server: .matrix,
        changes: .ledger(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.event WHEN NEW.gap <> ''
            BEGIN
                UPDATE event SET gap = NULL WHERE room = NEW.room AND position = NEW.position;
            END
            """
        )
    )

}
