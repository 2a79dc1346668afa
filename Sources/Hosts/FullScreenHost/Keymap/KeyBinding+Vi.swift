extension KeyBinding {
    private static let paging = KeyScreen.of(.rows, .lines, .message)

    /// The keys of Vi, used before all others if the settings say so.
    static let vi = [
        KeyBinding(
            [.text("j")],
            .selectNext,
            on: KeyScreen.of(.rows, .lines),
            when: .emptyLine,
            "select the row below"
        ),
        KeyBinding(
            [.text("k")],
            .selectPrevious,
            on: KeyScreen.of(.rows, .lines),
            when: .emptyLine,
            "select the row above"
        ),
        KeyBinding([.text("g")], .top, on: KeyScreen.of(.rows, .lines, .message), when: .emptyLine, "to the top"),
        KeyBinding(
            [.text("G")],
            .bottom,
            on: KeyScreen.of(.rows, .lines, .message),
            when: .emptyLine,
            "to the bottom"
        ),
        KeyBinding([.control("d")], .halfPageDown, on: paging, when: .emptyLine, "half a page down"),
        KeyBinding([.control("u")], .halfPageUp, on: paging, when: .emptyLine, "half a page up"),
        KeyBinding([.control("f")], .pageDown, on: paging, when: .emptyLine, "a page down"),
        KeyBinding([.control("b")], .pageUp, on: paging, when: .emptyLine, "a page up"),
        KeyBinding([.text("/")], .search, on: [.list], when: .emptyLine, "search names and messages"),
        KeyBinding([.text("/")], .find, on: [.message], "search the messages of this chat"),
        KeyBinding([.text("n")], .selectNext, on: [.list], when: .emptyLine, "select the next row"),
        KeyBinding([.text("N")], .selectPrevious, on: [.list], when: .emptyLine, "select the previous row"),
        KeyBinding([.text("i")], .submit, on: [.list], when: .emptyLine, "open the chat to type"),
        KeyBinding([.text("i")], .back, on: [.message], "type"),
        KeyBinding(
            [.text("I")],
            .messageDetails,
            on: [.message],
            "show who wrote the message, when, its state, and who has read it"
        ),
        KeyBinding([Key(.escape)], .stopTyping, on: [.chat], "stop typing and select a message"),
        KeyBinding([Key(.escape)], .leaveChat, on: [.message], "back to the list"),
    ]
}
