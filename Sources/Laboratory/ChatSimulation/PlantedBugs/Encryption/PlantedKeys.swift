extension PlantedBug {
    /// A ratchet does not move: each message of a room is encrypted with the same index.
    public static let ratchetStands = PlantedBug(
        "ratchetStands",
        breaks: [.encryption],
        firstSeed: 9,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF state ON main.outbound
            BEGIN
                UPDATE outbound SET state = OLD.state WHERE room = NEW.room;
            END
            """
        )
    )

    /// The app forgets which devices have a room's key: no new key begins when one of them goes, and it shares the key without end before
    /// a message leaves.
    public static let keyOfTheDeparted = PlantedBug(
        "keyOfTheDeparted",
        breaks: [.sentOnce, .encryption],
        firstSeed: 21,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.shared
            BEGIN
                DELETE FROM shared WHERE session = NEW.session AND user = NEW.user AND identity = NEW.identity;
            END
            """
        )
    )

    /// A key counts for messages of anyone, whoever shared it.
    public static let keyOfAnyone = PlantedBug(
        "keyOfAnyone",
        breaks: [.encryption],
        firstSeed: 21,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.room_key
            BEGIN
                UPDATE room_key SET sender = '' WHERE number = NEW.number;
            END
            """
        )
    )

    /// Two events may have one index of a key.
    public static let replayShown = PlantedBug(
        "replayShown",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted BEFORE INSERT ON main.seen
            BEGIN
                DELETE FROM seen WHERE key = NEW.key AND message = NEW.message;
            END
            """
        )
    )

    /// Messages that wait for a key are not read once it comes.
    public static let keyUnnoticed = PlantedBug(
        "keyUnnoticed",
        breaks: [.encryption],
        firstSeed: 15,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.room_key
            BEGIN
                UPDATE room_key SET is_new = 0 WHERE number = NEW.number;
            END
            """
        )
    )

    /// Keys to begin sessions with are deleted before they are used, so the keys to messages never come.
    public static let keysTakenEarly = PlantedBug(
        "keysTakenEarly",
        breaks: [.complete, .encryption],
        firstSeed: 60,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted BEFORE DELETE ON main.one_time_key WHEN OLD.fallback = 0
            BEGIN
                DELETE FROM one_time_key WHERE fallback = 0 AND uploaded = 1 AND key <= OLD.key + 5;
            END
            """
        )
    )

    /// The app forgets that a room is encrypted.
    public static let encryptionForgotten = PlantedBug(
        "encryptionForgotten",
        breaks: [.encryption],
        firstSeed: 9,
        server: .matrix,
        changes: .ledger(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF encrypted ON main.room WHEN NEW.encrypted = 1
            BEGIN
                UPDATE room SET encrypted = 0 WHERE key = NEW.key;
            END
            """
        )
    )

    /// A device is blocked for one message only.
    public static let keyToTheBlocked = PlantedBug(
        "keyToTheBlocked",
        breaks: [.encryption],
        firstSeed: 12,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.outgoing
            BEGIN
                UPDATE device SET trust = 0;
            END
            """
        )
    )

    /// A device's keys can be replaced.
    public static let keysReplaced = PlantedBug(
        "keysReplaced",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted BEFORE INSERT ON main.device
            BEGIN
                DELETE FROM device WHERE user = NEW.user AND id = NEW.id AND identity <> NEW.identity;
            END
            """
        )
    )

    /// Every device of the account gets keys, whoever added it.
    public static let keyToTheSpy = PlantedBug(
        "keyToTheSpy",
        breaks: [.encryption],
        firstSeed: 12,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.device WHEN NEW.user = (SELECT user FROM account)
            BEGIN
                UPDATE device SET is_signed = 1 WHERE user = NEW.user AND id = NEW.id;
            END
            """
        )
    )

    /// A key that is lacking is not asked for.
    public static let keyNeverAsked = PlantedBug(
        "keyNeverAsked",
        breaks: [.encryption],
        firstSeed: 12,
        server: .matrix,
        changes: .keys(dropping("wanted"))
    )

    /// A new key counts as added to the backup before it is.
    public static let keyNotSaved = PlantedBug(
        "keyNotSaved",
        breaks: [.encryption],
        firstSeed: 3,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.room_key
            BEGIN
                UPDATE room_key SET is_saved = 1 WHERE number = NEW.number;
            END
            """
        )
    )
}
