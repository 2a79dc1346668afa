public import Transport

extension MatrixTransport {
    /// As a push rule of the account's: other clients keep to it, too.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) async throws {
        let path = PushRules.path(ofRuleFor: chat)
        if isMuted {
            try await api.put(path, PushRules.rule(muting: chat))
        } else {
            // Where there is no such rule, nothing is muted.
            do { try await api.delete(path) } catch ServiceError.refused(.notFound, _) {}
        }
    }
}
