extension PlantedBug {
    /// A device that lost its session does not get the room's key again.
    public static let lostSessionIgnored = PlantedBug(
        "lostSessionIgnored",
        breaks: [.encryption],
        firstSeed: 30033,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF again ON main.shared WHEN NEW.again = 1
            BEGIN
                UPDATE shared SET again = 0
                WHERE session = NEW.session AND user = NEW.user AND identity = NEW.identity;
            END
            """
        )
    )

    /// A device that is blocked after it had the key reads on.
    public static let blockedReadsOn = PlantedBug(
        "blockedReadsOn",
        breaks: [.encryption],
        firstSeed: 30003,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF trust ON main.device WHEN NEW.trust = 2
            BEGIN
                DELETE FROM shared WHERE user = NEW.user AND identity = NEW.identity;
            END
            """
        )
    )

    /// A device that is gone still gets keys.
    public static let goneDeviceStays = PlantedBug(
        "goneDeviceStays",
        breaks: [.encryption],
        firstSeed: 30027,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF gone ON main.device WHEN NEW.gone > 0
            BEGIN
                UPDATE device SET gone = 0 WHERE user = NEW.user AND id = NEW.id;
            END
            """
        )
    )

    /// A change of a contact's devices goes unnoticed once they are known.
    public static let deviceChangesUnnoticed = PlantedBug(
        "deviceChangesUnnoticed",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF outdated ON main.person WHEN OLD.outdated = 0 AND NEW.outdated = 1
            BEGIN
                UPDATE person SET outdated = 0 WHERE user = NEW.user;
            END
            """
        )
    )

    /// A fallback key is deleted as soon as it has a successor.
    public static let fallbackGoneEarly = PlantedBug(
        "fallbackGoneEarly",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF replaced ON main.one_time_key WHEN NEW.replaced IS NOT NULL
            BEGIN
                DELETE FROM one_time_key WHERE key = NEW.key;
            END
            """
        )
    )

    /// A device is gone once somebody else publishes its key as theirs.
    public static let claimTakesKey = PlantedBug(
        "claimTakesKey",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.device
            BEGIN
                UPDATE device SET gone = 1 WHERE identity = NEW.identity AND user <> NEW.user;
            END
            """
        )
    )

    /// An index counts as used for every device that shares the session.
    public static let indexOfAnyone = PlantedBug(
        "indexOfAnyone",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.seen
            BEGIN
                INSERT OR IGNORE INTO seen(key, message, claimed, event)
                SELECT other.number, NEW.message, NEW.claimed, NEW.event FROM room_key own JOIN room_key other
                    ON other.session = own.session AND other.number <> own.number WHERE own.number = NEW.key;
            END
            """
        )
    )

    /// Keys that were not sent before a start are never sent.
    public static let sharesForgotten = PlantedBug(
        "sharesForgotten",
        breaks: [.encryption],
        firstSeed: 30036,
        server: .matrix,
        changes: .keys("DELETE FROM share")
    )

    /// The first message of a session sets it back to its beginning when it comes again.
    public static let beginningRepeated = PlantedBug(
        "beginningRepeated",
        breaks: [.encryption, .complete],
        firstSeed: 525,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TABLE newest(digest TEXT);
            CREATE TEMP TABLE beginning(digest TEXT, session TEXT, state TEXT);
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.olm_session
            BEGIN
                INSERT INTO beginning SELECT digest, NEW.id, NEW.state FROM newest;
                DELETE FROM newest;
            END;
            CREATE TEMP TRIGGER planted_use AFTER UPDATE OF used ON main.olm_session
            BEGIN
                DELETE FROM newest;
            END;
            CREATE TEMP TRIGGER planted_new AFTER INSERT ON main.taken
            BEGIN
                UPDATE olm_session SET state = (SELECT state FROM beginning WHERE digest = NEW.digest)
                WHERE id IN (SELECT session FROM beginning WHERE digest = NEW.digest);
                DELETE FROM newest;
                INSERT INTO newest VALUES (NEW.digest);
            END;
            CREATE TEMP TRIGGER planted_again AFTER UPDATE ON main.taken
            BEGIN
                UPDATE olm_session SET state = (SELECT state FROM beginning WHERE digest = NEW.digest)
                WHERE id IN (SELECT session FROM beginning WHERE digest = NEW.digest);
            END
            """
        )
    )
}
