import HostKit

extension KeyBinding {
    /// Enter and Tab, and keys that act on a message.
    static let submitting = KeyScreen.typing.compactMap(submitting(on:)) + own + acting

    private static let panels = ScreenName.allCases.compactMap(\.panel)

    /// The keys of one panel alone.
    private static let own = panels.flatMap { panel in
        panel.ownKeys.map {
            KeyBinding([.text($0.key)], $0.action, on: [panel.keyScreen], when: .emptyLine, $0.summary)
        }
    }

    private static let acting = [
        KeyBinding(
            [Key(.enter, .alt), Key(.enter, .shift)],
            .addName,
            on: [.form],
            "add the name to a group, and type another"
        ),
        KeyBinding(
            [Key(.enter, .alt), Key(.enter, .shift), .control("j")],
            .edit(.type("\n")),
            on: [.chat],
            "add a line to the message"
        ),
        KeyBinding([.text("e")], .editMessage, on: [.message], "edit your message in the line"),
        KeyBinding([.text("r")], .replyToMessage, on: [.message], "answer the message in the line"),
        KeyBinding([.text("a")], .showAnswered, on: [.message], "go to the message that it answers"),
        KeyBinding([.text("+")], .reactToMessage, on: [.message], "react to the message; the same again removes it"),
        KeyBinding([.text("f")], .forwardMessage, on: [.message], "send a copy of the message to another chat"),
        KeyBinding([.text("d")], .deleteMessage, on: [.message], "delete your message, after a question"),
        KeyBinding([.text("p")], .pinMessage, on: [.message], "pin the message for everybody, or remove its pin"),
        KeyBinding(
            [.text("v")],
            .voteInPoll,
            on: [.message],
            "vote in the poll; the same answer again takes the vote back"
        ),
        KeyBinding([.text("o")], .openMessage, on: [.message], "open or download the file, or open the link"),
        KeyBinding([Key(.enter)], .openRow, on: [.message], "open the thread; without one, as o"),
        KeyBinding([.text("t")], .openThread, on: [.message], "open the thread of the message, or begin one"),
        KeyBinding([.text("n")], .findNext, on: [.message], "select the next older message found"),
        KeyBinding([.text("N")], .findPrevious, on: [.message], "select the next newer message found"),
        KeyBinding([.text("y")], .copyMessage, on: [.message], "copy the text"),
        KeyBinding(
            [.text("i")],
            .messageDetails,
            on: [.message],
            "show who wrote it, when, its state, and who has read it"
        ),
        KeyBinding([Key(.tab)], .complete(isBackward: false), on: [.list], "complete a command"),
        KeyBinding([Key(.tab)], .complete(isBackward: false), on: [.form], "complete the name or a command"),
        KeyBinding(
            [Key(.tab)],
            .complete(isBackward: false),
            on: [.chat],
            "complete a name after @, an emoji after : or a command"
        ),
        KeyBinding([.text("j")], .run("/join"), on: [.invitation], when: .emptyLine, "accept the invitation"),
        KeyBinding([.text("d")], .run("/leave"), on: [.invitation], when: .emptyLine, "decline the invitation"),
        KeyBinding(
            [.text("i")],
            .run("/ignore"),
            on: [.invitation],
            when: .emptyLine,
            "decline it, and ignore the person on all your devices"
        ),
        KeyBinding(
            [Key(.tab)],
            .complete(isBackward: false),
            on: KeyScreen.of(.rows, .lines, .fixed).filter { $0 != .list },
            "complete a command"
        ),
        KeyBinding(
            [Key(.tab, .shift)],
            .complete(isBackward: true),
            on: KeyScreen.typing.filter { $0 != .search && $0 != .switcher },
            "the same, backwards"
        ),
    ]

    /// Keys that move within a screen.
    static let moving = [
        KeyBinding(
            [Key(.up), .control("p")],
            .selectPrevious,
            on: KeyScreen.of(.rows, .typedRows),
            "select the row above"
        ),
        KeyBinding(
            [Key(.down), .control("n")],
            .selectNext,
            on: KeyScreen.of(.rows, .typedRows),
            "select the row below"
        ),
        KeyBinding([Key(.pageUp)], .pageUp, on: KeyScreen.of(.rows, .typedRows), "a page up"),
        KeyBinding([Key(.pageDown)], .pageDown, on: KeyScreen.of(.rows, .typedRows), "a page down"),
        KeyBinding(
            [Key(.up), Key(.up, .control), .control("p"), .text("k")],
            .selectPrevious,
            on: [.message],
            "select the message above"
        ),
        KeyBinding(
            [Key(.down), Key(.down, .control), .control("n"), .text("j")],
            .selectNext,
            on: [.message],
            "select the message below; after the newest, leave"
        ),
        KeyBinding(
            [Key(.up)],
            .selectMessage,
            on: [.chat],
            when: .emptyLine,
            "select a message, while nothing is typed"
        ),
        KeyBinding([Key(.up, .control)], .selectMessage, on: [.chat], "select a message"),
        KeyBinding([Key(.pageUp)], .pageUp, on: [.chat, .message], "a page up; at the top, load earlier messages"),
        KeyBinding([Key(.pageDown)], .pageDown, on: [.chat, .message], "a page down"),
        KeyBinding([Key(.up, .shift)], .scrollUp, on: [.chat, .message], "a line up"),
        KeyBinding([Key(.down, .control), Key(.down, .shift)], .scrollDown, on: [.chat], "a line down"),
        KeyBinding([Key(.down, .shift)], .scrollDown, on: [.message], "a line down"),
        KeyBinding(
            [Key(.home), Key(.home, .control), .alt("<")],
            .top,
            when: .emptyLine,
            "to the top, while nothing is typed"
        ),
        KeyBinding(
            [Key(.end), Key(.end, .control), .alt(">")],
            .bottom,
            when: .emptyLine,
            "to the bottom, while nothing is typed"
        ),
        KeyBinding([Key(.up), .control("p")], .selectPrevious, on: KeyScreen.of(.lines), "a line up"),
        KeyBinding([Key(.down), .control("n")], .selectNext, on: KeyScreen.of(.lines), "a line down"),
        KeyBinding([Key(.pageUp)], .pageUp, on: KeyScreen.of(.lines), "a page up"),
        KeyBinding([Key(.pageDown)], .pageDown, on: KeyScreen.of(.lines), "a page down"),
        KeyBinding(
            [.control("p")],
            .edit(.up),
            on: [.chat],
            "to the line above, or recall the text sent before"
        ),
        KeyBinding([Key(.up)], .edit(.up), on: [.chat], when: .typedLine, "the same, while something is typed"),
        KeyBinding(
            [Key(.down), .control("n")],
            .edit(.down),
            on: [.chat],
            "to the line below, or recall the text sent next"
        ),
    ]

    /// Keys that lead to another screen, and out.
    static let navigating =
        opening + panels.compactMap { $0.wayIn } + going + KeyScreen.allCases.map(leaving(_:)) + elsewhere

    private static let opening = [
        KeyBinding([.control("f")], .search, on: [.list], when: .emptyLine, "search names and messages"),
        KeyBinding([.control("s")], .find, on: [.chat, .message], "search the messages of this chat"),
        KeyBinding([.alt("u")], .firstUnread, on: [.chat, .message], "go to the first unread message"),
        KeyBinding([.alt("@")], .mention, on: [.chat, .message], "go to the newest mention; again: the one before"),
        KeyBinding(
            [.text("/"), .text(":"), .alt("x")],
            .command,
            on: [.list, .message],
            when: .emptyLine,
            "type a command"
        ),
        KeyBinding([.alt("n")], .newChat, on: [.list, .search, .chat, .invitation], "start a chat"),
    ]

    private static let going = [
        KeyBinding([.alt("l")], .toggleList, "hide the list beside the chat, or show it"),
        KeyBinding("Alt-1…9", chatNumbers, "open a chat by its place in the list"),
        KeyBinding([.alt("a")], .nextUnread, "open the next chat with unread messages, or an invitation"),
        KeyBinding([.alt("o")], .nextAccount, "list one account's chats; again: the next one's, at last all"),
        KeyBinding([.alt("s")], .nextOrder, "sort the list: unread first, newest first, favourites first"),
        KeyBinding(
            [.control("g")],
            .switcher,
            on: KeyScreen.allCases.filter { $0 != .switcher },
            "find a chat by its name"
        ),
        KeyBinding([.control("g")], .back, on: [.switcher], "close this"),
        KeyBinding(
            [.control("k")],
            .switcher,
            on: KeyScreen.typing.filter { $0 != .switcher },
            when: .emptyLine,
            "find a chat by its name, while nothing is typed"
        ),
        KeyBinding([.control("k")], .back, on: [.switcher], when: .emptyLine, "close this, while nothing is typed"),
    ]

    private static let elsewhere = [
        KeyBinding([Key(.function(1))], .help, "show these keys"),
        KeyBinding(
            [.text("?")],
            .help,
            on: KeyScreen.allCases.filter { ![.search, .form, .chat].contains($0) },
            when: .emptyLine,
            "the same, while nothing is typed"
        ),
        KeyBinding([.control("c")], .edit(.clear), on: KeyScreen.typing, when: .typedLine, "clear the line"),
        KeyBinding(
            [.control("c")],
            .interrupt,
            on: KeyScreen.typing,
            when: .emptyLine,
            "twice: quit, while nothing is typed"
        ),
        KeyBinding([.control("d")], .leave, on: KeyScreen.typing, when: .emptyLine, "quit, while nothing is typed"),
        KeyBinding([.control("l")], .redraw, "draw everything again"),
        KeyBinding([.control("z")], .suspend, "suspend the program"),
    ]

    /// Returns what Enter does while keys type; nil for a message, whose keys act on it.
    private static func submitting(on screen: KeyScreen) -> KeyBinding? {
        let summary: String
        switch screen {
        case .list: summary = "open the chat, or run the typed command"
        case .search: summary = "open the chat, at the message found"
        case .form: summary = "create the chat, or run the typed command"
        case .chat: summary = "send the message, or run the typed command"
        case .invitation: summary = "run the typed command"
        case .panel(let keys): summary = keys.enter
        case .switcher: summary = "open the chat"
        case .message: return nil
        }
        return KeyBinding([Key(.enter)], .submit, on: [screen], summary)
    }

    /// Returns what Esc does on a screen.
    private static func leaving(_ screen: KeyScreen) -> KeyBinding {
        let summary: String
        switch screen {
        case .list: return KeyBinding([Key(.escape)], .edit(.clear), on: [.list], when: .typedLine, "clear the line")
        case .message: return KeyBinding([Key(.escape), .control("c")], .back, on: [.message], "leave the message")
        case .search: summary = "end the search"
        case .form: summary = "back to the list"
        case .chat: summary = "go back; the typed text stays in the chat"
        case .invitation: summary = "go back; the invitation stays"
        case .panel(let keys): summary = keys.escape
        case .switcher: summary = "close this"
        }
        return KeyBinding([Key(.escape)], .back, on: [screen], summary)
    }

    private static let chatNumbers = (1...9).map { number in
        (key: Key.alt(Unicode.Scalar(UInt8(0x30 + number))), action: KeyAction.openChat(number))
    }
}

extension KeyBinding {
    /// Keys that restore text, also on an empty line.
    static let restoring = [
        KeyBinding([.control("y")], .edit(.yank), on: KeyScreen.typing, "insert the text cut last"),
        KeyBinding(
            [.alt("y")],
            .edit(.yankPrevious),
            on: KeyScreen.typing,
            "directly after that: replace it by the text cut before"
        ),
        KeyBinding([.control("_")], .edit(.undo), on: KeyScreen.typing, "undo; Ctrl-/ on most keyboards"),
        KeyBinding([.alt("/"), Key(.text("_"), [.control, .alt])], .edit(.redo), on: KeyScreen.typing, "redo"),
    ]

    /// Keys that edit the typed text.
    static let editing = [
        typed([Key(.left), .control("b")], .move(.left), "a character to the left"),
        typed([Key(.right), .control("f")], .move(.right), "a character to the right"),
        typed([.alt("b"), Key(.left, .control), Key(.left, .alt)], .move(.wordLeft), "a word to the left"),
        typed([.alt("f"), Key(.right, .control), Key(.right, .alt)], .move(.wordRight), "a word to the right"),
        typed([Key(.home), .control("a")], .move(.lineStart), "to the beginning of the line"),
        typed([Key(.end), .control("e")], .move(.lineEnd), "to the end of the line"),
        typed([.alt("<"), Key(.home, .control)], .move(.textStart), "to the beginning of the text"),
        typed([.alt(">"), Key(.end, .control)], .move(.textEnd), "to the end of the text"),
        typed(
            [Key(.backspace), .control("h"), Key(.backspace, .shift)],
            .delete(.left),
            "delete the character to the left"
        ),
        typed([Key(.delete), .control("d")], .delete(.right), "delete the character to the right"),
        typed(
            [Key(.backspace, .alt), Key(.backspace, .control), Key(.text("h"), [.control, .alt])],
            .kill(.wordLeft),
            "cut the word to the left"
        ),
        typed([.control("w")], .kill(.blankLeft), "cut to the left, to the next space"),
        typed([.alt("d"), Key(.delete, .control)], .kill(.wordRight), "cut the word to the right"),
        typed([.control("k")], .kill(.lineEnd), "cut to the end of the line"),
        typed([.control("u")], .kill(.lineStart), "cut to the beginning of the line"),
        typed([.control("t")], .transpose, "swap the two characters at the cursor"),
        KeyBinding(
            "Ctrl-x Ctrl-e",
            [(.control("x"), .prefix)],
            on: [.chat],
            "edit the text in $VISUAL or $EDITOR"
        ),
    ]

    private static func typed(_ keys: [Key], _ command: EditCommand, _ summary: String) -> KeyBinding {
        KeyBinding(keys, .edit(command), on: KeyScreen.typing, when: .typedLine, summary)
    }
}
