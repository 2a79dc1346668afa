/// What the program tells of: with `--json` each is one line, exactly as the contract in the catalog says.
enum HostEvent: Equatable, Sendable {
    /// The contact is that of a chat; the other screens have none.
    case screen(ScreenName, contact: String? = nil)
    /// The first row's number, as `/open` takes it.
    case list([ListRow], first: Int = 1)
    case suggestions([String])
    /// The message says what is missing; nil when the form is valid.
    case form(problem: String?)
    case message(MessageLine)
    case notification(contact: String, text: String)
    case badge(unread: Int)
    case problem(String)

    struct ListRow: Equatable, Encodable, Sendable {
        var contact: String
        var preview: String
        var time: String
        /// The moment itself: ISO 8601, in UTC.
        var at: String?
        var unread: Int
        /// The message that was found; nil for a chat.
        var id: String?
        /// Whether a message that was found is one's own; nil for a chat.
        var mine: Bool?
    }

    struct MessageLine: Equatable, Sendable {
        enum State: String, Encodable, CaseIterable, Sendable {
            case sending, sent, read, failed, received
        }

        /// Whose chat it is in.
        var contact: String
        var id: String
        /// `me`, or the contact's name.
        var from: String
        var text: String
        var state: State
        var time: String
        /// The moment itself: ISO 8601, in UTC.
        var at: String?
        var images = 0
        /// Whether it is the one that was searched for.
        var isFound = false
    }
}

extension HostEvent: Encodable {
    private enum Key: String, CodingKey {
        case event, at, screen, contact, rows, names, valid, message, id, from, text, state, time, images, unread, first
        case found
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        switch self {
        case .screen(let name, let contact):
            try line.encode("screen", forKey: .event)
            try line.encode(name, forKey: .screen)
            try line.encodeIfPresent(contact, forKey: .contact)
        case .list(let rows, let first):
            try line.encode("list", forKey: .event)
            if first > 1 { try line.encode(first, forKey: .first) }
            try line.encode(rows, forKey: .rows)
        case .suggestions(let names):
            try line.encode("suggestions", forKey: .event)
            try line.encode(names, forKey: .names)
        case .form(let problem):
            try line.encode("form", forKey: .event)
            try line.encode(problem == nil, forKey: .valid)
            try line.encodeIfPresent(problem, forKey: .message)
        case .message(let message):
            try line.encode("message", forKey: .event)
            try line.encode(message.contact, forKey: .contact)
            try line.encode(message.id, forKey: .id)
            try line.encode(message.from, forKey: .from)
            try line.encode(message.text, forKey: .text)
            try line.encode(message.state, forKey: .state)
            try line.encode(message.time, forKey: .time)
            try line.encodeIfPresent(message.at, forKey: .at)
            if message.images > 0 { try line.encode(message.images, forKey: .images) }
            if message.isFound { try line.encode(true, forKey: .found) }
        case .notification(let contact, let text):
            try line.encode("notification", forKey: .event)
            try line.encode(contact, forKey: .contact)
            try line.encode(text, forKey: .text)
        case .badge(let unread):
            try line.encode("badge", forKey: .event)
            try line.encode(unread, forKey: .unread)
        case .problem(let text):
            try line.encode("problem", forKey: .event)
            try line.encode(text, forKey: .text)
        }
    }
}
