import ChatStore
public import ChatTypes
import RuntimeKit

extension Session {
    /// Asks the server for what stands before the oldest message that we hold of a chat.
    ///
    /// Does nothing when the conversation starts there. Throws `SessionError.unusablePage` when what came could not be kept; a
    /// `ServiceError`, such as `tryAgain` after a hundred empty pages, behind which it then goes on; or a `StorageProblem`.
    public func loadEarlier(in chat: ChatID) async throws {
        if let gap = try stored({ try $0.earliestGap(in: chat) }) { try await fill(gap) }
    }

    func fillGaps() async {
        await withDiscardingTaskGroup { [backfill, refusedGaps] group in
            group.addTask { await refusedGaps.run { backfill.request($0) } }
            await resume(backfill) { try stored { try $0.chatsWithGaps() } }
            await backfill.run(pause: pause) { await self.fillGaps(in: $0, $1) }
        }
    }

    /// Fills a chat's gaps, newest first, a page at a time.
    ///
    /// One that the server refuses to fill, or fills with what cannot be kept, stays on screen as a gap. The older ones have
    /// their turn; it is asked for again when another opens or the chat is opened, and else ever less often. However much is
    /// missing, after so many pages the server is left alone for a while.
    private func fillGaps(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        var refused: Position?
        var pageCount = 0
        let failure = await workThrough(backoff) {
            try stored { try $0.gapToFill(in: chat, before: refused) }
        } attempting: { gap in
            guard pageCount < Self.pageLimit else { throw ServiceError.tryAgain(after: nextRest(in: chat)) }
            pageCount += 1
            do { try await fill(gap) } catch ServiceError.refused, SessionError.unusablePage {
                refused = gap.position
            }
        }
        if failure == nil { restCounts[chat] = nil }
        if refused == nil {
            refusalCounts[chat] = nil
        } else {
            let count = refusalCounts[chat, default: 0]
            refusalCounts[chat] = count + 1
            refusedGaps.renew(chat, for: min(Backoff.cap * (1 << min(count, 10)), Self.longestRefusal))
        }
        return failure
    }

    private func nextRest(in chat: ChatID) -> Duration {
        restCounts[chat, default: 0] += 1
        return min(Self.rest * restCounts[chat, default: 0], Self.longestRest)
    }

    /// Brings in the page before a gap's end, passing over pages that are empty but not the last; of so many, the next attempt passes
    /// over more.
    private func fill(_ gap: Gap) async throws {
        var cursor = gap.cursor
        for _ in 0..<Self.emptyPageLimit {
            let page = try await service.page(of: gap.chat, before: cursor)
            try ingest(page, of: gap.chat)
            guard page.messages.isEmpty else { return try check(page, before: gap) }
            guard let next = page.next else { return try close(gap) }
            cursor = next
        }
        if cursor.rawValue.utf8.count <= Limits.cursorBytes {
            try commit { try $0.moveGap(before: gap.position, in: gap.chat, to: cursor) }
        }
        throw ServiceError.tryAgain(after: Self.rest)
    }

    private func ingest(_ page: MessagePage, of chat: ChatID) throws {
        let isEmpty = page.messages.isEmpty && page.edits.isEmpty && page.removals.isEmpty
        guard !isEmpty, let header = try stored({ try $0.chat(chat) }) else { return }
        let update = ChatUpdate(chat: header, messages: page.messages, removals: page.removals, edits: page.edits)
        try ingest([update], from: .page)
    }

    /// Makes sure that a page has brought a gap's end nearer.
    private func check(_ page: MessagePage, before gap: Gap) throws {
        let isLeft = try stored { reader in
            let next = Position(gap.position.rawValue &+ 1)
            return try reader.gapToFill(in: gap.chat, before: next) == gap || reader.earliestGap(in: gap.chat) == gap
        }
        guard isLeft else { return }
        // What stands there may be held already, in another place than was thought.
        if let newest = page.messages.last,
            try commit({ try $0.closeGap(before: gap.position, after: newest.id, in: gap.chat) })
        {
            return feed.post([gap.chat])
        }
        // What stands there cannot be kept: it would be asked for again for ever.
        throw SessionError.unusablePage
    }

    private func close(_ gap: Gap) throws {
        try commit { try $0.closeGap(before: gap.position, in: gap.chat) }
        feed.post([gap.chat])
    }

    private static var rest: Duration { .seconds(10) }
    private static var longestRest: Duration { .seconds(600) }
    private static var longestRefusal: Duration { .seconds(3600) }

    /// A server that answers with nothing but empty pages is left alone for a pause.
    private static var emptyPageLimit: Int { 100 }
}
