public import ChatTypes
import Transport

extension MatrixTransport {
    public func remove(_ message: MessageID, in chat: ChatID) async throws {
        try await asMember(of: chat) {
            let event = try await event(of: message, in: chat)
            // The same transaction id each time: it is taken back once.
            try await api.put(["v3", "rooms", chat.rawValue, "redact", event.rawValue, "unsend-\(message)"], [:])
        }
    }

    /// What the homeserver calls a message. One that was just sent has its event's id with its echo.
    ///
    /// Nothing is asked under a name that the homeserver does not know: it would say yes and do nothing. One that may have got there
    /// without a word is looked for among the newest.
    func event(of message: MessageID, in chat: ChatID) async throws -> MessageID {
        if let event = try await waitForNews({ try $0.event(of: message, in: chat) }) { return event }
        guard let event = try await event(of: message, amongNewestIn: chat) else {
            throw ServiceError.refused(.unknownMessage, text: "The server has no such message")
        }
        return event
    }

    /// What the homeserver calls a message that is among the newest of its room; nil where it is not.
    func event(of message: MessageID, amongNewestIn chat: ChatID) async throws -> MessageID? {
        let newest = try await api.messages(in: chat, from: nil, limit: 100).events
        return newest.first { $0.isShown && $0.sender == account.user && $0.ownID == message }?.id
    }
}
