import Synchronization
public import Transport

/// Which changes somebody wants to hear of.
public enum ChangeScope: Hashable, Sendable {
    /// Any change at all.
    case account
    /// A change in one chat, or in what concerns every screen: connection and focus.
    case chat(ChatID)
}

/// Tells followers that something changed; what it is, they read themselves.
///
/// Posting costs one step for each follower, and there is one for each screen and a few for the app.
final class ChangeFeed: Sendable {
    private struct Follower {
        let scope: ChangeScope
        let signal: AsyncStream<Void>.Continuation
    }

    private struct State {
        var followers: [Int: Follower] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Fires at once, unless only what comes from now on is wanted; changes that nobody has looked at become one.
    func changes(of scope: ChangeScope, fromNow: Bool = false) -> AsyncStream<Void> {
        let (changes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.count += 1
            state.followers[state.count] = Follower(scope: scope, signal: signal)
            return state.count
        }
        signal.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: number) }
        }
        if !fromNow { signal.yield() }
        return changes
    }

    func post(_ chats: Set<ChatID>) {
        guard !chats.isEmpty else { return }
        post { scope in
            switch scope {
            case .account: true
            case .chat(let chat): chats.contains(chat)
            }
        }
    }

    func postAll() {
        post { _ in true }
    }

    /// How many follow; for tests that nobody is left behind.
    var followerCount: Int { state.withLock { $0.followers.count } }

    private func post(where concerns: (ChangeScope) -> Bool) {
        // In the order in which they came, so that one seed gives one history.
        let followers = state.withLock { state in
            state.followers.filter { concerns($0.value.scope) }.sorted { $0.key < $1.key }
        }
        for (_, follower) in followers { follower.signal.yield() }
    }
}
