import ChatTypes
import OneThread
import PhoneKit

/// A store of the service's notices, which come by push and by the sockets of open chats. It keeps each once.
final class NoticeStore {
    private let socket: NoticeSocket
    private let queue: MainQueue
    private var notices: [ServiceNotice] = []
    private var observers: [() -> (any NoticeObserver)?] = []

    init(socket: NoticeSocket, queue: MainQueue) {
        (self.socket, self.queue) = (socket, queue)
    }

    func texts(in chat: ChatID) -> [String] {
        notices.filter { $0.chat == chat }.map(\.text)
    }

    func add(_ notice: ServiceNotice) {
        guard !notices.contains(where: { $0.id == notice.id }) else { return }
        notices.append(notice)
        for observer in observers { observer()?.noticesDidChange(in: notice.chat) }
    }

    /// Notifies a presenter of each new notice, as long as it lives.
    func add(observer: any NoticeObserver) {
        observers.removeAll { $0() == nil }
        observers.append { [weak observer] in observer }
    }

    /// Connects a chat's socket, until the work is cancelled.
    func connect(to chat: ChatID) -> Work {
        queue.follow(socket, of: chat) { [weak self] in self?.add($0) }
    }
}

/// A presenter that shows notices of the service.
protocol NoticeObserver: AnyObject {
    func noticesDidChange(in chat: ChatID)
}
