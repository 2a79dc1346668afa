public import Transport

extension MatrixTransport: PushSource, SocketSource {
    private static let strayReceiptsAtATime = 8

    public func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        // A server that says who we are is there, and takes our token.
        _ = try await api.get(["v3", "account", "whoami"])
        try await stream.poll {
            await body(.opened)
        } _: { updates, typing in
            if !updates.isEmpty { await body(.updates(updates)) }
            for (chat, isTyping) in typing { await body(.typing(isTyping, by: .contact, in: chat)) }
            let settled = (try? await settleStrayReceipts()) ?? []
            if !settled.isEmpty { await body(.updates(settled)) }
        }
    }

    /// Receipts for what is no message, or not here, count for the message before it.
    private func settleStrayReceipts() async throws -> [ChatUpdate] {
        var updates = try await ledger.settlePlacedReceipts(limit: Self.strayReceiptsAtATime)
        for stray in try await ledger.strayReceipts(limit: Self.strayReceiptsAtATime) {
            var events: [RoomEvent] = []
            do {
                let context = ContextAnswer(
                    try await api.get(
                        ["v3", "rooms", stray.chat.rawValue, "context", stray.event.rawValue],
                        query: [(name: "limit", value: "20")]
                    )
                )
                events = (context.event.map { [$0] } ?? []) + context.before
            } catch ServiceError.refused {
                // An event that we are not to see.
            }
            if let update = try await ledger.settle(stray, with: events) { updates.append(update) }
        }
        return updates
    }

    /// A homeserver has one stream for the whole account: it brings what is said in this chat, too.
    public func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        await body(.opened)
        while true { try await environment.clock.sleep(for: .seconds(3600)) }
    }
}
