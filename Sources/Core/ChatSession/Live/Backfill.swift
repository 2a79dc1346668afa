import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import Synchronization
import Transport

/// Fills the gaps in chats with pages from the server.
final class Backfill: Sendable {
    private struct State {
        /// How often in a row the server refused to fill a chat's gaps.
        var refusalCounts: [ChatID: Int] = [:]
        /// How often filling a chat's gaps has paused since they opened.
        var restCounts: [ChatID: Int] = [:]
        /// The chats that the user has opened: their unread messages are wanted, not only counted.
        var opened: Set<ChatID> = []
    }

    private let context: SessionContext
    private let inbox: Inbox
    private let state = Mutex(State())
    /// Chats with a refused gap, until they are tried again.
    private let refused: ExpiringSet<ChatID>

    private var history: History { context.history }

    init(_ context: SessionContext, inbox: Inbox) {
        (self.context, self.inbox) = (context, inbox)
        refused = ExpiringSet(clock: context.environment.clock)
    }

    /// Fills gaps until the caller's task is cancelled.
    func run() async {
        let workers = context.queues.backfill
        await withDiscardingTaskGroup { group in
            group.addTask { [refused] in await refused.run { workers.request($0) } }
            await workers.run {
                try await self.history.read { try $0.chatsWithGaps() }
            } _: {
                await self.fillGaps(in: $0, $1)
            }
        }
    }

    /// Fills the gaps of a chat that the user has opened, also those that may hide unread messages and those that the server refused
    /// to fill.
    func open(_ chat: ChatID) {
        let isWanted = state.withLock { state in
            state.opened.insert(chat).inserted && context.service.countsUnread || state.refusalCounts[chat] != nil
        }
        if isWanted { context.queues.backfill.request(chat) }
    }

    /// Fills the gaps among the messages of a window, at most `pageLimit` pages of them.
    ///
    /// Returns when they are filled or the limit is reached. Throws as `loadEarlier(in:)`, and `CancellationError`.
    func fill(_ window: MessageWindow, of chat: ChatID, pageLimit: Int, progress: @Sendable (Int) -> Void) async throws
    {
        for count in 0..<pageLimit {
            let gap = try await history.read { reader -> Gap? in
                guard let timeline = try reader.timeline(of: chat, in: window), let oldest = timeline.messages.first
                else {
                    return nil
                }
                // The gap before a full window is outside it.
                let inside = timeline.messages.last { message in
                    message.followsGap && (message.id != oldest.id || timeline.messages.count < window.limit)
                }
                guard let position = inside?.position else { return nil }
                return try reader.gap(endingAt: position, in: chat)
            }
            guard let gap else { return }
            progress(count)
            try await fill(gap)
        }
    }

    /// Fetches pages before the oldest stored message of a part of a chat, until a message of that part has come: the others stand in
    /// threads, or outside of the thread. Does nothing at the beginning.
    ///
    /// Throws `SessionError.unusablePage`, `SessionError.stillLoading` after many pages without such messages, a `ServiceError` or a
    /// `StorageProblem`.
    func loadEarlier(in chat: ChatID, _ part: TimelinePart = .main) async throws {
        let oldest = try await history.read { try $0.oldestMessage(of: part, in: chat) }
        let time = Stopwatch(clock: context.environment.clock)
        while let gap = try await history.read({ try $0.gap(before: part, in: chat) }) {
            try await fill(gap)
            if try await history.read({ try $0.oldestMessage(of: part, in: chat) }) != oldest { return }
            if time.now >= Self.emptyPageTime { throw SessionError.stillLoading }
        }
    }

    /// Fetches pages until no gap may hide earlier messages of a chat from a time on. Does nothing if none does.
    ///
    /// Throws as `loadEarlier(in:_:)`, and `SessionError.stillLoading` after a while, behind which the next call goes on.
    func load(since time: Date, in chat: ChatID) async throws {
        let watch = Stopwatch(clock: context.environment.clock)
        while let gap = try await history.read({ try $0.gap(hidingMessagesSince: time, in: chat) }) {
            if watch.now >= Self.dateTime { throw SessionError.stillLoading }
            try await fill(gap)
        }
    }

    /// Fills a chat's gaps, newest first, a page at a time.
    ///
    /// A gap that the server refuses, or fills with unusable pages, stays visible, and older gaps are filled. It is tried again
    /// when another gap opens or the user opens the chat, and otherwise ever less often. After `pageLimit` pages the server
    /// gets a rest.
    private func fillGaps(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        var refused: Position?
        var pageCount = 0
        let failure = await backoff.attemptAll {
            let isCounted = context.service.countsUnread && state.withLock { !$0.opened.contains(chat) }
            return try await history.read { [refused] in
                try $0.gapToFill(in: chat, before: refused, isCounted: isCounted)
            }
        } attempting: { gap in
            guard pageCount < SyncLoop.pageLimit else { throw ServiceError.tryAgain(after: nextRest(in: chat)) }
            pageCount += 1
            do { try await fill(gap) } catch ServiceError.refused, SessionError.unusablePage {
                refused = gap.position
            } catch SessionError.stillLoading {
                throw ServiceError.tryAgain(after: Self.rest)
            }
        }
        let isRefused = refused != nil
        let count = state.withLock { state in
            if failure == nil { state.restCounts[chat] = nil }
            let count = state.refusalCounts[chat, default: 0]
            state.refusalCounts[chat] = isRefused ? count + 1 : nil
            return count
        }
        if isRefused {
            self.refused.insert(chat, for: min(Backoff.cap * (1 << min(count, 10)), Self.longestRefusal))
        }
        return failure
    }

    private func nextRest(in chat: ChatID) -> Duration {
        let count = state.withLock { state in
            state.restCounts[chat, default: 0] += 1
            return state.restCounts[chat, default: 0]
        }
        return min(Self.rest * count, Self.longestRest)
    }

    /// Commits the page before a gap's end. Skips empty pages up to a limit; the next attempt continues behind them.
    private func fill(_ gap: Gap) async throws {
        var cursor = gap.cursor
        let time = Stopwatch(clock: context.environment.clock)
        for _ in 0..<Self.emptyPageLimit where time.now < Self.emptyPageTime {
            let page = try await context.service.withTimeLimit { [cursor] in
                try await $0.page(of: gap.chat, before: cursor)
            }
            try await commit(page, of: gap.chat)
            guard page.messages.isEmpty else { return try await check(page, before: gap) }
            guard let next = page.next else {
                try await history.commit { try $0.closeGap(before: gap.position, in: gap.chat) }
                return history.feed.post([gap.chat])
            }
            cursor = next
        }
        if cursor.rawValue.utf8.count <= Limits.cursorBytes {
            try await history.commit { [cursor] in try $0.moveGap(before: gap.position, in: gap.chat, to: cursor) }
        }
        throw SessionError.stillLoading
    }

    private func commit(_ page: MessagePage, of chat: ChatID) async throws {
        guard !page.messages.isEmpty || !page.annotations.isEmpty else { return }
        try await inbox.receive(in: chat, from: .page) {
            ChatUpdate(chat: $0, messages: page.messages, annotations: page.annotations)
        }
    }

    /// Makes sure that a page has made a gap smaller. Throws `SessionError.unusablePage` otherwise.
    private func check(_ page: MessagePage, before gap: Gap) async throws {
        guard try await history.read({ try $0.holds(gap) }) else { return }
        // The page's messages may be stored already, at other positions than the gap suggested.
        let isClosed = try await history.commit { writer in
            guard let newest = page.messages.last, try writer.read({ try $0.holds(gap) }) else { return false }
            return try writer.closeGap(before: gap.position, after: newest.id, in: gap.chat)
        }
        // A page that cannot be stored would be requested again for ever.
        guard isClosed else { throw SessionError.unusablePage }
        history.feed.post([gap.chat])
    }

    /// The time for which pages are fetched until those of a date have come: a line that the user types in line mode waits meanwhile.
    private static let dateTime: Duration = .seconds(20)
    private static let rest: Duration = .seconds(10)
    private static let longestRest: Duration = .seconds(600)
    private static let longestRefusal: Duration = .seconds(3600)

    /// A server that answers with nothing but empty pages gets a rest after so many.
    private static let emptyPageLimit = 100
    /// The same for slow ones: the user may be waiting.
    private static let emptyPageTime: Duration = .seconds(5)
}

extension ChatReader {
    /// Whether a gap is still as it was.
    fileprivate func holds(_ gap: Gap) throws -> Bool {
        let next = Position(gap.position.rawValue &+ 1)
        return try gapToFill(in: gap.chat, before: next) == gap || earliestGap(in: gap.chat) == gap
    }
}

extension MessageWindow {
    /// The largest number of messages in the window.
    fileprivate var limit: Int {
        switch self {
        case .newest(let count): count
        case .around(_, let before, let after): before + after + 1
        }
    }
}
