import ChatTypes

/// The users who are typing. A homeserver reports each once; listeners need the notice repeated.
struct TypingNotices {
    /// Without a person, the notice says that nobody is typing.
    typealias Notice = (chat: ChatID, person: ContactID?, isTyping: Bool)

    private var typingAuthors: [(chat: ChatID, person: ContactID)] = []
    private var waiting: [Notice] = []

    /// The interval between repetitions, since a notice expires after some seconds; nil while nobody is typing.
    var renewal: Duration? { typingAuthors.isEmpty ? nil : .seconds(4) }

    /// Stores the typing users of rooms, except those in `unheard`.
    mutating func receive(_ rooms: [SyncResponse.Room], unheard: [ContactID]) {
        for (chat, update) in rooms {
            guard let names = update.typingAuthors?.filter({ !unheard.contains($0) }).prefix(Self.limitOfRoom) else {
                continue
            }
            for (_, person) in typingAuthors.filter({ $0.chat == chat && !names.contains($0.person) }) {
                waiting.append((chat, person, false))
            }
            if names.isEmpty { waiting.append((chat, nil, false)) }
            typingAuthors.removeAll { $0.chat == chat }
            typingAuthors += names.prefix(Self.limit - typingAuthors.count).map { (chat, $0) }
        }
    }

    /// Ends the typing of those who have sent a message: their clients may leave it to the homeserver, which ends it much later.
    mutating func end(byMessagesIn rooms: [SyncResponse.Room]) {
        guard !typingAuthors.isEmpty else { return }
        for (chat, update) in rooms {
            let authors = Set(update.timeline.lazy.filter(\.isMessage).map(\.sender))
            let ended = typingAuthors.filter { $0.chat == chat && authors.contains($0.person) }
            waiting += ended.map { (chat, $0.person, false) }
            typingAuthors.removeAll { $0.chat == chat && authors.contains($0.person) }
        }
    }

    /// Ends all typing in rooms that the user has left.
    mutating func forget(_ rooms: [ChatID]) {
        for chat in Set(typingAuthors.map(\.chat)).intersection(rooms).sorted() {
            let stopped = typingAuthors.filter { $0.chat == chat }
            waiting += stopped.map { (chat, $0.person, false) } + [(chat, nil, false)]
            typingAuthors.removeAll { $0.chat == chat }
        }
    }

    /// Repeats all notices.
    mutating func renew() { waiting += typingAuthors.map { ($0.chat, $0.person, true) } }

    /// Returns the notices to deliver and removes them.
    mutating func takeAll() -> [Notice] {
        defer { waiting = [] }
        return waiting
    }

    private static let limit = 64
    /// The number of typing users in one room.
    private static let limitOfRoom = 16
}
