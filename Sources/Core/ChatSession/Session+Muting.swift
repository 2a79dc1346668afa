import ChatStore
public import ChatTypes

extension Session {
    /// Says whether a chat is muted: its messages are not announced, and no part of the badge. Telling the server is left to
    /// `run()`. Throws a `StorageProblem`.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) throws {
        guard try commit({ try $0.setMuted(isMuted, in: chat) }) else { return }
        noteRetraction()
        feed.post([chat])
        mutes.request(chat)
    }

    func sendMutes() async {
        await resume(mutes) { try stored { try $0.chatsWithDueMutes() } }
        await mutes.run(pause: pause) { await self.sendMute(in: $0, $1) }
    }

    /// Tells what holds by then: of several changes that wait only the last is sent.
    private func sendMute(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        await workThrough(backoff) {
            try stored { try $0.dueMute(in: chat) }
        } attempting: { isMuted in
            do {
                try await service.setMuted(isMuted, in: chat)
            } catch ServiceError.refused {
                // It will be refused for ever, and holds here all the same.
            }
            try commit { try $0.settleMute(isMuted, in: chat) }
        }
    }
}
