extension PlantedBug {
    /// The adapter does not keep the end of a poll.
    public static let endNotKept = PlantedBug(
        "endNotKept",
        breaks: [.answers],
        firstSeed: 32,
        server: .matrix,
        changes: .ledger(dropping("vote", when: "NEW.answers IS NULL"))
    )

    /// Of a person's votes in a poll the adapter keeps the first.
    public static let changedVoteLost = PlantedBug(
        "changedVoteLost",
        breaks: [.answers],
        firstSeed: 25,
        server: .matrix,
        changes: .ledger(
            dropping(
                "vote",
                when: """
                    NEW.answers IS NOT NULL
                        AND EXISTS (SELECT 1 FROM ballot WHERE room = NEW.room AND event = NEW.event AND sender = NEW.sender)
                    """
            )
        )
    )
}
