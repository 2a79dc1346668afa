/// Bugs in the marks of messages whose sender nothing proves.
extension PlantedBug {
    /// A message whose sender nothing proves has no mark.
    public static let markLost = PlantedBug(
        "markLost",
        breaks: [.encryption],
        firstSeed: 3,
        server: .matrix,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.warning IS NOT NULL
            BEGIN
                UPDATE message SET warning = NULL WHERE key = NEW.key;
            END;
            CREATE TEMP TRIGGER planted_later AFTER UPDATE OF warning ON main.message WHEN NEW.warning IS NOT NULL
            BEGIN
                UPDATE message SET warning = NULL WHERE key = NEW.key;
            END
            """
        )
    )

    /// A message of a device that its sender's list does not have is marked like that of a device which the sender has not signed.
    public static let unknownAsUnsigned = PlantedBug(
        "unknownAsUnsigned",
        breaks: [.encryption],
        firstSeed: 468,
        server: .matrix,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.warning = 'unknownDevice'
            BEGIN
                UPDATE message SET warning = 'unsignedDevice' WHERE key = NEW.key;
            END;
            CREATE TEMP TRIGGER planted_later AFTER UPDATE OF warning ON main.message WHEN NEW.warning = 'unknownDevice'
            BEGIN
                UPDATE message SET warning = 'unsignedDevice' WHERE key = NEW.key;
            END
            """
        )
    )

    /// A key counts as sent in time, although its device was removed before it came.
    public static let lateKeyTimely = PlantedBug(
        "lateKeyTimely",
        breaks: [.encryption],
        firstSeed: 363,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.room_key WHEN NEW.is_late <> 0
            BEGIN
                UPDATE room_key SET is_late = 0 WHERE number = NEW.number;
            END;
            CREATE TEMP TRIGGER planted_later AFTER UPDATE OF is_late ON main.room_key WHEN NEW.is_late <> 0
            BEGIN
                UPDATE room_key SET is_late = 0 WHERE number = NEW.number;
            END
            """
        )
    )
}
