extension PlantedBug {
    /// A member keeps the name that they had first.
    public static let firstNameStands = PlantedBug(
        "firstNameStands",
        breaks: [.complete, .membership, .samePath],
        firstSeed: 1,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF name ON main.member WHEN OLD.name <> '' AND NEW.name <> OLD.name
            BEGIN
                UPDATE member SET name = OLD.name WHERE chat = NEW.chat AND id = NEW.id;
            END
            """
        )
    )

    /// A member who has left a group still counts as a member.
    public static let leftStays = PlantedBug(
        "leftStays",
        breaks: [.complete, .membership, .samePath],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF is_member ON main.member WHEN NEW.is_member = 0
            BEGIN
                UPDATE member SET is_member = 1 WHERE chat = NEW.chat AND id = NEW.id;
            END
            """
        )
    )

    /// A message read by one member counts as read by all.
    public static let readBySome = PlantedBug(
        "readBySome",
        breaks: [.complete, .receipts, .samePath],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF marker ON main.member
            BEGIN
                UPDATE member SET marker = NEW.marker WHERE chat = NEW.chat AND id <> '' AND marker < NEW.marker;
            END
            """
        )
    )
}
