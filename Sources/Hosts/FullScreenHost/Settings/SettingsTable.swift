/// A setting of the file: what parses it is what its documentation is made from.
struct SettingRow: Sendable {
    let name: String
    /// The words that it takes, the standard one first.
    let values: [(word: String, apply: @Sendable (inout Settings) -> Void)]
    let summary: String

    static let all = [
        SettingRow(
            name: "hours",
            values: [
                ("auto", { $0.hours = .ofLocale }), ("12", { $0.hours = .twelve }), ("24", { $0.hours = .twentyFour }),
            ],
            summary: "how the time of day is written; auto: as LC_TIME or LANG has it"
        ),
        SettingRow(
            name: "bell",
            values: [("on", { $0.hasBell = true }), ("off", { $0.hasBell = false })],
            summary: "whether the terminal rings for a message that is not on screen"
        ),
        SettingRow(
            name: "title",
            values: [("on", { $0.hasTitle = true }), ("off", { $0.hasTitle = false })],
            summary: "whether the terminal's title says how many messages are unread"
        ),
        SettingRow(
            name: "notifications",
            values: [
                ("off", { $0.notices = .off }), ("osc9", { $0.notices = .osc9 }), ("osc777", { $0.notices = .osc777 }),
            ],
            summary: "desktop notifications, in the way that the terminal understands"
        ),
        SettingRow(
            name: "colors",
            values: [
                ("auto", { $0.colorLimit = nil }), ("256", { $0.colorLimit = 256 }), ("8", { $0.colorLimit = 8 }),
                ("off", { $0.colorLimit = 0 }),
            ],
            summary: "how many at most; NO_COLOR and --no-color go before it"
        ),
        SettingRow(
            name: "mouse",
            values: [("off", { $0.hasMouse = false }), ("on", { $0.hasMouse = true })],
            summary: "whether clicks open chats and the wheel scrolls; the terminal then needs Shift to select"
        ),
    ]
}
