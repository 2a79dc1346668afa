import Transport

/// Where others than we type. A homeserver says so once; who listens wants it said again.
struct TypingNotices {
    typealias Notice = (chat: ChatID, isTyping: Bool)

    private var typists: [ChatID] = []
    private var waiting: [Notice] = []

    /// After how long it is to be said again: a notice that is not renewed within some seconds is over. Nil where nobody
    /// types.
    var renewal: Duration? { typists.isEmpty ? nil : .seconds(4) }

    /// Learns who types in rooms; whom one does not hear, by `unheard`, types nowhere.
    mutating func take(_ rooms: [SyncAnswer.Room], unheard: [ContactID]) {
        for (chat, news) in rooms {
            guard let names = news.typists else { continue }
            typists.removeAll { $0 == chat }
            if names.allSatisfy(unheard.contains) {
                waiting.append((chat, false))
            } else if typists.count < Self.limit {
                typists.append(chat)
            }
        }
    }

    /// Says again who types.
    mutating func renew() { waiting += typists.map { ($0, true) } }

    /// What is to be told, once.
    mutating func take() -> [Notice] {
        defer { waiting = [] }
        return waiting
    }

    private static let limit = 64
}
