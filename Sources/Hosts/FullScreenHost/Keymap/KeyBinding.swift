/// Keys that do the same, or nearly, as one line of help tells it.
struct KeyBinding: Sendable {
    enum Condition: Sendable {
        case always
        /// Nothing is typed.
        case emptyLine
        case typedLine
    }

    let keys: [(key: Key, action: KeyAction)]
    let screens: [KeyScreen]
    let condition: Condition
    /// The keys in words.
    let label: String
    let summary: String

    init(
        _ keys: [Key],
        _ action: KeyAction,
        on screens: [KeyScreen] = KeyScreen.allCases,
        when condition: Condition = .always,
        _ summary: String
    ) {
        self.keys = keys.map { ($0, action) }
        (self.screens, self.condition, self.summary) = (screens, condition, summary)
        label = keys.map(\.label).joined(separator: ", ")
    }

    /// For a row of keys, each of which does something of its own.
    init(_ label: String, _ keys: [(key: Key, action: KeyAction)], _ summary: String) {
        (self.label, self.keys, self.summary) = (label, keys, summary)
        (screens, condition) = (KeyScreen.allCases, .always)
    }

    func holds(on screen: KeyScreen, isLineEmpty: Bool) -> Bool {
        guard screens.contains(screen) else { return false }
        return switch condition {
        case .always: true
        case .emptyLine: isLineEmpty
        case .typedLine: !isLineEmpty
        }
    }

    func action(for key: Key) -> KeyAction? { keys.first { $0.key == key }?.action }

    /// At most one holds for a key at a time.
    static let all = choosing + moving + going + typing + editing
}
