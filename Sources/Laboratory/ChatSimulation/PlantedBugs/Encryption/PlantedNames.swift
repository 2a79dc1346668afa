/// Bugs that believe a name which a stranger can choose.
extension PlantedBug {
    /// A public key belongs to whoever published it last.
    public static let claimedKey = PlantedBug(
        "claimedKey",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
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
        server: .matrix,
        isElusive: true,
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

    /// A device whose key another user publishes, too, gets no keys to messages.
    public static let claimKeepsKey = PlantedBug(
        "claimKeepsKey",
        breaks: [.encryption],
        firstSeed: 9,
        server: .matrix,
        // The stranger's list is asked for once an event of theirs was read.
        moves: [.answersTwice, .claimsContactKey],
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.share WHEN NEW.room <> '' AND NEW.type = 'm.room.encrypted'
            BEGIN
                DELETE FROM share WHERE key = NEW.key AND EXISTS (
                    SELECT 1 FROM device JOIN device AS other
                        ON other.identity = device.identity AND other.user <> device.user
                    WHERE instr(NEW.body, '"' || device.identity || '":') > 0);
            END
            """
        )
    )

    /// The keys to the user's own messages belong to whoever publishes the key of the user's device.
    public static let ownKeyClaimed = PlantedBug(
        "ownKeyClaimed",
        breaks: [.encryption, .sentOnce, .complete, .samePath, .receipts],
        firstSeed: 27,
        server: .matrix,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.device WHEN NEW.user <> (SELECT user FROM account)
            BEGIN
                UPDATE room_key SET sender = NEW.user
                WHERE identity = NEW.identity AND sender = (SELECT user FROM account);
            END;
            CREATE TEMP TRIGGER planted_later AFTER INSERT ON main.room_key
            WHEN NEW.sender = (SELECT user FROM account)
                AND EXISTS (SELECT 1 FROM device WHERE identity = NEW.identity AND user <> NEW.sender)
            BEGIN
                UPDATE room_key SET sender =
                    (SELECT user FROM device WHERE identity = NEW.identity AND user <> NEW.sender)
                WHERE number = NEW.number;
            END
            """
        )
    )

    /// Anybody's reason why a key does not come counts as the sender's.
    public static let reasonOfAnyone = PlantedBug(
        "reasonOfAnyone",
        breaks: [.encryption],
        server: .matrix,
        isElusive: true,
        changes: .keys(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.withheld
            BEGIN
                INSERT OR IGNORE INTO withheld(user, room, session, code)
                SELECT user, NEW.room, NEW.session, NEW.code FROM person WHERE user <> NEW.user;
            END
            """
        )
    )

    /// The details show only the contact of those who get the key of a chat between two.
    public static let readerUnshown = PlantedBug(
        "readerUnshown",
        breaks: [.encryption],
        firstSeed: 12,
        server: .matrix,
        moves: [.addsReader],
        changes: .ledger(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.member
            WHEN NEW.id <> (SELECT user FROM ledger) AND NEW.id <> (SELECT peer FROM room WHERE key = NEW.room)
            BEGIN
                DELETE FROM member WHERE room = NEW.room AND id = NEW.id;
            END
            """
        )
    )
}
