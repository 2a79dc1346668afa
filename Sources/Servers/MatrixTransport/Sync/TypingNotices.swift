import ChatTypes

/// The users who are typing. A homeserver reports each once; listeners need the notice repeated.
struct TypingNotices {
    /// Without a person, the notice says that nobody is typing.
    typealias Notice = (chat: ChatID, person: ContactID?, isTyping: Bool)

    private var typists: [(chat: ChatID, person: ContactID)] = []
    private var waiting: [Notice] = []

    /// The interval between repetitions, since a notice expires after some seconds; nil while nobody is typing.
    var renewal: Duration? { typists.isEmpty ? nil : .seconds(4) }

    /// Stores the typing users of rooms, except those in `unheard`.
    mutating func receive(_ rooms: [SyncResponse.Room], unheard: [ContactID]) {
        for (chat, update) in rooms {
            guard let names = update.typists?.filter({ !unheard.contains($0) }).prefix(Self.limitOfRoom) else {
                continue
            }
            for (_, person) in typists.filter({ $0.chat == chat && !names.contains($0.person) }) {
                waiting.append((chat, person, false))
            }
            if names.isEmpty { waiting.append((chat, nil, false)) }
            typists.removeAll { $0.chat == chat }
            typists += names.prefix(Self.limit - typists.count).map { (chat, $0) }
        }
    }

    /// Ends all typing in rooms that the user has left.
    mutating func forget(_ rooms: [ChatID]) {
        for chat in Set(typists.map(\.chat)).intersection(rooms).sorted() {
            let stopped = typists.filter { $0.chat == chat }
            waiting += stopped.map { (chat, $0.person, false) } + [(chat, nil, false)]
            typists.removeAll { $0.chat == chat }
        }
    }

    /// Repeats all notices.
    mutating func renew() { waiting += typists.map { ($0.chat, $0.person, true) } }

    /// Returns the notices to deliver and removes them.
    mutating func takeAll() -> [Notice] {
        defer { waiting = [] }
        return waiting
    }

    private static let limit = 64
    /// The number of typing users in one room.
    private static let limitOfRoom = 16
}
