extension PlantedBug {
    /// A gap is closed before it is filled.
    public static let gapClosedEarly = PlantedBug(
        "gapClosedEarly",
        breaks: [.complete, .samePath],
        firstSeed: 2,
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

    /// The server's echo of a sent message counts as another message.
    public static let echoShownTwice = PlantedBug(
        "echoShownTwice",
        breaks: [.complete, .sentOnce],
        server: .matrix,
        changes: .ledger(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.event WHEN NEW.message IS NOT NULL
            BEGIN
                UPDATE event SET message = NULL WHERE room = NEW.room AND position = NEW.position;
            END
            """
        )
    )
}
