extension KeyBinding {
    /// What Enter and its neighbours do.
    static let choosing = [
        KeyBinding([Key(.enter)], .submit, on: [.list], "open the chat, or run the command typed"),
        KeyBinding([Key(.enter)], .submit, on: [.search], "open the chat, at the message found"),
        KeyBinding([Key(.enter)], .submit, on: [.form], "begin the chat, or run the command typed"),
        KeyBinding([Key(.enter)], .submit, on: [.chat], "send the message, or run the command typed"),
        KeyBinding([Key(.enter)], .submit, on: [.details], "run the command typed"),
        KeyBinding([Key(.enter)], .submit, on: [.switcher], "open the chat"),
        KeyBinding(
            [Key(.enter, .alt), Key(.enter, .shift)],
            .addName,
            on: [.form],
            "take the name into a group, and type another"
        ),
        KeyBinding(
            [Key(.enter, .alt), Key(.enter, .shift), .control("j")],
            .edit(.type("\n")),
            on: [.chat],
            "begin another line of the message"
        ),
        KeyBinding([Key(.tab)], .complete(isBackward: false), on: [.list], "complete a command"),
        KeyBinding([Key(.tab)], .complete(isBackward: false), on: [.form], "complete the name, or a command"),
        KeyBinding([Key(.tab)], .complete(isBackward: false), on: [.chat], "complete a name after @, or a command"),
        KeyBinding([Key(.tab)], .complete(isBackward: false), on: [.details], "complete a command"),
        KeyBinding(
            [Key(.tab, .shift)],
            .complete(isBackward: true),
            on: [.list, .form, .chat, .details],
            "the same, backwards"
        ),
    ]

    /// What moves within a screen.
    static let moving = [
        KeyBinding([Key(.up), .control("p")], .selectPrevious, on: choosingScreens, "choose the row above"),
        KeyBinding([Key(.down), .control("n")], .selectNext, on: choosingScreens, "choose the row below"),
        KeyBinding([Key(.pageUp)], .pageUp, on: choosingScreens, "a page up"),
        KeyBinding([Key(.pageDown)], .pageDown, on: choosingScreens, "a page down"),
        KeyBinding([Key(.pageUp)], .pageUp, on: [.chat], "a page up; at the top earlier messages come"),
        KeyBinding([Key(.pageDown)], .pageDown, on: [.chat], "a page down"),
        KeyBinding([Key(.up, .control), Key(.up, .shift)], .scrollUp, on: [.chat], "a line up"),
        KeyBinding([Key(.down, .control), Key(.down, .shift)], .scrollDown, on: [.chat], "a line down"),
        KeyBinding(
            [Key(.home), Key(.home, .control), .alt("<")],
            .top,
            on: choosingScreens + [.chat, .details],
            when: .emptyLine,
            "to the top, while nothing is typed"
        ),
        KeyBinding(
            [Key(.end), Key(.end, .control), .alt(">")],
            .bottom,
            on: choosingScreens + [.chat, .details],
            when: .emptyLine,
            "to the bottom, while nothing is typed"
        ),
        KeyBinding([Key(.up), .control("p")], .selectPrevious, on: [.details], "a line up"),
        KeyBinding([Key(.down), .control("n")], .selectNext, on: [.details], "a line down"),
        KeyBinding([Key(.pageUp)], .pageUp, on: [.details], "a page up"),
        KeyBinding([Key(.pageDown)], .pageDown, on: [.details], "a page down"),
        KeyBinding([Key(.up), .control("p")], .edit(.up), on: [.chat], "to the line above, or what was sent before"),
        KeyBinding([Key(.down), .control("n")], .edit(.down), on: [.chat], "to the line below, or what was sent next"),
    ]

    /// What leads from one screen to another, and out.
    static let going = [
        KeyBinding([.text("/")], .search, on: [.list], when: .emptyLine, "search names and messages"),
        KeyBinding([.text(":"), .alt("x")], .command, on: [.list], when: .emptyLine, "type a command"),
        KeyBinding([.alt("n")], .newChat, on: [.list, .search, .chat], "begin a chat"),
        KeyBinding([.alt("i")], .details, on: [.chat], "show who is in the chat"),
        KeyBinding("Alt-1…9", chatNumbers, "open a chat by its place in the list"),
        KeyBinding([.alt("a")], .nextUnread, "open the next chat with unread messages"),
        KeyBinding(
            [.control("k")],
            .switcher,
            on: [.list, .search, .form, .chat, .details],
            when: .emptyLine,
            "find a chat by its name, while nothing is typed"
        ),
        KeyBinding([.control("k")], .back, on: [.switcher], when: .emptyLine, "close this, while nothing is typed"),
        KeyBinding([Key(.escape)], .edit(.clear), on: [.list], when: .typedLine, "clear the line"),
        KeyBinding([Key(.escape)], .back, on: [.search], "end the search"),
        KeyBinding([Key(.escape)], .back, on: [.form], "back to the list"),
        KeyBinding([Key(.escape)], .back, on: [.chat], "back to the list; what is typed stays in the chat"),
        KeyBinding([Key(.escape)], .back, on: [.details], "back to the chat"),
        KeyBinding([Key(.escape)], .back, on: [.switcher], "close this"),
        KeyBinding([Key(.function(1))], .help, "show these keys"),
        KeyBinding(
            [.text("?")],
            .help,
            on: [.list, .details, .switcher],
            when: .emptyLine,
            "the same, while nothing is typed"
        ),
        KeyBinding([.control("c")], .edit(.clear), when: .typedLine, "clear the line"),
        KeyBinding([.control("c"), .control("d")], .leave, when: .emptyLine, "quit, while nothing is typed"),
        KeyBinding([.control("l")], .redraw, "draw everything again"),
        KeyBinding([.control("z")], .suspend, "suspend the program"),
    ]

    private static let choosingScreens: [KeyScreen] = [.list, .search, .form, .switcher]

    private static let chatNumbers = (1...9).map { number in
        (key: Key.alt(Unicode.Scalar(UInt8(0x30 + number))), action: KeyAction.openChat(number))
    }
}
