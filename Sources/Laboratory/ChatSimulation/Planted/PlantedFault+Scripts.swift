extension PlantedFault {
    /// What it does in the app's own connection to its history, as the app starts.
    var script: String? {
        switch self {
        case .dedupeOff:
            """
            CREATE TEMP TRIGGER planted BEFORE INSERT ON main.message WHEN NEW.waits = 0
                AND EXISTS (SELECT 1 FROM main.message WHERE chat = NEW.chat AND id = NEW.id AND waits = 0)
            BEGIN
                INSERT OR IGNORE INTO message(key, chat, id, mine, text, images, time, waits, place, announced)
                VALUES (NEW.key + 1, NEW.chat, NEW.id || ' again', NEW.mine, NEW.text, NEW.images, NEW.time, 0,
                    NEW.place + 1, 1);
            END
            """
        case .countedUnread:
            """
            CREATE TEMP TRIGGER planted BEFORE INSERT ON main.message WHEN NEW.mine = 0
            BEGIN
                UPDATE chat SET unread = unread + 1 WHERE key = NEW.chat;
            END
            """
        case .forgetfulOutbox:
            "DELETE FROM message WHERE waits = 2 AND failure IS NULL"
        case .forgottenGap:
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.gap
            BEGIN
                DELETE FROM gap WHERE chat = NEW.chat AND position = NEW.position;
            END
            """
        case .firstEditStands:
            """
            CREATE TEMP TRIGGER planted BEFORE UPDATE OF edit ON main.message WHEN OLD.edit > 0 AND NEW.edit > 0
            BEGIN
                SELECT RAISE(IGNORE);
            END
            """
        case .removalKeepsText:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF removed ON main.message WHEN NEW.removed = 1
            BEGIN
                UPDATE message SET text = OLD.text WHERE key = NEW.key;
            END
            """
        case .firstNameStands:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF name ON main.member WHEN OLD.name <> '' AND NEW.name <> OLD.name
            BEGIN
                UPDATE member SET name = OLD.name WHERE chat = NEW.chat AND id = NEW.id;
            END
            """
        case .leftStays:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF is_member ON main.member WHEN NEW.is_member = 0
            BEGIN
                UPDATE member SET is_member = 1 WHERE chat = NEW.chat AND id = NEW.id;
            END
            """
        case .readBySome:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF marker ON main.member
            BEGIN
                UPDATE member SET marker = NEW.marker WHERE chat = NEW.chat AND id <> '' AND marker < NEW.marker;
            END
            """
        case .unsyncedCommits: "PRAGMA synchronous = NORMAL"
        case .forgottenMute:
            "UPDATE chat SET muted = 0"
        case .untoldMute:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF mute_due ON main.chat WHEN NEW.mute_due = 1
            BEGIN
                UPDATE chat SET mute_due = 0 WHERE key = NEW.key;
            END
            """
        case .lostDraft:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF draft ON main.chat WHEN NEW.draft <> ''
            BEGIN
                UPDATE chat SET draft = '' WHERE key = NEW.key;
            END
            """
        case .unorderedOutbox:
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.waits = 2
            BEGIN
                UPDATE message SET place = (SELECT min(place) - 1 FROM message WHERE chat = NEW.chat AND waits = 2)
                WHERE key = NEW.key;
            END
            """
        case .resentFirst:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF failure ON main.message
            WHEN NEW.waits = 2 AND OLD.failure IS NOT NULL AND NEW.failure IS NULL
            BEGIN
                UPDATE message SET place = (SELECT min(place) - 1 FROM message WHERE chat = NEW.chat AND waits = 2)
                WHERE key = NEW.key;
            END
            """
        case .sinkingChat:
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF unread ON main.chat WHEN NEW.unread > OLD.unread
            BEGIN
                UPDATE chat SET activity = coalesce(
                    (SELECT time FROM message WHERE chat = NEW.key AND waits = 0 ORDER BY place DESC LIMIT 1), activity)
                WHERE key = NEW.key;
            END
            """
        default: fileScript
        }
    }
}
