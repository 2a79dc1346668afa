public import Transport

extension MatrixTransport {
    public func remove(_ message: MessageID, in chat: ChatID) async throws {
        let event = try await event(of: message, in: chat)
        try await asMember(of: chat) {
            // The same transaction id each time: it is taken back once.
            try await api.put(["v3", "rooms", chat.rawValue, "redact", event.rawValue, "unsend-\(message)"], [:])
        }
    }

    /// What the homeserver calls a message. One that was just sent has its event's id with its echo.
    func event(of message: MessageID, in chat: ChatID) async throws -> MessageID {
        if try await !ledger.isPlaced(message, in: chat) {
            _ = try await waitForNews { try $0.isPlaced(message, in: chat) ? true : nil }
        }
        return try await ledger.event(of: message, in: chat)
    }
}
