extension PlantedBug {
    /// A receipt is forgotten when it is handed to the session, not when that has stored it.
    public static let receiptHandedOver = PlantedBug(
        "receiptHandedOver",
        breaks: [.receipts, .complete, .samePath],
        firstSeed: 30001,
        server: .matrix,
        changes: .ledger(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF state ON main.stray_receipt WHEN NEW.state = 2
            BEGIN
                DELETE FROM stray_receipt WHERE room = NEW.room AND reader = NEW.reader;
            END
            """
        )
    )

    /// An edit that came before its message is dropped by the adapter.
    public static let strayEditLost = PlantedBug(
        "strayEditLost",
        breaks: [.samePath, .complete],
        server: .matrix,
        isElusive: true,
        changes: .ledger(dropping("stray_edit"))
    )

    /// The adapter forgets which event a message of the user's became.
    public static let sentEventForgotten = PlantedBug(
        "sentEventForgotten",
        breaks: [.sentOnce, .complete, .answers],
        server: .matrix,
        isElusive: true,
        changes: .ledger(dropping("sent"))
    )

    /// An event that waits for its key is forgotten.
    public static let waitingEventLost = PlantedBug(
        "waitingEventLost",
        breaks: [.encryption],
        firstSeed: 9,
        server: .matrix,
        changes: .ledger(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.waiting
            BEGIN
                DELETE FROM waiting WHERE room = NEW.room AND event = NEW.event;
            END
            """
        )
    )
}
