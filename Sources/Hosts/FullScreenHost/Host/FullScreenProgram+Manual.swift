package import HostKit

extension FullScreenProgram {
    /// The sections of the manual page about the full screen: its settings and keys.
    package static var manual: [ManualSection] {
        let settings = SettingRow.all.map { row in
            (term: "\(row.name) = \(row.values.map(\.word).joined(separator: ", "))", text: row.summary)
        }
        let others = [
            (term: "profile = NAME", text: "the profile to open if the command line names none"),
            (
                term: "\(NotificationCommand.setting) = PROGRAM ARGUMENT...",
                text: "a program that shows notifications; {title} and {text} in its arguments stand for the texts"
            ),
            (
                term: "key KEY = COMMAND",
                text: "bind a command to a key, as in key Alt-m = /mute, or to two in a row: key gt = /next-unread"
            ),
        ]
        return [
            ManualSection(title: "SETTINGS", items: settings + others),
            ManualSection(title: "KEYS", items: KeyBinding.all.map(\.manualItem)),
            ManualSection(title: "KEYS WITH THE SETTING KEYS = VI", items: KeyBinding.vi.map(\.manualItem)),
        ]
    }
}

extension KeyBinding {
    /// The keys, and what they do on which screens.
    fileprivate var manualItem: (term: String, text: String) {
        let isEverywhere = screens.count == KeyScreen.allCases.count
        let places =
            isEverywhere
            ? "everywhere"
            : screens == KeyScreen.typing
                ? "everywhere but message" : screens.map { "\($0)" }.joined(separator: ", ")
        return (label, "\(summary) (\(places))")
    }
}
