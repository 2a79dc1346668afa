public import ChatTypes
import Foundation
import SQLiteKit

/// Threads: the line below a root, the answers of one, and the list of all.
extension ChatReader {
    /// Returns a window of a thread's answers. The root stands above the first of them if it is stored.
    func findThread(_ root: MessageID, of chat: ChatID, in window: MessageWindow) throws -> Timeline? {
        let stretch = WindowCounts(window)
        guard var header = try TimelineHeader.find(chat, around: stretch.middle ?? root, in: connection) else {
            return nil
        }
        let end = TimelinePlace(waits: .max, number: .max)
        let place = stretch.middle == nil ? end : header.place ?? end
        let markers = try markers(of: root, in: header)
        header.thread = (root, markers.mine, markers.theirs)
        header.firstUnread = try firstUnread(of: root, after: markers.mine ?? .min, in: header.key)
        (header.draft, header.isCountedUnread) =
            try connection.first(
                "SELECT draft, unread FROM thread WHERE chat = ? AND root = ?",
                header.key,
                root.stored
            ) { ($0.text(0), $0.integer(1) > 0) } ?? ("", false)
        let counts = place.waits == .max ? WindowCounts(.around(root, before: stretch.newest - 1, after: 0)) : stretch
        let answers = try timeline(header, around: place, counts, .thread(root))
        guard !answers.hasStoredEarlier else { return answers }
        guard
            var first = try connection.first(
                Self.messageQuery,
                header.key,
                root.stored,
                read: { try message($0, $1, of: header) }
            )
        else {
            // The root, and answers, may be before everything that is here.
            var timeline = answers
            timeline.mayHaveMore = try answers.messages.isEmpty && hasGap(in: header.key)
            if timeline.hasEarlier { return timeline }
            let missing = try self.root(root, in: header)
            return Timeline(
                header,
                messages: [missing] + answers.messages,
                hasStoredEarlier: false,
                hasLater: answers.hasLater
            )
        }
        first.isUnread = false
        first.followsGap = false
        return Timeline(
            header,
            messages: [first] + answers.messages,
            hasStoredEarlier: false,
            hasLater: answers.hasLater
        )
    }

    /// Returns a window of the roots of a chat's threads, the one with the newest answer last. A root that is not here has no text.
    func findThreads(of chat: ChatID, in window: MessageWindow) throws -> Timeline? {
        let stretch = WindowCounts(window)
        guard var header = try TimelineHeader.find(chat, around: stretch.middle ?? MessageID(""), in: connection) else {
            return nil
        }
        (header.draft, header.firstUnread) = ("", nil)
        let middle = try stretch.middle.flatMap { root in
            try connection.first("SELECT top FROM thread WHERE chat = ? AND root = ?", header.key, root.stored) {
                (top: $0.integer(0), root: root)
            }
        }
        let limit = middle == nil ? stretch.newest : stretch.upToMiddle
        let earlier = try connection.rows(
            """
            SELECT root FROM thread INDEXED BY thread_by_age WHERE chat = ? AND (top, root) <= (?, ?)
            ORDER BY top DESC, root DESC LIMIT ?
            """,
            header.key,
            middle?.top ?? .max,
            middle?.root.stored ?? MessageID("").stored,
            limit + 1
        ) { $0.identifier(0) as MessageID }
        let later =
            try middle.map { middle in
                try connection.rows(
                    """
                    SELECT root FROM thread INDEXED BY thread_by_age WHERE chat = ? AND (top, root) > (?, ?)
                    ORDER BY top, root LIMIT ?
                    """,
                    header.key,
                    middle.top,
                    middle.root.stored,
                    stretch.after + 1
                ) { $0.identifier(0) as MessageID }
            } ?? []
        let roots = earlier.prefix(limit).reversed() + later.prefix(stretch.after)
        return Timeline(
            header,
            messages: try roots.map { try root($0, in: header) },
            hasStoredEarlier: earlier.count > limit,
            hasLater: later.count > stretch.after
        )
    }

    /// Returns the root of a thread as a row of the list of threads.
    private func root(_ root: MessageID, in chat: TimelineHeader) throws -> ChatMessage {
        var found = try connection.first(Self.messageQuery, chat.key, root.stored) { try message($0, $1, of: chat) }
        found?.isUnread = false
        found?.followsGap = false
        let summary = try summary(of: root, in: chat.key)
        return found
            ?? ChatMessage(
                id: root,
                author: .contact,
                text: missingRootText,
                thread: summary,
                isPlaceholder: true,
                time: summary?.time ?? Date(milliseconds: 0),
                delivery: .received
            )
    }

    /// Returns the thread of a root as one line; nil if the root has none. Cost: constant.
    func summary(of root: MessageID, in chat: Int64) throws -> ThreadSummary? {
        let newest = try connection.first(
            """
            SELECT id, time FROM message INDEXED BY message_by_thread
            WHERE chat = ? AND thread IS ? ORDER BY waits DESC, place DESC LIMIT 1
            """,
            chat,
            root.stored
        ) { (id: $0.identifier(0) as MessageID, time: Date(milliseconds: $0.integer(1))) }
        let answer = try newest.map { try answered($0.id, in: chat) }
        return try connection.first(
            """
            SELECT answers + (SELECT count(*) FROM message INDEXED BY message_by_thread
                WHERE chat = t.chat AND thread IS t.root AND waits > 0 AND removed = 0), unread, mentions,
                draft <> '' OR EXISTS (SELECT 1 FROM unfinished u CROSS JOIN message m ON m.chat = u.chat AND m.id = u.message
                    WHERE u.chat = t.chat AND m.thread IS t.root)
            FROM thread t WHERE chat = ? AND root = ?
            """,
            chat,
            root.stored
        ) { row in
            ThreadSummary(
                answerCount: row.count(0),
                newest: answer,
                time: newest?.time,
                unreadCount: row.count(1),
                mentionCount: row.count(2),
                hasDraft: row.flag(3)
            )
        }
    }

    /// Returns how far the user and all others have read in a thread. Cost: a few steps; in a group, linear in its members.
    func markers(of root: MessageID, in chat: TimelineHeader) throws -> (mine: Int64?, theirs: Int64?) {
        if let known = chat.thread, known.root == root { return (known.mine, known.theirs) }
        let mine = try connection.first(
            """
            SELECT CASE WHEN t.marker IS NULL OR t.marker < c.read_all THEN c.read_all ELSE t.marker END
            FROM chat c LEFT JOIN thread t ON t.chat = c.key AND t.root = ?2 WHERE c.key = ?1
            """,
            chat.key,
            root.stored
        ) { $0.optionalInteger(0) }
        let theirs =
            if chat.group == nil {
                try connection.first(
                    "SELECT max(marker) FROM thread_reader WHERE chat = ? AND thread IN ('', ?) AND sender = ''",
                    chat.key,
                    root.stored
                ) { $0.optionalInteger(0) }
            } else {
                try connection.first(
                    """
                    SELECT min(max(m.since, coalesce(r.marker, -9223372036854775808), coalesce(a.marker, -9223372036854775808)))
                    FROM member m LEFT JOIN thread_reader r ON r.chat = m.chat AND r.thread = ?2 AND r.sender = m.id
                        LEFT JOIN thread_reader a ON a.chat = m.chat AND a.thread = '' AND a.sender = m.id
                    WHERE m.chat = ?1 AND m.is_member = 1 AND m.id <> ''
                    """,
                    chat.key,
                    root.stored
                ) { $0.optionalInteger(0) }
            }
        return (mine ?? nil, theirs ?? nil)
    }

    /// Returns the root of the thread that a message is in; nil outside threads, and if it is not stored. Throws `SQLiteError`.
    public func thread(of message: MessageID, in chat: ChatID) throws -> MessageID? {
        try connection.first(
            "SELECT thread FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?",
            chat.stored,
            message.stored
        ) { $0.isNull(0) ? nil : $0.identifier(0) } ?? nil
    }

    /// Returns the first unread answer of a thread; nil if there is none, or if too many that do not count come before it.
    private func firstUnread(of root: MessageID, after marker: Int64, in chat: Int64) throws -> MessageID? {
        try connection.first(
            """
            SELECT id FROM (SELECT id, mine, removed, quiet FROM message INDEXED BY message_by_thread
                WHERE chat = ? AND thread IS ? AND waits = 0 AND place > ? ORDER BY place LIMIT ?)
            WHERE +mine = 0 AND +removed = 0 AND +quiet = 0 LIMIT 1
            """,
            chat,
            root.stored,
            marker,
            Self.unreadReach + 1
        ) { $0.identifier(0) }
    }

    private func hasGap(in chat: Int64) throws -> Bool {
        try connection.first("SELECT 1 FROM gap WHERE chat = ? LIMIT 1", chat) { _ in true } ?? false
    }
}

/// The text in place of a thread's root that is not here.
package let missingRootText = "The message with which this thread begins is not here"
