import ChatApp

extension PlantedFault {
    /// Nothing is announced for a chat that another screen covers.
    public static let silentWhenCovered = PlantedFault(
        "silentWhenCovered",
        breaks: [.notifiedOnce],
        firstSeed: 13,
        changes: .notifications { shown, chat in
            shown.stack.last?.chat != chat && shown.stack.contains { $0.chat == chat }
        }
    )

    /// Nothing is announced for the chat on top while the app has no focus.
    public static let silentWithoutFocus = PlantedFault(
        "silentWithoutFocus",
        breaks: [.notifiedOnce],
        firstSeed: 17,
        changes: .notifications { shown, chat in !shown.isFocused && shown.stack.last?.chat == chat }
    )
}
