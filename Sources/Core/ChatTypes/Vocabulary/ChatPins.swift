/// The pinned messages of a chat, with the server's number for the list: of several lists of one chat the one with the highest number
/// counts.
public struct ChatPins: Hashable, Sendable {
    /// The messages, the one pinned last at the end. They may be deleted, not here, or of another chat.
    public let messages: [MessageID]
    /// The server's number, above 0; ascending with each change.
    public let number: Int64

    public init(_ messages: [MessageID], number: Int64) {
        (self.messages, self.number) = (messages, number)
    }

    /// Returns the list with each message once, at its last place, without unusable IDs, and with at most the last `Limits.pins`.
    package func bounded() -> Self { Self(Self.bounded(messages), number: number) }

    /// Returns such a list of the messages that a server names.
    package static func bounded(_ messages: some BidirectionalCollection<MessageID>) -> [MessageID] {
        var known: Set<MessageID> = []
        var kept: [MessageID] = []
        for message in messages.reversed() where message.rawValue.isUsableID {
            if kept.count == Limits.pins { break }
            if known.insert(message).inserted { kept.append(message) }
        }
        return kept.reversed()
    }
}
