extension PlantedBug {
    /// A file counts as downloaded as soon as it is requested.
    public static let hereBeforeWhole = PlantedBug(
        "hereBeforeWhole",
        breaks: [.files],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.file WHEN NEW.is_here = 0
            BEGIN
                UPDATE file SET is_here = 1 WHERE chat = NEW.chat AND message = NEW.message;
            END
            """
        )
    )

    /// Files are downloaded without a request.
    public static let eagerFetch = PlantedBug(
        "eagerFetch",
        breaks: [.files],
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.mine = 0 AND NEW.file_name IS NOT NULL
            BEGIN
                INSERT OR IGNORE INTO file(chat, message, name, is_here) VALUES (NEW.chat, NEW.id, 'eager-' || NEW.key, 0);
            END
            """
        )
    )

    /// Download requests are forgotten at a start of the app.
    public static let forgottenWish = PlantedBug(
        "forgottenWish",
        breaks: [.files],
        firstSeed: 57,
        changes: .history("DELETE FROM file WHERE is_here = 0")
    )
}
