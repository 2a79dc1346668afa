import ChatStore
public import Transport

extension Session {
    /// Asks the server for what stands before the oldest message that we hold of a chat.
    ///
    /// Does nothing when the conversation starts there. Throws a `ServiceError`, or what the disk says.
    public func loadEarlier(in chat: ChatID) async throws {
        if let gap = try database.read({ try $0.earliestGap(in: chat) }) { try await fill(gap) }
    }

    func fillGaps() async {
        await resume(backfill) { try database.read { try $0.chatsWithGaps() } }
        await backfill.run(pause: pause) { await self.fillGaps(in: $0, $1) }
    }

    /// Fills a chat's gaps, newest first, a page at a time.
    ///
    /// One that the server refuses to fill stays on screen as a gap, and is asked for again when another opens or the
    /// app starts; meanwhile the older ones have their turn.
    private func fillGaps(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        var refused: Position?
        return await workThrough(backoff) {
            try database.read { try $0.gapToFill(in: chat, before: refused) }
        } attempting: { gap in
            do { try await fill(gap) } catch ServiceError.refused { refused = gap.position }
        }
    }

    /// Brings in the page before a gap's end, passing over pages that are empty but not the last.
    private func fill(_ gap: Gap) async throws {
        var cursor = gap.cursor
        for _ in 0..<Self.emptyPageLimit {
            let page = try await service.page(of: gap.chat, before: cursor)
            guard page.messages.isEmpty else {
                guard let header = try database.read({ try $0.chat(gap.chat) }) else { return }
                return try ingest([ChatUpdate(chat: header, messages: page.messages)])
            }
            guard let next = page.next else {
                try commit { try $0.closeGap(before: gap.position, in: gap.chat) }
                return feed.post([gap.chat])
            }
            cursor = next
        }
    }

    /// A server that answers with nothing but empty pages is left alone for a pause.
    private static var emptyPageLimit: Int { 100 }
}
