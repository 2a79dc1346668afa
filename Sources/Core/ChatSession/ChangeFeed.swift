public import ChatTypes
import RuntimeKit

/// Which changes a query depends on.
public enum ChangeScope: Hashable, Sendable {
    /// Any change at all.
    case account
    /// A change in what one chat shows, or in what concerns every screen: how it stands with the server and the disk.
    case chat(ChatID)
    /// The same, and how far the chat's files have come.
    case files(ChatID)
}

/// Tells queries that their answers may have changed.
///
/// Posting costs one step for each query, and there is one for each screen and a few for the app.
final class ChangeFeed: Sendable {
    private struct Follower {
        let scope: ChangeScope
        weak var query: (any Invalidatable)?
    }

    /// In the order in which they came, so that one seed gives one history.
    private let followers = InterleavingMutex<[Follower]>([])

    /// Invalidates `query` after each change that `scope` covers, for as long as anything holds the query.
    func follow(_ scope: ChangeScope, _ query: any Invalidatable) {
        followers.withLock { followers in
            followers.removeAll { $0.query == nil }
            followers.append(Follower(scope: scope, query: query))
        }
    }

    /// A change of these chats.
    func post(_ chats: Set<ChatID>) {
        guard !chats.isEmpty else { return }
        post { scope in
            switch scope {
            case .account: true
            case .chat(let chat), .files(let chat): chats.contains(chat)
            }
        }
    }

    /// A change of what lists and badges say of a chat, and of nothing that the chat itself shows.
    func postCounts() {
        post { $0 == .account }
    }

    /// A change of how a chat's files stand, and of nothing else.
    func postFiles(of chat: ChatID) {
        post { $0 == .files(chat) }
    }

    func postAll() {
        post { _ in true }
    }

    /// How many queries are held; for tests that none is left behind.
    var followerCount: Int {
        followers.withLock { $0.count { $0.query != nil } }
    }

    private func post(where concerns: (ChangeScope) -> Bool) {
        let concerned = followers.withLock { $0.filter { concerns($0.scope) }.compactMap(\.query) }
        for query in concerned { query.invalidate() }
    }
}
