extension PlantedBug {
    /// A file that the server has lost is not uploaded again.
    public static let lostFileKept = PlantedBug(
        "lostFileKept",
        breaks: [.files],
        firstSeed: 35,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF file ON main.message WHEN NEW.file = '' AND OLD.file <> ''
            BEGIN
                UPDATE message SET file = OLD.file WHERE key = NEW.key;
            END
            """
        )
    )

    /// A cancelled download goes on.
    public static let cancelIgnored = PlantedBug(
        "cancelIgnored",
        breaks: [.files],
        firstSeed: 10,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted BEFORE DELETE ON main.file WHEN OLD.is_here = 0 AND OLD.failure IS NULL
            BEGIN
                SELECT RAISE(IGNORE);
            END
            """
        )
    )
}
