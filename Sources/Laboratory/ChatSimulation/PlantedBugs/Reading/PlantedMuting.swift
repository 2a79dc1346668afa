extension PlantedBug {
    /// A muted chat is unmuted at the next start.
    public static let forgottenMute = PlantedBug(
        "forgottenMute",
        breaks: [.survivesDeath, .unread],
        firstSeed: 35,
        changes: .history("UPDATE chat SET muted = 0")
    )

    /// Mutes are never sent to the server.
    public static let untoldMute = PlantedBug(
        "untoldMute",
        breaks: [.samePath],
        firstSeed: 15,
        server: .matrix,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF mute_due ON main.chat WHEN NEW.mute_due = 1
            BEGIN
                UPDATE chat SET mute_due = 0 WHERE key = NEW.key;
            END
            """
        )
    )
}
