import Chat
package import ChatApp
import ChatTypes

/// A typed command. Parsing, `/help`, the manual page and completion use the same table.
package struct LineCommandRow: Sendable {
    package enum Argument: Sendable {
        case none(LineCommand)
        /// An argument with its name in help. The function returns nil for words that it cannot parse; the words may
        /// be empty.
        case optional(String, @Sendable (String) -> LineCommand?)
        /// The same, for words that may not be empty.
        case required(String, @Sendable (String) -> LineCommand?)
    }

    package let name: String
    package let argument: Argument
    package let screens: [ScreenName]
    package let summary: String
    /// Whether it concerns one chat: in the list the one in a row, whose number may follow the command, or the selected one.
    let isAboutListedChat: Bool

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
        alsoListed: Bool = false,
        _ summary: String
    ) {
        (self.name, self.argument, self.summary) = (name, argument, summary)
        (self.screens, isAboutListedChat) = ((alsoListed ? [.chatList] : []) + screens, alsoListed)
    }

    /// Returns the usage with the number of a row, where one may follow the command.
    func usage(on screen: ScreenName) -> String {
        isAboutListedChat && screen == .chatList ? "\(usage) [NUMBER]" : usage
    }

    package static let all = [
        LineCommandRow(
            "/open",
            .required("NAME or NUMBER") { .open(ChatReference(unquoted($0))) },
            on: [.chatList],
            "open a chat"
        ),
        LineCommandRow(
            "/new",
            .optional("NAME") { LineCommand(new: $0) },
            on: [.chatList],
            "start a chat, encrypted where the server can; with --plain before NAME, not"
        ),
        LineCommandRow(
            "/group",
            .required("NAME, NAME") { LineCommand(group: $0) },
            on: [.chatList],
            "start a group, encrypted likewise; separate the names with commas"
        ),
        LineCommandRow(
            "/search",
            .optional("TEXT") { .search($0) },
            on: [.chatList],
            "search chats and messages; without TEXT, end the search"
        ),
        LineCommandRow(
            "/account",
            .optional("ACCOUNT") { .account($0.isEmpty ? nil : unquoted($0)) },
            on: [.chatList],
            "show the chats of one of your accounts; without ACCOUNT, of all"
        ),
        LineCommandRow(
            "/order",
            .required("ORDER") { ChatOrder(rawValue: $0).map(LineCommand.order) },
            on: [.chatList],
            "sort the chats: favourites first, unread first, or recent for the newest"
        ),
        LineCommandRow(
            "/space",
            .optional("NAME") { .space($0.isEmpty ? nil : unquoted($0)) },
            on: [.chatList],
            "show the chats of a space; without NAME, all"
        ),
        LineCommandRow(
            "/drafts",
            .none(.drafts),
            on: [.chatList],
            "show the chats with an unsent text; /space shows all"
        ),
        LineCommandRow("/list", .none(.list), on: [.chatList], "show the list again"),
        LineCommandRow(
            "/more",
            .none(.more),
            on: [.chatList, .chatDetails, .sharedPictures, .pinnedMessages],
            "show more"
        ),
        LineCommandRow(
            "/add",
            .optional("NAME") { .add($0.isEmpty ? nil : unquoted($0)) },
            on: [.createChat],
            "add NAME, or the name typed, to a group"
        ),
        LineCommandRow(
            "/remove",
            .required("NAME") { .remove($0) },
            on: [.createChat, .chat, .chatDetails],
            "remove a name; in a group a person, with a reason after a comma"
        ),
        LineCommandRow(
            "/encrypt",
            .optional("yes or no") { LineCommand(encrypt: $0) },
            on: [.createChat, .chat],
            "encrypt the chat from now on, for good; no: leave a new one unencrypted"
        ),
        LineCommandRow("/create", .none(.create), on: [.createChat], "create the chat"),
        LineCommandRow("/earlier", .none(.chat(.loadEarlier)), on: [.chat], "show earlier messages"),
        LineCommandRow("/later", .none(.chat(.showLater)), on: [.chat], "show later messages"),
        LineCommandRow("/unread", .none(.chat(.showFirstUnread)), on: [.chat], "go to the first unread message"),
        LineCommandRow(
            "/mention",
            .none(.chat(.showMention)),
            on: [.chat],
            "go to the newest mention; again: the one before"
        ),
        LineCommandRow(
            "/date",
            .required("DAY") { .chat(.showDate($0)) },
            on: [.chat],
            "go to the first message of a day: 2026-11-03, today or yesterday"
        ),
        LineCommandRow("/end", .none(.chat(.showNewest)), on: [.chat], "go to the newest messages"),
        LineCommandRow(
            "/read",
            .optional("all") { $0.isEmpty ? .chat(.markRead) : $0 == "all" ? .readAll : nil },
            on: [.chat],
            alsoListed: true,
            "mark the chat as read and go to its end; with all, mark every chat"
        ),
        LineCommandRow(
            "/mark-unread",
            .none(.chat(.set(.unread, true))),
            on: [.chat],
            alsoListed: true,
            "mark the chat as unread on all your devices, and leave it"
        ),
        LineCommandRow(
            "/favourite",
            .none(.chat(.set(.favourite, true))),
            on: [.chat],
            alsoListed: true,
            "put the chat first in the list, on all your devices"
        ),
        LineCommandRow(
            "/unfavourite",
            .none(.chat(.set(.favourite, false))),
            on: [.chat],
            alsoListed: true,
            "put the chat back in its place"
        ),
        LineCommandRow(
            "/resend",
            .none(.chat(.resendFailed)),
            on: [.chat],
            alsoListed: true,
            "resend failed messages, and try again at once what waits"
        ),
        LineCommandRow(
            "/delete",
            .optional("NUMBER") { words in place(words).map { .delete($0) } },
            on: [.chat],
            "delete your newest message on screen; 2 is the one before it"
        ),
        LineCommandRow(
            "/edit",
            .required("[NUMBER] TEXT") { LineCommand(edit: $0) },
            on: [.chat],
            "edit your newest message on screen; 2 is the one before it"
        ),
        LineCommandRow(
            "/reply",
            .required("[NUMBER] TEXT") { words in
                let (number, text) = LineCommand.numbered(words)
                return .reply(number, text)
            },
            on: [.chat],
            "answer the newest message on screen; 2 is the one before it"
        ),
        LineCommandRow(
            "/forward",
            .required("[NUMBER] NAME") { words in
                let (number, name) = LineCommand.numbered(words)
                return .forward(number, to: unquoted(name))
            },
            on: [.chat],
            "send the newest message on screen to the chat with NAME; 2 is the one before it"
        ),
        LineCommandRow(
            "/thread",
            .optional("NUMBER") { words in place(words).map { .thread($0) } },
            on: [.chat],
            "open the thread of the newest message on screen, or begin one with it"
        ),
        LineCommandRow(
            "/threads",
            .none(.chat(.showThreads)),
            on: [.chat],
            "show the threads of the chat, the newest last"
        ),
        LineCommandRow(
            "/discard",
            .none(.discard),
            on: [.chat],
            "drop the replies and edits that you have begun here"
        ),
        LineCommandRow(
            "/me",
            .required("TEXT") { .chat(.send(TypedText.emoteCommand + $0)) },
            on: [.chat],
            "say what you are doing: /me waves"
        ),
        LineCommandRow(
            "/react",
            .required("[NUMBER] TEXT") { words in
                let (number, text) = LineCommand.numbered(words)
                return .react(number, text)
            },
            on: [.chat],
            "react to the newest message on screen, as with :+1:; again: remove it"
        ),
        LineCommandRow(
            "/reactions",
            .optional("NUMBER") { words in place(words).map { .reactions($0) } },
            on: [.chat],
            "show who reacted to the newest message; 2 is the one before it"
        ),
        LineCommandRow(
            "/poll",
            .required("QUESTION|A|B") { .chat(.startPoll($0)) },
            on: [.chat],
            "ask a question with 2 to 20 answers: /poll Lunch? | Pizza | Soup"
        ),
        LineCommandRow(
            "/vote",
            .required("[POLL:] ANSWERS") { vote($0) },
            on: [.chat],
            "vote for answer 1: /vote 1; in an older poll: /vote 2: 1; or none"
        ),
        LineCommandRow(
            "/endpoll",
            .optional("POLL") { words in place(words).map { .endPoll($0) } },
            on: [.chat],
            "end your poll; 1 is the newest poll on screen"
        ),
        LineCommandRow(
            "/readers",
            .optional("NUMBER") { words in place(words).map { .readers($0) } },
            on: [.chat],
            "show who in a group has read the newest message; 2 is the one before it"
        ),
        LineCommandRow("/attach", .required("PATH") { .attach($0) }, on: [.chat], "send a picture or a file"),
        LineCommandRow(
            "/fetch",
            .optional("NUMBER") { words in place(words).map { .download($0, isWanted: true) } },
            on: [.chat],
            "download the newest file on screen; 2 is the one before it"
        ),
        LineCommandRow(
            "/stop",
            .optional("NUMBER") { words in place(words).map { .download($0, isWanted: false) } },
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
        LineCommandRow(
            "/details",
            .none(.chat(.showDetails)),
            on: [.chat],
            alsoListed: true,
            "show the members and files of the chat"
        ),
        LineCommandRow("/pictures", .none(.pictures), on: [.chat], alsoListed: true, "show the pictures of the chat"),
        LineCommandRow("/pins", .none(.chat(.showPins)), on: [.chat], "show the pinned messages of the chat"),
        LineCommandRow(
            "/pin",
            .optional("NUMBER") { words in place(words).map { .pin($0, true) } },
            on: [.chat],
            "pin the newest message on screen for everybody; 2 is the one before it"
        ),
        LineCommandRow(
            "/unpin",
            .optional("NUMBER") { words in place(words).map { .pin($0, false) } },
            on: [.chat, .pinnedMessages],
            "remove the pin of a message, or of a row of the pinned messages"
        ),
        LineCommandRow("/devices", .none(.devices), on: oneChat, "show the devices of an encrypted chat's people"),
        LineCommandRow(
            "/verify",
            .optional("WHO, DEVICE") { LineCommand.verification($0) },
            "compare emoji; me: your own device; /verify yes, no or cancel answers"
        ),
        LineCommandRow(
            "/block",
            .required("DEVICE") { .encryption(.setBlocked(true, device: $0)) },
            on: oneChat,
            "keep keys to messages from a device"
        ),
        LineCommandRow(
            "/unblock",
            .required("DEVICE") { .encryption(.setBlocked(false, device: $0)) },
            on: oneChat,
            "give a blocked device keys again"
        ),
        LineCommandRow(
            "/acknowledge",
            .none(.acknowledge),
            on: oneChat,
            "accept identities that have changed"
        ),
        LineCommandRow("/mute", .none(.notify(.muted)), on: oneChat, alsoListed: true, "turn notifications off"),
        LineCommandRow("/unmute", .none(.notify(.all)), on: oneChat, alsoListed: true, "turn notifications on"),
        LineCommandRow(
            "/notify",
            .required("MODE") { NotificationMode(rawValue: $0).map(LineCommand.notify) },
            on: oneChat,
            alsoListed: true,
            "choose what notifies you: all, mentions or none"
        ),
        LineCommandRow(
            "/invite",
            .required("NAME, NAME") { LineCommand.invitations($0) },
            on: oneChat,
            "invite one person or several, by name or @user:server"
        ),
        LineCommandRow(
            "/ban",
            .required("NAME") { words in
                let (name, reason) = LineCommand.nameAndText(words)
                return name.isEmpty ? nil : .change([.ban(name, reason: reason)])
            },
            on: oneChat,
            "remove a person for good; a reason may follow a comma"
        ),
        LineCommandRow(
            "/unban",
            .required("NAME") { .change([.unban(unquoted($0))]) },
            on: oneChat,
            "lift a ban"
        ),
        LineCommandRow(
            "/rename",
            .required("TITLE") { .change([.rename(unquoted($0))]) },
            on: oneChat,
            "change the title of a group"
        ),
        LineCommandRow(
            "/topic",
            .optional("TEXT") { .change([.setTopic($0)]) },
            on: oneChat,
            "change the topic of a group; without TEXT, remove it"
        ),
        LineCommandRow(
            "/role",
            .required("NAME, ROLE") { LineCommand.role($0) },
            on: oneChat,
            "make a person administrator, moderator or member"
        ),
        LineCommandRow("/join", .none(.join), on: oneChat, alsoListed: true, "accept an invitation; no text does"),
        LineCommandRow(
            "/leave",
            .none(.leave),
            on: oneChat,
            alsoListed: true,
            "leave the chat, or decline an invitation"
        ),
        LineCommandRow(
            "/ignore",
            .optional("NAME") { .ignore(true, $0.isEmpty ? nil : unquoted($0)) },
            on: [.chatList] + oneChat,
            "hear nothing of a person on all your devices; an invitation is declined, too"
        ),
        LineCommandRow(
            "/unignore",
            .required("NAME") { .ignore(false, unquoted($0)) },
            on: [.chatList] + oneChat,
            "hear a person again"
        ),
        LineCommandRow("/ignored", .none(.ignored), on: [.chatList] + oneChat, "show whom you ignore"),
        LineCommandRow(
            "/forget",
            .none(.chat(.setMembership(.forget))),
            on: [.chat],
            alsoListed: true,
            "delete a chat that you have left, with its messages"
        ),
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

    /// Returns the command with a name. Also accepts `/unsend` for `/delete` and `/q` for `/quit`, which are
    /// not listed.
    package static func named(_ name: some StringProtocol) -> LineCommandRow? {
        let name = ["/unsend": "/delete", "/q": "/quit"][String(name)] ?? String(name)
        return all.first { $0.name == name }
    }

    /// Returns a name without the quotes around it, which shells need and names do not.
    static func unquoted(_ words: String) -> String {
        guard words.count > 2, let quote = words.first, "\"'".contains(quote), words.last == quote else { return words }
        return String(words.dropFirst().dropLast())
    }

    /// Parses the number of a message, file or row; the newest if there are no words.
    private static func place(_ words: String) -> Int? {
        words.isEmpty ? 1 : Int(words).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Parses the number of a poll before a colon, and the numbers of answers.
    private static func vote(_ words: String) -> LineCommand? {
        let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = parts.last, let poll = parts.count == 1 ? 1 : place(String(parts[0])) else { return nil }
        let answers = last.split { $0.isWhitespace || $0 == "," }
        if answers == ["none"] { return .vote(poll, []) }
        let numbers = answers.compactMap { Int($0) }
        return numbers.isEmpty || numbers.count < answers.count ? nil : .vote(poll, numbers)
    }

    /// The screens of one chat.
    private static let oneChat: [ScreenName] = [.chat, .chatDetails]

    package static func all(on screen: ScreenName) -> [LineCommandRow] {
        all.filter { $0.screens.contains(screen) }
    }
}

/// The screen that the user sees, as named in the JSON contract.
package enum ScreenName: String, Encodable, CaseIterable, Sendable {
    case chatList, createChat, chat, chatDetails, sharedPictures, pinnedMessages, verification

    /// The heading of the screen; nil for the chat's name.
    package var title: String? {
        switch self {
        case .chatList: "Chats"
        case .createChat: "New chat"
        case .verification: "Verification"
        case .chat, .chatDetails, .sharedPictures, .pinnedMessages: nil
        }
    }

    /// The screen's name within a sentence.
    var nameInSentence: String {
        switch self {
        case .chatList: "the list"
        case .createChat: "a new chat"
        case .chat: "a chat"
        case .chatDetails: "a chat's details"
        case .sharedPictures: "a chat's pictures"
        case .pinnedMessages: "a chat's pinned messages"
        case .verification: "a verification"
        }
    }

    /// The lines other than commands that the screen takes, with their meaning, as help shows them.
    package var text: [(usage: String, summary: String)] {
        switch self {
        case .chatList: [("NUMBER", "open the chat in that row")]
        case .createChat:
            [("NAME", "type a name or its beginning"), ("//NAME", "type a name that begins with a slash")]
        case .chat: [("TEXT", "send a message"), ("//TEXT", "send a message that begins with a slash")]
        case .sharedPictures: [("NUMBER", "show the message with that picture")]
        case .pinnedMessages: [("NUMBER", "show that message in the chat")]
        case .chatDetails, .verification: []
        }
    }
}

extension AppScreen {
    package var name: ScreenName {
        switch self {
        case .chatList: .chatList
        case .createChat: .createChat
        case .chat, .thread, .threads: .chat
        case .details: .chatDetails
        case .pictures: .sharedPictures
        case .pins: .pinnedMessages
        case .verification: .verification
        }
    }
}
