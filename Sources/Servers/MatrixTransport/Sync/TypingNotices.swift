import ChatTypes

/// Who else types where. A homeserver says so once; who listens wants it said again.
struct TypingNotices {
    /// Without a person it says that no one types.
    typealias Notice = (chat: ChatID, person: ContactID?, isTyping: Bool)

    private var typists: [(chat: ChatID, person: ContactID)] = []
    private var waiting: [Notice] = []

    /// After how long it is to be said again: a notice that is not renewed within some seconds is over. Nil when no one types.
    var renewal: Duration? { typists.isEmpty ? nil : .seconds(4) }

    /// Learns who types in rooms; whom one does not hear, by `unheard`, types nowhere.
    mutating func receive(_ rooms: [SyncResponse.Room], unheard: [ContactID]) {
        for (chat, news) in rooms {
            guard let names = news.typists?.filter({ !unheard.contains($0) }).prefix(Self.limitOfRoom) else { continue }
            for (_, person) in typists.filter({ $0.chat == chat && !names.contains($0.person) }) {
                waiting.append((chat, person, false))
            }
            if names.isEmpty { waiting.append((chat, nil, false)) }
            typists.removeAll { $0.chat == chat }
            typists += names.prefix(Self.limit - typists.count).map { (chat, $0) }
        }
    }

    /// What we are no longer in says nothing more of who types.
    mutating func forget(_ rooms: [ChatID]) {
        for chat in Set(typists.map(\.chat)).intersection(rooms).sorted() {
            let stopped = typists.filter { $0.chat == chat }
            waiting += stopped.map { (chat, $0.person, false) } + [(chat, nil, false)]
            typists.removeAll { $0.chat == chat }
        }
    }

    /// Says again who types.
    mutating func renew() { waiting += typists.map { ($0.chat, $0.person, true) } }

    /// What is to be told, once.
    mutating func takeAll() -> [Notice] {
        defer { waiting = [] }
        return waiting
    }

    private static let limit = 64
    /// More than anybody would read.
    private static let limitOfRoom = 16
}
