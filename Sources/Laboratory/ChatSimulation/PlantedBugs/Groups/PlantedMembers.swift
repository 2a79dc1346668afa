extension PlantedBug {
    /// A person who comes back to a group is not counted.
    public static let returnUncounted = PlantedBug(
        "returnUncounted",
        breaks: [.complete, .membership],
        firstSeed: 9,
        changes: .history(
            """
            CREATE TEMP TABLE back(chat INTEGER PRIMARY KEY);
            CREATE TEMP TRIGGER planted AFTER UPDATE OF is_member ON main.member WHEN OLD.is_member = 0 AND NEW.is_member = 1
            BEGIN
                INSERT OR IGNORE INTO back(chat) VALUES (NEW.chat);
            END;
            CREATE TEMP TRIGGER planted_count AFTER UPDATE OF people ON main.chat
            WHEN NEW.people > OLD.people AND EXISTS (SELECT 1 FROM back WHERE chat = NEW.key)
            BEGIN
                DELETE FROM back WHERE chat = NEW.key;
                UPDATE chat SET people = OLD.people WHERE key = NEW.key;
            END
            """
        )
    )

    /// Somebody who joined later holds up the ticks of what came before.
    public static let laterMemberHoldsTicks = PlantedBug(
        "laterMemberHoldsTicks",
        breaks: [.complete, .receipts, .samePath, .membership],
        firstSeed: 3,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.member WHEN NEW.since > -9223372036854775808
            BEGIN
                UPDATE member SET since = -9223372036854775808 WHERE chat = NEW.chat AND id = NEW.id;
            END
            """
        )
    )

    /// The name of somebody who has left a group is forgotten.
    public static let nameOfTheDepartedLost = PlantedBug(
        "nameOfTheDepartedLost",
        breaks: [.membership, .complete, .samePath],
        firstSeed: 11,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF is_member ON main.member WHEN NEW.is_member = 0
            BEGIN
                UPDATE member SET name = '' WHERE chat = NEW.chat AND id = NEW.id;
            END
            """
        )
    )
}
