import ChatTypes
import Observation
import OneThread
import PhoneKit

/// A store of the service's notices, which come by push and by the sockets of open chats. It keeps each once.
@Observable final class NoticeStore {
    private var notices: [ServiceNotice] = []
    private let socket: NoticeSocket
    private let queue: MainQueue

    init(socket: NoticeSocket, queue: MainQueue) {
        (self.socket, self.queue) = (socket, queue)
    }

    func texts(in chat: ChatID) -> [String] {
        notices.filter { $0.chat == chat }.map(\.text)
    }

    func add(_ notice: ServiceNotice) {
        if !notices.contains(where: { $0.id == notice.id }) { notices.append(notice) }
    }

    /// Connects a chat's socket, until the work is cancelled.
    func connect(to chat: ChatID) -> Work {
        queue.follow(socket, of: chat) { [weak self] in self?.add($0) }
    }
}
