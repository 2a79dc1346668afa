public import ChatTypes
import RuntimeKit

/// The changes that a query depends on.
public enum ChangeScope: Hashable, Sendable {
    /// Any change at all.
    case account
    /// A change in one chat, or in the state of the server and the disk.
    case chat(ChatID)
    /// The same, and the progress of the chat's files.
    case files(ChatID)
    /// A change in the verification of a device, or in the state of the server and the disk.
    case verification
}

/// Invalidates queries whose results may have changed.
///
/// Posting costs one step for each query; there is one for each screen and a few for the app.
final class ChangeFeed: Sendable {
    private struct Follower {
        let scope: ChangeScope
        weak var query: (any Invalidatable)?
    }

    private struct Watcher {
        weak var watch: HistoryWatch?
    }

    /// In the order of `follow`, so that equal seeds give equal runs.
    private let followers = InterleavingMutex<[Follower]>([])
    /// In the order of `watch`.
    private let watchers = InterleavingMutex<[Watcher]>([])

    /// Returns a watch that gets each change of messages and states from now on, for as long as anything holds it: of one chat, or of all.
    func watch(_ chat: ChatID?) -> HistoryWatch {
        let watch = HistoryWatch(of: chat)
        watchers.withLock { watchers in
            watchers.removeAll { $0.watch == nil }
            watchers.append(Watcher(watch: watch))
        }
        return watch
    }

    /// Posts changes to the watches only. Costs a step without any.
    func post(_ changes: [HistoryChange]) {
        guard !changes.isEmpty else { return }
        for watch in watchers.withLock({ $0.compactMap(\.watch) }) { watch.post(changes) }
    }

    /// Posts a message that is new or looks different.
    func post(_ message: MessageID, in chat: ChatID) {
        post([.message(message, in: chat)])
        post([chat])
    }

    /// Invalidates `query` after each change that `scope` covers, for as long as anything holds the query.
    func follow(_ scope: ChangeScope, _ query: any Invalidatable) {
        followers.withLock { followers in
            followers.removeAll { $0.query == nil }
            followers.append(Follower(scope: scope, query: query))
        }
    }

    /// Posts a change of these chats.
    func post(_ chats: Set<ChatID>) {
        guard !chats.isEmpty else { return }
        post { scope in
            switch scope {
            case .account: true
            case .chat(let chat), .files(let chat): chats.contains(chat)
            case .verification: false
            }
        }
    }

    /// Posts a change that shows in chat lists and badges, but not in any chat.
    func postCounts() {
        post { $0 == .account }
    }

    /// Posts a change that only affects the files of a chat.
    func postFiles(of chat: ChatID) {
        post { $0 == .files(chat) }
    }

    /// Posts a change that shows on the screens of one chat only.
    func postScreens(of chat: ChatID) {
        post { $0 == .chat(chat) || $0 == .files(chat) }
    }

    /// Posts a change of the verification.
    func postVerification() {
        post { $0 == .verification }
    }

    /// Posts a change that affects every query.
    func postAll() {
        post { _ in true }
    }

    /// The number of queries held. For tests that look for leaks.
    var followerCount: Int {
        followers.withLock { $0.count { $0.query != nil } }
    }

    private func post(where isAffected: (ChangeScope) -> Bool) {
        let affected = followers.withLock { $0.filter { isAffected($0.scope) }.compactMap(\.query) }
        for query in affected { query.invalidate() }
    }
}
