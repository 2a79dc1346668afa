import ChatStore
public import ChatTypes

extension Session {
    /// Commits that everything up to a message has been read, and leaves telling the server to `run()`.
    ///
    /// False, and nothing done, while the chat is not being looked at. Throws a `StorageProblem`; then the server is not told
    /// either.
    @discardableResult
    public func markRead(_ chat: ChatID, upTo message: MessageID) throws -> Bool {
        guard attention.isOn(chat) else { return false }
        guard try commit({ try $0.markRead(upTo: message, in: chat) }) else { return true }
        noteRetraction()
        feed.postCounts()
        receipts.request(chat)
        return true
    }

    func sendReceipts() async {
        await resume(receipts) { try stored { try $0.dueReceipts() }.map(\.chat) }
        await receipts.run(pause: pause) { await self.sendReceipt(in: $0, $1) }
    }

    /// Sends a chat's latest receipt; those that it overtook while it waited are never sent.
    private func sendReceipt(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        await workThrough(backoff) {
            try stored { try $0.dueReceipt(in: chat) }
        } attempting: { due in
            do {
                try await service.markRead(chat, upTo: due.message)
            } catch ServiceError.refused(let code, _) where code != .notMember {
                // It will be refused for ever; the next message read makes a new one. That of a group in which we are not
                // waits until we are back.
            }
            try commit { try $0.settleReceipt(for: due.message, in: chat) }
        }
    }
}
