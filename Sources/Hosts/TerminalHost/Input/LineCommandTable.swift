import Chat
package import ChatApp

/// A command that can be typed: what parses it is what `/help` is made from.
package struct LineCommandRow: Sendable {
    enum Argument: Sendable {
        case none(LineCommand)
        /// As help shows it, with what it makes of the words after the command, which may be none: nil of those that it
        /// cannot read.
        case optional(String, @Sendable (String) -> LineCommand?)
        /// The same, but it needs words.
        case required(String, @Sendable (String) -> LineCommand?)
    }

    package let name: String
    let argument: Argument
    package let screens: [ScreenName]
    package let summary: String

    package var usage: String {
        switch argument {
        case .none: name
        case .optional(let words, _): "\(name) [\(words)]"
        case .required(let words, _): "\(name) \(words)"
        }
    }

    private init(
        _ name: String,
        _ argument: Argument,
        on screens: [ScreenName] = ScreenName.allCases,
        _ summary: String
    ) {
        (self.name, self.argument, self.screens, self.summary) = (name, argument, screens, summary)
    }

    package static let all = [
        LineCommandRow(
            "/open",
            .required("NAME or NUMBER") { .open(ChatReference($0)) },
            on: [.chatList],
            "open a chat"
        ),
        LineCommandRow(
            "/new",
            .optional("NAME") { .new($0.isEmpty ? nil : $0) },
            on: [.chatList],
            "start a chat"
        ),
        LineCommandRow(
            "/group",
            .required("NAME, NAME") { LineCommand(group: $0) },
            on: [.chatList],
            "start a group; separate the names with commas"
        ),
        LineCommandRow(
            "/search",
            .optional("TEXT") { .search($0) },
            on: [.chatList],
            "search chats and messages; without TEXT, end the search"
        ),
        LineCommandRow("/list", .none(.list), on: [.chatList], "show the list again"),
        LineCommandRow("/more", .none(.more), on: [.chatList, .chatDetails], "show more"),
        LineCommandRow(
            "/add",
            .optional("NAME") { .add($0.isEmpty ? nil : $0) },
            on: [.createChat],
            "add NAME, or the name typed, to a group"
        ),
        LineCommandRow("/remove", .required("NAME") { .remove($0) }, on: [.createChat], "remove a name"),
        LineCommandRow("/create", .none(.create), on: [.createChat], "create the chat"),
        LineCommandRow("/earlier", .none(.chat(.loadEarlier)), on: [.chat], "show earlier messages"),
        LineCommandRow("/later", .none(.chat(.showLater)), on: [.chat], "show later messages"),
        LineCommandRow("/resend", .none(.chat(.resendFailed)), on: [.chat], "resend failed messages"),
        LineCommandRow(
            "/delete",
            .optional("NUMBER") { words in place(words).map { .unsend($0) } },
            on: [.chat],
            "delete your newest message on screen; 2 is the one before it"
        ),
        LineCommandRow(
            "/edit",
            .required("[NUMBER] TEXT") { LineCommand(edit: $0) },
            on: [.chat],
            "edit your newest message on screen; 2 is the one before it"
        ),
        LineCommandRow("/attach", .required("PATH") { .attach($0) }, on: [.chat], "send a picture or a file"),
        LineCommandRow(
            "/fetch",
            .optional("NUMBER") { words in place(words).map { .fetch($0, isWanted: true) } },
            on: [.chat],
            "download the newest file on screen; 2 is the one before it"
        ),
        LineCommandRow(
            "/stop",
            .optional("NUMBER") { words in place(words).map { .fetch($0, isWanted: false) } },
            on: [.chat],
            "cancel the download"
        ),
        LineCommandRow(
            "/view",
            .optional("NUMBER") { words in place(words).map { .file($0, .view) } },
            on: [.chat],
            "open a file in its default program"
        ),
        LineCommandRow(
            "/save",
            .optional("NUMBER] [PATH") { LineCommand(save: $0) },
            on: [.chat],
            "save a copy of a file, here or at PATH"
        ),
        LineCommandRow("/details", .none(.chat(.showDetails)), on: [.chat], "show the members and files of the chat"),
        LineCommandRow("/mute", .none(.mute(true)), on: oneChat, "turn notifications off"),
        LineCommandRow("/unmute", .none(.mute(false)), on: oneChat, "turn notifications on"),
        LineCommandRow("/join", .none(.join), on: oneChat, "accept an invitation"),
        LineCommandRow("/leave", .none(.leave), on: oneChat, "leave the chat, or decline an invitation"),
        LineCommandRow("/back", .none(.back), on: ScreenName.allCases.filter { $0 != .chatList }, "go back"),
        LineCommandRow(
            "/wait",
            .required("TIME") { DurationText.parse($0).map { .wait($0) } },
            "let time pass, such as 500ms, 30s or 1m30s; at most a day"
        ),
        LineCommandRow("/away", .none(.away), "act as away until the next line"),
        LineCommandRow("/help", .none(.help), "show this help"),
        LineCommandRow("/quit", .none(.quit), "quit"),
    ]

    /// The command of a name, or of another name by which it is accepted without being listed.
    package static func named(_ name: some StringProtocol) -> LineCommandRow? {
        let name = name == "/unsend" ? "/delete" : String(name)
        return all.first { $0.name == name }
    }

    /// Which of those on screen: the newest where nothing is said.
    private static func place(_ words: String) -> Int? {
        words.isEmpty ? 1 : Int(words).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The screens of one chat.
    private static let oneChat: [ScreenName] = [.chat, .chatDetails]

    static func all(on screen: ScreenName) -> [LineCommandRow] {
        all.filter { $0.screens.contains(screen) }
    }
}

/// The screen a person is on, as the JSON contract calls it.
package enum ScreenName: String, Encodable, CaseIterable, Sendable {
    case chatList, createChat, chat, chatDetails

    /// What stands above the screen; nil where a contact's name does.
    var title: String? {
        switch self {
        case .chatList: "Chats"
        case .createChat: "New chat"
        case .chat, .chatDetails: nil
        }
    }

    /// As a sentence speaks of it.
    var inWords: String {
        switch self {
        case .chatList: "the list"
        case .createChat: "a new chat"
        case .chat: "a chat"
        case .chatDetails: "a chat's details"
        }
    }

    /// What a line that is no command means there: how help shows it, and what that does.
    var text: [(usage: String, summary: String)] {
        switch self {
        case .chatList: [("NUMBER", "open the chat in that row")]
        case .createChat:
            [("NAME", "type a name or its beginning"), ("//NAME", "type a name that begins with a slash")]
        case .chat: [("TEXT", "send a message"), ("//TEXT", "send a message that begins with a slash")]
        case .chatDetails: []
        }
    }
}

extension AppScreen {
    package var name: ScreenName {
        switch self {
        case .chatList: .chatList
        case .createChat: .createChat
        case .chat: .chat
        case .details: .chatDetails
        }
    }
}
