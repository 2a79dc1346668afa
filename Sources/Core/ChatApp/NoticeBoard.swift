package import ChatTypes
import RuntimeKit
import ScreenKit
import Synchronization

/// The service's notices, each once, merged from the push and the sockets of open chats.
package final class NoticeBoard: NoticeModel {
    private struct State {
        var notices: [ServiceNotice] = []
        var readers: [CoalescingQueue<Void>] = []
    }

    package typealias Receive = @Sendable (ServiceNotice) -> Void

    private let state = Mutex(State())
    private let connect: @Sendable (ChatID, @escaping Receive) async -> Void

    /// - Parameter connect: receives the notices of a chat's socket until the caller's task is cancelled.
    package init(connect: @escaping @Sendable (ChatID, @escaping Receive) async -> Void) {
        self.connect = connect
    }

    /// Adds a notice; ignores one that another source brought.
    package func add(_ notice: ServiceNotice) {
        let readers = state.withLock { state -> [CoalescingQueue<Void>] in
            guard !state.notices.contains(where: { $0.id == notice.id }) else { return [] }
            state.notices.append(notice)
            return state.readers
        }
        for reader in readers { reader.post(()) }
    }

    package func followNotices(_ receive: @escaping @Sendable ([ServiceNotice]) async -> Void) async {
        let changes = CoalescingQueue<Void>()
        state.withLock { $0.readers.append(changes) }
        defer { state.withLock { $0.readers.removeAll { $0 === changes } } }
        changes.post(())
        while await !changes.takeAll().isEmpty { await receive(state.withLock(\.notices)) }
    }

    package func connectNotices(of chat: ChatID) async {
        await connect(chat) { self.add($0) }
    }
}
