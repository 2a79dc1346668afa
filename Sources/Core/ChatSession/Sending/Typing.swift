import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// Typing notices of contacts, which expire, and those of the user, which are sent every few seconds at most.
final class Typing: Sendable {
    private struct TypingUser: Hashable, Comparable, Sendable {
        let chat: ChatID
        let author: Author

        static func < (lhs: Self, rhs: Self) -> Bool { (lhs.chat, lhs.author) < (rhs.chat, rhs.author) }
    }

    private let context: SessionContext
    private let users: ExpiringSet<TypingUser>
    /// The chats in which the user types.
    private let typed = Mutex<Set<ChatID>>([])
    /// Chats in which the user began, went on or ended.
    private let notices = CoalescingQueue<ChatID>()

    private var feed: ChangeFeed { context.feed }

    init(_ context: SessionContext) {
        self.context = context
        users = ExpiringSet(clock: context.environment.clock)
    }

    /// The authors who type in a chat, by id. Cost: linear in all who type, who are bounded.
    func authors(in chat: ChatID) -> [Author] {
        users.keys.filter { $0.chat == chat }.map(\.author)
    }

    /// The authors who type, by chat.
    var authorsByChat: [ChatID: [Author]] {
        Dictionary(grouping: users.keys, by: \.chat).mapValues { $0.map(\.author) }
    }

    /// Returns a query of the names of those who type in a chat. It reads no history while nobody types.
    func names(in chat: ChatID) -> LiveQuery<Void, [String]> {
        let query = LiveQuery(()) { [weak self, reader = context.history.reader] () -> [String] in
            let authors = self?.authors(in: chat) ?? []
            // A name that cannot be read now is left out.
            return authors.isEmpty ? [] : (try? await reader.read { try $0.names(of: authors, in: chat) }) ?? []
        }
        feed.follow(.chat(chat), query.invalidation)
        return query
    }

    /// Takes a contact's notice. It holds for six seconds, or until the author's next message.
    func receive(_ isTyping: Bool, by author: Author, in chat: ChatID) {
        guard chat.rawValue.isUsableID, author.isUsable, author != .me else { return }
        let user = TypingUser(chat: chat, author: author)
        let wasTyping = users.contains(user)
        if isTyping {
            // A server may name any number of chats; notices above the limit are ignored.
            guard wasTyping || users.count < Self.limit else { return }
            users.insert(user, for: Self.duration)
        } else {
            users.remove(user)
        }
        if wasTyping != isTyping { feed.post([chat]) }
    }

    /// Ends an author's notice; returns false if there was none.
    func end(by author: Author, in chat: ChatID) -> Bool {
        users.remove(TypingUser(chat: chat, author: author))
    }

    /// Records that the user types in a chat.
    func note(in chat: ChatID) {
        typed.withLock { _ = $0.insert(chat) }
        notices.post(chat)
    }

    /// Records that the user types no more in a chat. Does nothing if they did not type there.
    func endOwn(in chat: ChatID) {
        if typed.withLock({ $0.remove(chat) }) != nil { notices.post(chat) }
    }

    /// Sends the user's notices and ends expired ones, until the caller's task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.sendNotices() }
            group.addTask { [users, feed] in await users.run { feed.post([$0.chat]) } }
        }
    }

    /// Never retries: the next notice replaces one that could not be sent.
    private func sendNotices() async {
        let stopwatch = Stopwatch(clock: context.environment.clock)
        var last: (chat: ChatID, time: Duration)?
        while let chat = await notices.takeAll().last {
            let now = stopwatch.now
            // The server ends a notice by itself, but not at once.
            if let ended = last?.chat, typed.withLock({ !$0.contains(ended) }) {
                last = nil
                try? await context.service.withTimeLimit { try await $0.setTyping(false, in: ended) }
            }
            guard typed.withLock({ $0.contains(chat) }) else { continue }
            if let last, last.chat == chat, now - last.time < Self.interval { continue }
            last = (chat, now)
            try? await context.service.withTimeLimit { try await $0.setTyping(true, in: chat) }
            // Notices that waited behind a slow request are outdated, ends are not.
            if stopwatch.now - now >= Self.interval, typed.withLock({ $0.contains(chat) }) { notices.drain() }
        }
    }

    private static let duration: Duration = .seconds(6)
    private static let interval: Duration = .seconds(4)
    private static let limit = 256
}
