import Chat
package import ChatTypes
import ScreenKit

/// An event that the program prints. With `--json`, each is one line, as defined in the JSON contract.
package enum HostEvent: Equatable, Sendable {
    /// A screen with the name of its chat; nil for screens without a chat. A chat's screen may show one of its threads, or all.
    case screen(
        ScreenName,
        contact: ChatName? = nil,
        distinction: String? = nil,
        isEncrypted: Bool? = nil,
        part: TimelinePart = .main
    )
    /// Rows with the number of the first row, as `/open` takes it.
    case list([ListRow], first: Int = 1)
    case suggestions([String])
    /// The names added to a group that is being created.
    case added([String])
    /// The form with the reason why it is incomplete; nil if it is valid. Whether the chat will be encrypted; nil if it cannot be.
    case form(problem: String?, isEncrypted: Bool? = nil)
    case message(MessageLine)
    /// Messages that the history lacks, right before the message with that ID.
    case gap(contact: ChatName, id: String)
    /// An unsent message that was deleted.
    case unsent(MessageLine)
    /// The number of members of a group, or that the user has left it.
    case group(String, contact: ChatName)
    /// The user's place in a chat with one contact, unless they are in it. A watch also says it in words for programs.
    case state(String, contact: ChatName, place: StateLine? = nil)
    /// The topic; empty without one.
    case topic(String, contact: ChatName)
    /// The people whose identity has changed, so that nothing can be sent to the chat; empty once the user has acknowledged it.
    case encryption(String, contact: ChatName)
    case verification(VerificationLine)
    case details(DetailsLine)
    case pictures(PicturesLine)
    case pins(PinsLine)
    case file(FileLine)
    /// A notification, with the ID of its message, if it stands for one.
    case notification(contact: ChatName, text: String, warning: SenderWarning? = nil, id: String? = nil)
    case muted(Bool, contact: ChatName)
    /// Whether the chat notifies of mentions only.
    case mentionsOnly(Bool, contact: ChatName)
    /// Whether the chat is a favourite.
    case favourite(Bool, contact: ChatName)
    case typing(Bool, contact: ChatName)
    case badge(unread: Int)
    case problem(String)
    /// A watch has begun: later events are not missed.
    case watching

    /// The text in place of messages that are not here.
    package static let missingText = "… messages are missing here …"

    /// The text once there is no warning any more: acknowledged, or verified, signed or blocked meanwhile.
    private static let noDecisionText = "The identities and devices here need no decision any more"

    /// The user's place in a chat, and who decided it.
    package struct StateLine: Equatable, Sendable {
        package let state: ChatState

        package static let joined = Self(ofMember: .joined)

        private init(ofMember state: ChatState) { self.state = state }

        /// Nil for a member.
        package init?(_ state: ChatState) {
            if state == .joined { return nil }
            self.state = state
        }

        /// The word behind a name in the list.
        package var mark: String {
            switch state {
            case .joined: ""
            case .invited, .invitedToSpace: "(invitation)"
            case .left: "(left)"
            case .removed: "(removed)"
            case .banned: "(banned)"
            case .replaced: "(old room)"
            }
        }
    }

    package struct ListRow: Equatable, Encodable, Sendable {
        package var contact: String
        /// The chat's ID.
        package var chat: String?
        /// The account that the chat is of, where several are shown; nil otherwise.
        package var account: AccountName?
        /// The user's place in the chat; nil for a member.
        package var state: StateLine?
        /// The ID that tells the chat from others of the same name; nil if no other has it.
        package var distinction: String?
        /// The author of the preview, in a group.
        package var sender: String?
        package var preview: String
        package var time: String
        /// The exact time, in ISO 8601 and UTC.
        package var at: String?
        package var unread: Int
        /// Whether more are unread, which are missing here; nil if not.
        package var unreadMore: Bool?
        /// The number of unread messages that mention the user; nil if none does.
        package var mentions: Int?
        /// Whether the chat is a favourite; nil if it is not.
        package var favourite: Bool?
        /// Whether the chat is marked as unread; nil if it is not.
        package var markedUnread: Bool?
        /// Whether the chat is muted; nil if it is not.
        package var muted: Bool?
        /// Whether a typed text waits in the chat; nil if none does.
        package var draft: Bool?
        package var failed: Bool?
        /// The ID of a message that was found; nil for a chat.
        package var id: String?
        /// Whether the user wrote the message that was found; for a group, true if the user wrote the preview, or nil.
        package var mine: Bool?
        /// Why nothing proves who wrote the preview; nil if something does.
        package var warning: SenderWarning?
        /// The author of the preview, so that no name can pass for the user. Not part of the JSON.
        package var author: Author?
        /// The ID of the author of the preview, if that is not the user.
        package var authorID: String?

        private enum CodingKeys: String, CodingKey {
            case authorID = "author"
            case contact, chat, account, distinction, state, sender, preview, time, at, unread, unreadMore, mentions,
                favourite,
                markedUnread,
                muted, draft, failed,
                id, mine, warning
        }

        /// The value of `mentions`: nil without any, and in a muted chat.
        package static func mentions(_ count: Int, _ mode: NotificationMode) -> Int? {
            count == 0 || mode == .muted ? nil : count
        }

        /// The value of `mine`. Only rows that name an author need it: a member may be called "You".
        package static func isMine(_ author: Author?, isFound: Bool, isGroup: Bool) -> Bool? {
            if isFound { return author == .me }
            return isGroup && author == .me ? true : nil
        }
    }
}

extension HostEvent {
    /// The value of `event` in JSON: a kind that the contract does not describe fails a test.
    package enum Kind: String, CaseIterable, Encodable, Sendable {
        case screen, list, suggestions, added, form, message, gap, unsent, group, state, topic, verification
        case details, pictures, pins, file, notification, muted, mentionsOnly, favourite, typing, badge, problem
        case watching
        case encryption = "security"
    }

    package var kind: Kind {
        switch self {
        case .screen: .screen
        case .list: .list
        case .suggestions: .suggestions
        case .added: .added
        case .form: .form
        case .message: .message
        case .gap: .gap
        case .unsent: .unsent
        case .group: .group
        case .state: .state
        case .topic: .topic
        case .encryption: .encryption
        case .verification: .verification
        case .details: .details
        case .pictures: .pictures
        case .pins: .pins
        case .file: .file
        case .notification: .notification
        case .muted: .muted
        case .mentionsOnly: .mentionsOnly
        case .favourite: .favourite
        case .typing: .typing
        case .badge: .badge
        case .problem: .problem
        case .watching: .watching
        }
    }
}

extension HostEvent: Encodable {
    private enum Key: String, CodingKey {
        case event, screen, thread, threads, distinction, id, rows, names, valid, message, text, unread, first, muted,
            mentionsOnly, favourite, typing, encrypted, warning
    }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(kind, forKey: .event)
        switch self {
        case .screen(let name, let contact, let distinction, let isEncrypted, let part):
            try line.encode(name, forKey: .screen)
            try line.encodeIfPresent(part.thread?.rawValue, forKey: .thread)
            if part == .threads { try line.encode(true, forKey: .threads) }
            try contact?.encode(to: encoder)
            try line.encodeIfPresent(distinction, forKey: .distinction)
            try line.encodeIfPresent(isEncrypted, forKey: .encrypted)
        case .list(let rows, let first):
            if first > 1 { try line.encode(first, forKey: .first) }
            try line.encode(rows, forKey: .rows)
        case .suggestions(let names):
            try line.encode(names, forKey: .names)
        case .added(let names):
            try line.encode(names, forKey: .names)
        case .form(let problem, let isEncrypted):
            try line.encodeIfPresent(isEncrypted, forKey: .encrypted)
            try line.encode(problem == nil, forKey: .valid)
            try line.encodeIfPresent(problem, forKey: .message)
        case .message(let message):
            try message.encode(to: encoder)
        case .gap(let contact, let id):
            try contact.encode(to: encoder)
            try line.encode(id, forKey: .id)
        case .unsent(let message):
            try message.contact.encode(to: encoder)
            try line.encode(message.id, forKey: .id)
            try line.encode(message.text, forKey: .text)
        case .group(let text, let contact):
            try contact.encode(to: encoder)
            try line.encode(text, forKey: .text)
        case .state(let text, let contact, let place):
            try contact.encode(to: encoder)
            try place?.encode(to: encoder)
            try line.encode(text, forKey: .text)
        case .topic(let text, let contact):
            try contact.encode(to: encoder)
            try line.encode(text, forKey: .text)
        case .encryption(let text, let contact):
            try contact.encode(to: encoder)
            try line.encode(text, forKey: .text)
        case .verification(let verification):
            try verification.encode(to: encoder)
        case .details(let details):
            try details.encode(to: encoder)
        case .pictures(let pictures):
            try pictures.encode(to: encoder)
        case .pins(let pins):
            try pins.encode(to: encoder)
        case .file(let file):
            try file.encode(to: encoder)
        case .notification(let contact, let text, let warning, let id):
            try contact.encode(to: encoder)
            try line.encode(text, forKey: .text)
            try line.encodeIfPresent(warning, forKey: .warning)
            try line.encodeIfPresent(id, forKey: .id)
        case .muted(let isMuted, let contact):
            try contact.encode(to: encoder)
            try line.encode(isMuted, forKey: .muted)
        case .favourite(let isOn, let contact):
            try contact.encode(to: encoder)
            try line.encode(isOn, forKey: .favourite)
        case .mentionsOnly(let isOn, let contact):
            try contact.encode(to: encoder)
            try line.encode(isOn, forKey: .mentionsOnly)
        case .typing(let isTyping, let contact):
            try contact.encode(to: encoder)
            try line.encode(isTyping, forKey: .typing)
        case .badge(let unread):
            try line.encode(unread, forKey: .unread)
        case .problem(let text):
            try line.encode(text, forKey: .text)
        case .watching: break
        }
    }
}

extension HostEvent {
    /// Returns the event as lines of text, safe on a terminal; none if there is nothing to print.
    ///
    ///  - Parameter columns: the width of the terminal; nil if the output is not a terminal, so that nothing is
    ///    wrapped or cut.
    package func text(style: Style = .plain, columns: Int? = nil) -> [String] {
        switch self {
        case .screen(let screen, let contact, let id, let isEncrypted, let part):
            [
                "",
                style.bold(
                    (part.title.map { "\($0): " } ?? "")
                        + (screen.title ?? TerminalText.name(contact?.name ?? "") + (contact?.asAccount ?? ""))
                )
                    + (id.map { style.dim(" (\(TerminalText.oneLine($0)))") } ?? "")
                    + (isEncrypted.map { style.dim($0 ? " (encrypted)" : " (not encrypted)") } ?? ""),
            ]
        case .list(let rows, _) where rows.isEmpty: ["  " + style.dim("nothing to show")]
        case .list(let rows, let first): ListText(rows, first: first).lines(style, columns: columns)
        case .suggestions(let names) where names.isEmpty: []
        case .suggestions(let names):
            Paragraph(
                opening: "  suggestions: ",
                body: [names.map { TerminalText.name($0) }.joined(separator: ", ")],
                styleOpening: style.dim
            ).lines(columns: columns)
        case .added(let names):
            Paragraph(
                opening: "  in the group: ",
                body: [names.isEmpty ? "nobody yet" : names.map { TerminalText.name($0) }.joined(separator: ", ")],
                styleOpening: style.dim
            ).lines(columns: columns)
        case .form(let problem?, _):
            Paragraph(opening: "  ", body: [TerminalText.oneLine(problem)]).lines(columns: columns).map(style.yellow)
        case .form(nil, let isEncrypted):
            [
                "  "
                    + style.dim(
                        "/create starts the chat"
                            + (isEncrypted.map {
                                $0 ? ", encrypted (/encrypt no: not)" : ", not encrypted (/encrypt: encrypted)"
                            } ?? "")
                    )
            ]
        case .message(let message): message.text(style, columns: columns)
        case .gap: ["  " + style.dim(Self.missingText)]
        case .unsent(let message): message.deletedText(style, columns: columns)
        case .group(let text, _), .state(let text, _, _): ["  " + style.dim(TerminalText.oneLine(text))]
        case .topic(let text, _):
            Paragraph(opening: "  Topic: ", body: [text.isEmpty ? "none" : TerminalText.oneLine(text)])
                .lines(columns: columns).map(style.dim)
        case .encryption(let text, _):
            Paragraph(
                opening: "! ",
                body: [TerminalText.oneLine(text.isEmpty ? Self.noDecisionText : text + ChatViewState.remedies)]
            )
            .lines(columns: columns).map(style.yellow)
        case .verification(let verification): verification.text(style, columns: columns)
        case .details(let details): details.text(style, columns: columns)
        case .pictures(let pictures): pictures.text(style, columns: columns)
        case .pins(let pins): pins.text(style, columns: columns)
        case .file(let file):
            Paragraph(opening: "  ", body: [TerminalText.fit(TerminalText.oneLine(file.text), columns: 1000)])
                .lines(columns: columns).map(style.dim)
        case .notification(let contact, let text, let warning, _):
            Paragraph(
                opening: "[\(TerminalText.name(contact.name))\(contact.forAccount)] "
                    + (warning.map { "(\($0.text)) " } ?? ""),
                body: [TerminalText.fit(TerminalText.oneLine(text), columns: 200)],
                styleOpening: style.cyan
            ).lines(columns: columns)
        case .muted(let isMuted, let contact):
            ["  " + style.dim("\(TerminalText.name(contact.name)) is \(isMuted ? "muted" : "unmuted")")]
        case .favourite(let isOn, let contact):
            [
                "  "
                    + style.dim(
                        "\(TerminalText.name(contact.name)) is \(isOn ? "a favourite" : "not a favourite any more")"
                    )
            ]
        case .mentionsOnly(let isOn, let contact):
            [
                "  "
                    + style.dim(
                        "\(TerminalText.name(contact.name)) notifies you of \(isOn ? "mentions only" : "all messages")"
                    )
            ]
        // Typing notices would be outdated between lines.
        case .typing, .watching: []
        case .badge(let unread): unread > 0 ? [style.dim("(\(unread) unread)")] : []
        case .problem(let text):
            // The text may repeat a typed text of any length.
            Paragraph(opening: "! ", body: [TerminalText.fit(TerminalText.oneLine(text), columns: 1000)])
                .lines(columns: columns).map(style.yellow)
        }
    }
}

extension HostEvent.StateLine: Encodable {
    private enum Key: String, CodingKey { case state, by, byID, reason, group, space }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        if case .invited(_, let toGroup) = state {
            try line.encode("invited", forKey: .state)
            if toGroup { try line.encode(true, forKey: .group) }
        } else if case .invitedToSpace = state {
            try line.encode("invited", forKey: .state)
            try line.encode(true, forKey: .space)
        } else {
            try line.encode(state.word, forKey: .state)
        }
        let person = state.person.map(ShownName.parts(of:))
        try line.encodeIfPresent(person?.name, forKey: .by)
        try line.encodeIfPresent(person?.id, forKey: .byID)
        try line.encodeIfPresent(state.reason, forKey: .reason)
    }
}
