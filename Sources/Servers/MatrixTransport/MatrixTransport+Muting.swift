public import ChatTypes

extension MatrixTransport {
    /// As a push rule of the account's: other clients keep to it, too.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) async throws {
        // A disk that is full keeps nothing from being done.
        try? await ledger.expectMute(in: chat)
        do { try await setRule(isMuted, in: chat) } catch let error as ServiceError {
            // What is refused holds here alone.
            if case .refused = error { try? await ledger.expectNoMute(in: chat) }
            throw error
        }
    }

    private func setRule(_ isMuted: Bool, in chat: ChatID) async throws {
        let path = PushRules.path(ofRuleFor: chat)
        if isMuted { try await api.put(path, PushRules.rule(muting: chat)) }
        // Where there is no such rule by now, nothing is muted.
        do {
            if isMuted {
                // One that was there, and out of use, is so still (Synapse).
                try await api.put(path + ["enabled"], ["enabled": true])
            } else {
                try await api.delete(path)
            }
        } catch ServiceError.refused(.notFound, _) {}
    }
}
