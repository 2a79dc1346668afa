extension PlantedBug {

    /// Download requests are forgotten at a start of the app.
    public static let forgottenWish = PlantedBug(
        "forgottenWish",
        breaks: [.files],
        firstSeed: 87,
        changes: .history("DELETE FROM file WHERE is_here = 0")
    )
}
