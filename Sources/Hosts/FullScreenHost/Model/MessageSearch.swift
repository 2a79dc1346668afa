import ChatTypes

/// A search within a chat: the messages found, the newest first, and the one selected.
struct MessageSearch: Equatable, Sendable {
    let chat: ChatID
    /// The part of the chat whose messages are searched.
    let part: TimelinePart
    let text: String
    /// Nil until they are known.
    private(set) var hits: [MessageID]?
    private var index = 0

    /// The most messages that a search finds.
    static let limit = 1000

    init(_ text: String, in chat: ChatID, _ part: TimelinePart = .main) {
        (self.text, self.chat, self.part) = (text, chat, part)
    }

    /// The selected message; nil without one.
    var current: MessageID? { hits.flatMap { $0.indices.contains(index) ? $0[index] : nil } }

    /// The number of the match, in words, and the keys for other matches.
    var notice: String {
        guard let hits, !hits.isEmpty else { return "No message of this chat has “\(text)”" }
        let keys = hits.count == 1 ? "" : "; n selects the next older one, N the next newer one"
        return "Match \(index + 1) of \(hits.count)\(hits.count == Self.limit ? " or more" : "")\(keys)"
    }

    mutating func receive(_ hits: [MessageID]) { (self.hits, index) = (hits, 0) }

    /// Selects a hit so many older, or newer if negative; after the last comes the first.
    mutating func move(by step: Int) {
        guard let count = hits?.count, count > 0 else { return }
        index = (index + step % count + count) % count
    }
}
