/// Bugs that believe a name which a stranger can choose.
extension PlantedBug {
    /// A public key belongs to whoever published it last.
    public static let claimedKey = PlantedBug(
        "claimedKey",
        breaks: [.encryption],
        firstSeed: 447,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.device
            BEGIN
                DELETE FROM device WHERE identity = NEW.identity AND user <> NEW.user;
            END
            """
        )
    )

    /// An index that was used under one sender's key counts as used under everybody's.
    public static let indexOfAnySender = PlantedBug(
        "indexOfAnySender",
        breaks: [.encryption],
        firstSeed: 447,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.seen
            BEGIN
                INSERT OR IGNORE INTO seen(key, message, claimed, event, replaces)
                SELECT other.number, NEW.message, NEW.claimed, NEW.event, NEW.replaces
                FROM room_key JOIN room_key AS other ON other.session = room_key.session
                WHERE room_key.number = NEW.key AND other.number <> NEW.key;
            END
            """
        )
    )
}
