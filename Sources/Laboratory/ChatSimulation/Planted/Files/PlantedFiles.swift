extension PlantedFault {
    /// A file counts as here as soon as it is asked for.
    public static let hereBeforeWhole = PlantedFault(
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

    /// What comes is fetched though it was not asked for.
    public static let eagerFetch = PlantedFault(
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

    /// At a start it is forgotten which files were asked for.
    public static let forgottenWish = PlantedFault(
        "forgottenWish",
        breaks: [.files],
        firstSeed: 10,
        changes: .history("DELETE FROM file WHERE is_here = 0")
    )
}
