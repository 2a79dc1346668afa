public import ChatTypes
public import OneThread
import RuntimeKit
import Synchronization

/// The service's socket for notices, with a connection of its own for each open chat.
///
/// It is no part of the session. The other source of notices is the system's push, `PhoneApp.didReceive(_:)`.
public final class NoticeSocket: Sendable {
    private let connections = Mutex<[ChatID: [CoalescingQueue<ServiceNotice>]]>([:])

    public init() {}

    /// Whether a chat has a connection.
    public func isOpen(for chat: ChatID) -> Bool {
        connections.withLock { $0[chat]?.isEmpty == false }
    }

    /// Sends a notice to the connections of its chat.
    public func send(_ notice: ServiceNotice) {
        for connection in connections.withLock({ $0[notice.chat, default: []] }) { connection.post(notice) }
    }

    /// Receives the notices of a chat until the caller's task is cancelled.
    public func connect(to chat: ChatID, _ receive: @Sendable (ServiceNotice) async -> Void) async {
        let connection = CoalescingQueue<ServiceNotice>()
        connections.withLock { $0[chat, default: []].append(connection) }
        defer { connections.withLock { $0[chat]?.removeAll { $0 === connection } } }
        while true {
            let notices = await connection.takeAll()
            if notices.isEmpty { return }
            for notice in notices { await receive(notice) }
        }
    }
}

extension MainQueue {
    /// Delivers each notice of a chat's socket on this thread, until the work is cancelled.
    public func follow(
        _ socket: NoticeSocket,
        of chat: ChatID,
        receive: @escaping (ServiceNotice) -> Void
    ) -> Work {
        start({ post in await socket.connect(to: chat) { await post($0) } }, receive: receive)
    }
}
