import ChatStore
public import ChatTypes
public import Foundation
import RuntimeKit

/// Messages that were sent before those that are stored or shown.
extension Session {
    /// Returns the newest stored message of a thread, or of a chat outside threads, that mentions the user, or the newest such before a
    /// message. Throws a `StorageProblem`.
    public func mention(
        before message: MessageID?,
        in chat: ChatID,
        thread: MessageID?
    ) async throws -> MessageID? {
        do { return try await read { try $0.mention(before: message, in: chat, thread: thread) } } catch {
            throw StorageProblem(error)
        }
    }

    /// Fetches pages before the oldest stored message of a chat, or of a thread, until one of its messages has come. Does nothing at the
    /// beginning.
    ///
    /// Throws `SessionError.unusablePage` if the page could not be stored; `SessionError.stillLoading` after
    /// a hundred empty pages, behind which the next call continues; a `ServiceError` or a `StorageProblem`.
    public func loadEarlier(in chat: ChatID, thread: MessageID?) async throws {
        try await backfill.loadEarlier(in: chat, thread.map(TimelinePart.thread) ?? .main)
    }

    /// Fetches pages until every message of a chat from a time on is stored, newest first, for as long as the server takes, at most 20
    /// seconds. Does nothing if they are.
    ///
    /// Throws `SessionError.stillLoading` if more are missing, behind which the next call goes on; otherwise as `loadEarlier(in:thread:)`.
    public func loadMessages(since time: Date, in chat: ChatID) async throws {
        try await backfill.load(since: time, in: chat)
    }

    /// Returns the first stored message of a part of a chat from a time on; nil if there is none. Throws a `StorageProblem`.
    public func firstMessage(since time: Date, of part: TimelinePart, in chat: ChatID) async throws -> MessageID? {
        do { return try await read { try $0.firstMessage(since: time, of: part, in: chat) } } catch {
            throw StorageProblem(error)
        }
    }

    /// Fills the gaps among the messages of a window, with at most `pageLimit` requested pages; calls `progress` before each with the
    /// number of those before.
    ///
    /// Gaps may remain. Throws `SessionError.unusablePage`, a `ServiceError`, a `StorageProblem` or `CancellationError`.
    public func fill(
        _ window: MessageWindow,
        of chat: ChatID,
        pageLimit: Int,
        progress: @Sendable (Int) -> Void
    ) async throws {
        try await backfill.fill(window, of: chat, pageLimit: pageLimit, progress: progress)
    }
}
