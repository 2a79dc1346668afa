import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import Transport

/// How an update reached the session.
enum UpdateSource {
    /// Through a live connection: it has just happened.
    case live
    /// In a response: it happened since the last request.
    case response
    /// On a page of older history.
    case page
}

/// Commits what the server reports, then updates screens and notifications and wakes the duties that have work now.
struct Inbox: Sendable {
    private let history: History
    private let queues: SessionQueues
    private let focus: FocusTracker
    private let typing: Typing
    private let notifier: Notifier
    private let service: TimeLimitedService
    private let now: @Sendable () -> Date

    init(_ context: SessionContext, focus: FocusTracker, typing: Typing, notifier: Notifier) {
        (history, queues, service) = (context.history, context.queues, context.service)
        now = context.environment.now
        (self.focus, self.typing, self.notifier) = (focus, typing, notifier)
    }

    /// Commits updates in one transaction.
    ///
    /// Live messages are notified unless the user looks at their chat; other messages only change the unread count. Throws a
    /// `StorageProblem`; then nothing was committed or shown.
    ///
    /// If `endsSync`, requests count as working from this commit on: content and status reach the screens together.
    func receive(
        _ updates: [ChatUpdate],
        from source: UpdateSource = .response,
        syncedTo cursor: SyncCursor? = nil,
        endsSync: Bool = false
    ) async throws {
        try await commit(from: source, endsSync: endsSync) { writer in
            if let cursor { try writer.setSyncCursor(cursor) }
            return updates
        }
    }

    /// Commits an update of a stored chat, made from the chat's current header. Does nothing if the chat is not stored.
    func receive(
        in chat: ChatID,
        from source: UpdateSource = .response,
        _ makeUpdate: @Sendable (ChatHeader) -> ChatUpdate
    ) async throws {
        try await commit(from: source) { writer in
            try writer.read { try $0.chat(chat) }.map { [makeUpdate($0)] } ?? []
        }
    }

    private func commit(
        from source: UpdateSource,
        endsSync: Bool = false,
        _ updates: @Sendable (borrowing ChatWriter) throws -> [ChatUpdate]
    ) async throws {
        try await history.commit { writer in
            // Counted first: a later update may retract a message that an earlier one brought.
            var changes = Changes(retractionCount: notifier.retractionCount)
            for update in try updates(writer) {
                if let update = update.bounded() { try apply(update, from: source, to: &changes, by: writer) }
            }
            changes.nameSenders(by: writer)
            return changes
        } then: { changes in
            announce(changes, from: source)
            if endsSync { history.status.update { $0.connection.requests = .working } }
        }
    }

    private func apply(
        _ update: ChatUpdate,
        from source: UpdateSource,
        to changes: inout Changes,
        by writer: borrowing ChatWriter
    ) throws {
        let chat = update.chat.id
        let part = focus.part(of: chat)
        let isLookedAt = part != nil
        let applied = try writer.apply(
            update,
            announcing: source == .live,
            lookingAt: part,
            countsMissing: service.countsUnread
        )
        if let part, part != .threads, update.unreadCount ?? 0 > 0,
            try writer.markRestRead(in: chat, thread: part.thread)
        {
            changes.read.append(chat)
        }
        if applied.isChange { changes.chats.insert(chat) }
        changes.note(applied, in: chat, isOnPage: source == .page)
        if applied.opensGap { changes.gaps.append(chat) }
        if applied.owesDeletion { changes.deletionsDue.append(chat) }
        for message in applied.announced where !focus.isOn(chat, thread: message.thread) {
            changes.news.append((update.chat, message, nil))
        }
        if part != .main, source == .live {
            for call in applied.calls {
                let name = try call.author.member.flatMap { _ in
                    try writer.read { try $0.name(of: call.author, in: chat) }
                }
                changes.calls.append(ChatNotification(chat: update.chat, call: call, by: name))
            }
        }
        if let removal = applied.removal, !isLookedAt, source == .live {
            changes.standings.append((update.chat, removal))
        }
        if let invitation = applied.invitation, update.announcesInvitation, !isLookedAt, source == .live {
            changes.standings.append((update.chat, invitation))
        }
        if !applied.changed.isEmpty || applied.isMuteChange || applied.isRead { changes.retracts = true }
        for author in Set(update.messages.map(\.author)).sorted() { changes.authors.append((chat, author)) }
        if update.memberships.contains(where: { $0.member == .me && $0.isMember }) { changes.joined.append(chat) }
    }

    private func announce(_ changes: Changes, from source: UpdateSource) {
        var chats = changes.chats
        if changes.retracts { notifier.noteRetraction() }
        // The author of a message has finished typing. Messages on a page were written before typing began.
        if source != .page {
            for (chat, author) in changes.authors where typing.end(by: author, in: chat) { chats.insert(chat) }
        }
        history.feed.post(changes.all)
        history.feed.post(chats)
        for chat in changes.read { queues.receipts.request(chat) }
        for chat in changes.gaps { queues.backfill.request(chat) }
        for chat in changes.deletionsDue { queues.outbox.request(chat) }
        // Requests that the server refused while the user was not a member may succeed now.
        for chat in changes.joined {
            queues.receipts.request(chat)
            queues.outbox.request(chat)
            // Membership changes that the user missed leave no gap between messages.
            if source == .live { queues.requestSync() }
        }
        var notifications = changes.standings.map { ChatNotification(chat: $0.chat, state: $0.state, at: now()) }
        notifications += changes.calls
        notifications += changes.news.map { chat, message, senderName in
            ChatNotification(
                chat: chat,
                message: message,
                senderName: senderName,
                retractionCount: changes.retractionCount
            )
        }
        for var notification in notifications {
            notification.distinction = changes.distinctions[notification.chat.id]
            notifier.post(notification)
        }
    }
}

/// The changes that one transaction made.
private struct Changes: Sendable {
    let retractionCount: Int
    /// Chats that look different.
    var chats: Set<ChatID> = []
    /// The changes of messages and states, for those who watch.
    var all: [HistoryChange] = []
    /// Chats on screen in which the server counted something without a message, which is read now.
    var read: [ChatID] = []
    /// Chats in which a gap has opened.
    var gaps: [ChatID] = []
    /// Chats with a deletion that the server must be told again.
    var deletionsDue: [ChatID] = []
    /// Chats in which the user is a member now.
    var joined: [ChatID] = []
    /// Authors of messages.
    var authors: [(chat: ChatID, author: Author)] = []
    /// Chats from which the user was put out, or to which the user was invited.
    var standings: [(chat: ChatHeader, state: ChatState)] = []
    /// Calls to notify the user of.
    var calls: [ChatNotification] = []
    /// Messages to notify the user of.
    var news: [(chat: ChatHeader, message: Message, senderName: String?)] = []
    /// The IDs of chats of news whose names others have, too.
    var distinctions: [ChatID: String] = [:]
    /// Whether something was read, deleted, edited or muted, so that pending notifications may be outdated.
    var retracts = false

    init(retractionCount: Int) {
        self.retractionCount = retractionCount
    }

    /// Notes what an update of a chat changed. A state comes before the messages that it may have brought.
    mutating func note(_ applied: AppliedUpdate, in chat: ChatID, isOnPage: Bool) {
        if applied.isStateChange { all.append(.state(of: chat)) }
        all += applied.renewed.map { isOnPage ? .earlier($0, in: chat) : .message($0, in: chat) }
        all += applied.changed.map { .message($0, in: chat) }
        if applied.isReadByOthers { all.append(.readByOthers(in: chat)) }
        all += applied.threadsReadByOthers.map { .readByOthers(in: chat, thread: $0) }
    }

    /// Looks up the names of group members, and what tells their chats from others; falls back to ids if the disk fails.
    mutating func nameSenders(by writer: borrowing ChatWriter) {
        for chat in news.map(\.chat) + standings.map(\.chat) + calls.map(\.chat) where distinctions[chat.id] == nil {
            distinctions[chat.id] = (try? writer.read { try $0.distinction(of: chat) }) ?? nil
        }
        for (index, item) in news.enumerated() {
            guard case .member(let member) = item.message.author else { continue }
            do {
                news[index].senderName = try writer.read { try $0.name(of: item.message.author, in: item.chat.id) }
            } catch {
                news[index].senderName = member.rawValue
            }
        }
    }
}
