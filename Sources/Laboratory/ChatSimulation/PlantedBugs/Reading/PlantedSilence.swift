import ChatApp

extension PlantedBug {
    /// A chat covered by another screen causes no notifications.
    public static let silentWhenCovered = PlantedBug(
        "silentWhenCovered",
        breaks: [.notifiedOnce],
        firstSeed: 9,
        changes: .notifications { shown, chat in
            shown.stack.last?.chat != chat && shown.stack.contains { $0.chat == chat }
        }
    )

    /// The chat on top causes no notifications while the app has no focus.
    public static let silentWithoutFocus = PlantedBug(
        "silentWithoutFocus",
        breaks: [.notifiedOnce],
        firstSeed: 48,
        changes: .notifications { shown, chat in !shown.isFocused && shown.stack.last?.chat == chat }
    )
}
