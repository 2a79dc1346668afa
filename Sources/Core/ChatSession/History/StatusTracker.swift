import ChatTypes
import RuntimeKit
import Synchronization

/// The state of the server and the disk, as the last attempts showed it.
final class StatusTracker: Sendable {
    private let status = Mutex(ModelStatus())
    private let feed: ChangeFeed
    /// Given when requests succeed again, which ends pauses between attempts early.
    let reconnected = Signal()

    init(feed: ChangeFeed) {
        self.feed = feed
    }

    var value: ModelStatus { status.withLock { $0 } }

    /// Changes the status and returns the old one. Invalidates all queries if the status differs.
    @discardableResult
    func update(_ change: (inout ModelStatus) -> Void) -> ModelStatus {
        let (old, new) = status.withLock { status in
            let old = status
            change(&status)
            return (old, status)
        }
        if new != old { feed.postAll() }
        if new.connection != old.connection { feed.post([.connection]) }
        if new.connection.requests == .working, old.connection.requests != .working { reconnected.wakeAll() }
        return old
    }
}
