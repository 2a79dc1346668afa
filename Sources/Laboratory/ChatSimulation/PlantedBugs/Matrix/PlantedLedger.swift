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

    /// A receipt names the last message, not what has come after it.
    public static let receiptStopsAtMessage = PlantedBug(
        "receiptStopsAtMessage",
        breaks: [.receipts],
        server: .matrix,
        changes: .ledger(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF last_main ON main.room WHEN NEW.last_main IS NOT NULL
            BEGIN
                UPDATE room SET last_main = NULL WHERE key = NEW.key;
            END
            """
        )
    )
}
