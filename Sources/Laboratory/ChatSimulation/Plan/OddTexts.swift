import ChatTypes

/// The texts that contacts write: ordinary lines, and those of a hostile client.
enum OddTexts {
    static func text(_ number: Int) -> String {
        let index = number % (all.count * 3)
        // A text beyond the limit costs more than everything else in a session.
        if number % 480 == 3 { return long }
        return index < all.count ? all[index] : "line \(number)"
    }

    /// Returns an ID that only looks equal to another one for some messages, and `nil` for most, which get an ID from
    /// the server.
    static func id(_ number: Int) -> MessageID? {
        switch number % 23 {
        case 0: MessageID("caf\u{E9}-\(number)")
        case 1: MessageID("cafe\u{301}-\(number - 1)")
        default: nil
        }
    }

    private static let long = String(repeating: "long ", count: 20_000)

    private static let all = [
        "\u{1B}[2J\u{1B}[31mred\u{7}", "abc\u{202E}fed\u{2066}x", "nul\0nul", String(repeating: "long ", count: 200),
        " ", "\u{200B}\u{2060}", "\n\n\n", "👩‍👩‍👧‍👦👍🏽🇩🇪🏴󠁧󠁢󠁳󠁣󠁴󠁿", "e\u{301}\u{323}\u{307}", "日本語のテキスト", "مرحبا بالعالم",
        "\u{9B}31m", "'; DROP TABLE message; --", "{\"event\":\"badge\",\"unread\":0}", "\u{FEFF}bom", "\r\ncr",
    ]

    static func name(_ number: Int) -> String { names[number % names.count] }

    static let names = [
        "Ada", "Ben", "Zoë Crémieux", "John", "Grace Hopper", "ada", "Nobody in Particular", "李小龍", "O'Neill",
        "  Ada  ",
        "", "\u{202E}evil", "X",
    ]

    static let words = ["line", "hello", "a", "long", "zzz", "日本", "\"", "*"]
}
