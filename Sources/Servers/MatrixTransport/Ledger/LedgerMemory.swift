import ChatTypes

/// Deletions of messages that have no position yet: a page that is being fetched may still contain them.
///
/// Holds the newest 1000.
struct RecentRemovals {
    private var removals: [(event: MessageID, room: Int64)] = []

    mutating func record(_ event: MessageID, in room: Int64) {
        removals = removals.suffix(999) + [(event, room)]
    }

    func contain(_ event: MessageID, in room: Int64) -> Bool {
        removals.contains { $0.event == event && $0.room == room }
    }
}

/// The echoes of messages that are being sent, as far as sync has brought them.
struct EchoBuffer {
    private var echoes: [MessageID: Message?] = [:]

    /// Keeps the echo of a message from now on.
    mutating func expect(_ message: MessageID) { echoes[message] = .some(nil) }

    mutating func forget(_ message: MessageID) { echoes[message] = nil }

    /// Returns the echo of an expected message; nil until it has arrived.
    func echo(of message: MessageID) -> Message? { echoes[message] ?? nil }

    mutating func record(_ updates: [ChatUpdate]) {
        guard !echoes.isEmpty else { return }
        for message in updates.lazy.flatMap(\.messages) where echoes[message.id] != nil {
            echoes[message.id] = .some(message)
        }
    }
}
