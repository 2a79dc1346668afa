extension PlantedBug {
    /// The answer to an earlier edit ends the newer one, which is never sent.
    public static let answerEndsNewerEdit = PlantedBug(
        "answerEndsNewerEdit",
        breaks: [.sentOnce, .samePath],
        firstSeed: 30,
        changes: .history(
            """
            CREATE TEMP TABLE superseded(key INTEGER PRIMARY KEY);
            CREATE TEMP TRIGGER planted AFTER UPDATE OF id ON main.annotation
            WHEN NEW.kind = 'edit' AND OLD.id <> NEW.id AND OLD.place IS NOT NULL
            BEGIN
                INSERT OR IGNORE INTO superseded(key) VALUES (NEW.key);
            END;
            CREATE TEMP TRIGGER planted_end AFTER UPDATE OF number ON main.annotation
            WHEN NEW.number > OLD.number AND EXISTS (SELECT 1 FROM superseded WHERE key = NEW.key)
            BEGIN
                DELETE FROM annotation WHERE key = NEW.key;
                DELETE FROM superseded WHERE key = NEW.key;
                UPDATE message SET edit = NEW.number WHERE chat = NEW.chat AND id = NEW.message;
            END
            """
        )
    )

    /// It is forgotten that a reaction may have arrived, so that taking it back is never sent.
    public static let attemptForgotten = PlantedBug(
        "attemptForgotten",
        breaks: [.answers],
        firstSeed: 10,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF text ON main.annotation WHEN NEW.text GLOB '?[?]' AND NEW.kind GLOB 'reaction:*'
            BEGIN
                UPDATE annotation SET text = OLD.text WHERE key = NEW.key;
            END
            """
        )
    )

    /// An edit made while its message was on the way is dropped once the message arrives.
    public static let editLostAtArrival = PlantedBug(
        "editLostAtArrival",
        breaks: [.sentOnce, .samePath],
        firstSeed: 30007,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF place ON main.annotation
            WHEN NEW.kind = 'edit' AND OLD.place IS NULL AND NEW.place IS NOT NULL
            BEGIN
                DELETE FROM annotation WHERE key = NEW.key;
                UPDATE message SET edit = NEW.number WHERE chat = NEW.chat AND id = NEW.message AND edit > NEW.number;
            END
            """
        )
    )

    /// An edit that came before the content of an encrypted message is dropped.
    public static let editBeforeContentLost = PlantedBug(
        "editBeforeContentLost",
        breaks: [.samePath, .complete],
        firstSeed: 30933,
        server: .matrix,
        changes: .history(
            dropping(
                "annotation",
                when: """
                    NEW.kind = 'edit' AND NEW.id IS NULL
                        AND EXISTS (SELECT 1 FROM message WHERE chat = NEW.chat AND id = NEW.message)
                    """
            )
        )
    )

    /// A deletion that came before its message is dropped.
    public static let earlyDeletionLost = PlantedBug(
        "earlyDeletionLost",
        breaks: [.samePath, .complete],
        isElusive: true,
        changes: .history(dropping("annotation", when: "NEW.kind = 'deletion' AND NEW.id IS NULL"))
    )

    /// A reaction that came before its message is dropped.
    public static let earlyReactionLost = PlantedBug(
        "earlyReactionLost",
        breaks: [.answers],
        server: .matrix,
        isElusive: true,
        changes: .history(dropping("reaction", when: "NEW.waits = 1"))
    )

    /// A message that is deleted keeps its reactions.
    public static let reactionsOfDeletedKept = PlantedBug(
        "reactionsOfDeletedKept",
        breaks: [.answers],
        firstSeed: 30016,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted BEFORE DELETE ON main.reaction WHEN OLD.is_set = 1
            BEGIN
                SELECT RAISE(IGNORE);
            END
            """
        )
    )

    /// A reply that is edited no longer says what it answers.
    public static let editLosesAnswer = PlantedBug(
        "editLosesAnswer",
        breaks: [.answers, .samePath],
        firstSeed: 49,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF edit ON main.message WHEN NEW.edit > OLD.edit AND NEW.answers IS NOT NULL
            BEGIN
                UPDATE message SET answers = NULL WHERE key = NEW.key;
            END
            """
        )
    )

    /// The server is not told that a message was deleted while it was being sent.
    public static let deletionInFlightUntold = PlantedBug(
        "deletionInFlightUntold",
        breaks: [.sentOnce, .samePath],
        firstSeed: 13,
        changes: .history(
            dropping(
                "annotation",
                when: """
                    NEW.kind = 'deletion' AND NEW.place IS NOT NULL
                        AND NOT EXISTS (SELECT 1 FROM message WHERE chat = NEW.chat AND id = NEW.message)
                    """
            )
        )
    )

    /// A retry of a reply is sent as no reply.
    public static let retryLosesAnswer = PlantedBug(
        "retryLosesAnswer",
        breaks: [.answers],
        firstSeed: 30045,
        changes: .service { PlainRetries(inner: $0) }
    )
}
