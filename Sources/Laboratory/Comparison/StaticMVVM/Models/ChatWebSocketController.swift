import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// The sockets of the chats on the stack, and what arrives in them.
enum ChatWebSocketController {
    private typealias Query = LiveQuery<Int, QueryResult<Timeline?>>

    private static let sockets = Static([ChatID: (query: Query, background: [Work])]())

    static func startSocket(for chat: ChatID) {
        guard let context = AppProcess.current?.context else { return }
        let (session, queue) = (context.session, context.queue)
        let query = session.timeline(of: chat, limit: AppContext.pageSize)
        let background = [
            queue.follow(query) { MessageEventRouter.route(event: .loaded($0, in: chat)) },
            queue.follow(session.typingNames(in: chat)) {
                MessageEventRouter.route(event: .othersType($0, in: chat))
            },
            queue.run { await session.connect(to: chat) },
        ]
        sockets.value[chat] = (query, background)
    }

    static func showEarlier(in chat: ChatID) {
        guard let query = sockets.value[chat]?.query else { return }
        query.setRequest(query.request + AppContext.pageSize)
    }

    static func disconnectSocket(for chat: ChatID) {
        for work in sockets.value.removeValue(forKey: chat)?.background ?? [] { work.cancel() }
    }
}
