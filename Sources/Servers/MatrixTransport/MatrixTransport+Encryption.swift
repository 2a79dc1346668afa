import ChatTypes

extension MatrixTransport {
    /// Lets nothing through that is written for an encrypted room, whenever it was encrypted: where the news of it may still be under
    /// way, the homeserver is asked. While it does not answer, nothing is sent.
    func refuseEncrypted(_ chat: ChatID) async throws {
        // Before the ledger is asked: what is known by then is in it.
        let isFollowed = try await isFollowed(chat)
        guard try await !ledger.isEncrypted(chat) else { throw ServiceError.encrypted }
        if isFollowed { return }
        if try await api.find(["v3", "rooms", chat.rawValue, "state", "m.room.encryption"]) == nil { return }
        try? await ledger.noteEncrypted(chat)
        throw ServiceError.encrypted
    }

    /// Whether whatever happens in a room is heard of at once: of one that we have just come into nothing has been.
    private func isFollowed(_ chat: ChatID) async throws -> Bool {
        guard await stream.isUpToDate else { return false }
        return try await ledger.membership(in: chat) == .join
    }
}
