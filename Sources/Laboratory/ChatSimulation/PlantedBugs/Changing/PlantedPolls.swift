extension PlantedBug {
    /// A person's first vote in a poll counts, whatever they choose later.
    public static let firstVoteStands = PlantedBug(
        "firstVoteStands",
        breaks: [.answers],
        firstSeed: 28,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF answers ON main.vote WHEN NEW.answers <> OLD.answers
            BEGIN
                UPDATE vote SET answers = OLD.answers WHERE key = NEW.key;
            END
            """
        )
    )

    /// A poll goes on here that its author has ended.
    public static let endUnnoticed = PlantedBug(
        "endUnnoticed",
        breaks: [.answers],
        firstSeed: 32,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF poll_end ON main.message WHEN NEW.poll_end = 1 AND NEW.mine = 0
            BEGIN
                UPDATE message SET poll_end = 0 WHERE key = NEW.key;
            END
            """
        )
    )

    /// The server is never told of the user's vote, which is shown.
    public static let untoldVote = PlantedBug(
        "untoldVote",
        breaks: [.answers],
        firstSeed: 28,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.annotation WHEN NEW.kind = 'vote' AND NEW.id IS NOT NULL
            BEGIN
                INSERT OR REPLACE INTO vote(chat, message, mine, sender, answers, number, waits)
                VALUES (NEW.chat, NEW.message, 1, '', NEW.text, 1, 0);
                DELETE FROM annotation WHERE key = NEW.key;
            END
            """
        )
    )

    /// A vote of the user's counts here that the server has refused, such as one after the end of the poll.
    public static let refusedVoteCounts = PlantedBug(
        "refusedVoteCounts",
        breaks: [.answers],
        isElusive: true,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER DELETE ON main.annotation WHEN OLD.kind = 'vote' AND OLD.id IS NOT NULL
            BEGIN
                INSERT OR IGNORE INTO vote(chat, message, mine, sender, answers, number, waits)
                VALUES (OLD.chat, OLD.message, 1, '', OLD.text, 1, 0);
            END
            """
        )
    )

    /// As long as a vote of the user's is on its way, another choice is dropped.
    public static let waitingVoteStands = PlantedBug(
        "waitingVoteStands",
        breaks: [.answers],
        firstSeed: 44,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF id ON main.annotation WHEN NEW.kind = 'vote' AND NEW.id IS NOT NULL
            BEGIN
                UPDATE annotation SET text = OLD.text, id = OLD.id, place = OLD.place WHERE key = NEW.key;
            END
            """
        )
    )
}
