import ChatTypes
import OneThread
import PhoneKit

/// A store of the service's notices, which come by push and by the sockets of open chats. It keeps each once.
final class NoticeStore {
    weak var delegate: (any NoticeStoreDelegate)?
    private let socket: NoticeSocket
    private let queue: MainQueue
    private var notices: [ServiceNotice] = []

    init(socket: NoticeSocket, queue: MainQueue) {
        (self.socket, self.queue) = (socket, queue)
    }

    func texts(in chat: ChatID) -> [String] {
        notices.filter { $0.chat == chat }.map(\.text)
    }

    func add(_ notice: ServiceNotice) {
        guard !notices.contains(where: { $0.id == notice.id }) else { return }
        notices.append(notice)
        delegate?.noticeStore(self, didAddNoticeIn: notice.chat)
    }

    /// Connects a chat's socket, until the work is cancelled.
    func connect(to chat: ChatID) -> Work {
        queue.follow(socket, of: chat) { [weak self] in self?.add($0) }
    }
}

protocol NoticeStoreDelegate: AnyObject {
    func noticeStore(_ store: NoticeStore, didAddNoticeIn chat: ChatID)
}
