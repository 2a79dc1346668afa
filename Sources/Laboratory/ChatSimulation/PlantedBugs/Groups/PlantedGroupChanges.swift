extension PlantedBug {
    /// A later topic of a group does not replace the first.
    public static let firstTopicStands = PlantedBug(
        "firstTopicStands",
        breaks: [.membership, .samePath],
        isElusive: true,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF topic ON main.chat WHEN OLD.topic <> '' AND NEW.topic <> OLD.topic
            BEGIN
                UPDATE chat SET topic = OLD.topic WHERE key = NEW.key;
            END
            """
        )
    )

    /// A member keeps the first role, whatever becomes of it.
    public static let firstRoleStands = PlantedBug(
        "firstRoleStands",
        breaks: [.membership, .samePath],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF role ON main.member WHEN NEW.role <> OLD.role AND OLD.id <> ''
            BEGIN
                UPDATE member SET role = OLD.role WHERE chat = NEW.chat AND id = NEW.id;
            END
            """
        )
    )

    /// A line about a change of a group counts as unread once the messages are counted again.
    public static let eventCounts = PlantedBug(
        "eventCounts",
        breaks: [.unread, .complete, .samePath],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.event IS NOT NULL AND NEW.mine = 0
            BEGIN
                UPDATE message SET quiet = 0 WHERE key = NEW.key;
            END
            """
        )
    )

    /// A group keeps its title here when a member changes it.
    public static let firstTitleStands = PlantedBug(
        "firstTitleStands",
        breaks: [.complete, .modelAlone, .samePath, .notifiedOnce],
        firstSeed: 23,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF name ON main.chat WHEN NEW.is_group = 1 AND NEW.name <> OLD.name
            BEGIN
                UPDATE chat SET name = OLD.name WHERE key = NEW.key;
            END
            """
        )
    )
}
