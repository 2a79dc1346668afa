import ChatStore
import OneThread
import ScreenKit
import Transport

/// What a chat's controller passes back to the controller that opened it.
protocol ChatControllerDelegate: AnyObject {
    func chatControllerDidChangeChat(_ controller: ChatController)
}

/// Mediates between one chat and its view, and holds its socket.
package final class ChatController: ViewController {
    private enum Signal: Sendable {
        case event(LiveEvent)
        case ended(any Error)
    }

    package let view: ChatView
    let chat: ChatModel
    weak var delegate: (any ChatControllerDelegate)?
    private unowned let app: AppController
    private var socket: Work?
    private var retry: RetryModel

    init(chat: ChatModel, app: AppController) {
        self.chat = chat
        self.app = app
        view = ChatView(window: app.window)
        retry = RetryModel(random: app.environment.random)
        super.init()
        view.delegate = self
    }

    override func didAppear() {
        view.field = chat.draft
        connect()
        update()
    }

    override func didDisappear() {
        socket?.cancel()
    }

    /// Makes every row anew.
    override func update() {
        view.title = chat.contact.name
        view.status = app.model.connection.text
        if let problem = app.model.storageProblem { view.problem = problem }
        view.state = .loaded(chat.messages.map(cell(for:)), hasEarlier: chat.hasEarlier)
    }

    /// The chat has changed: shows it, and passes that back.
    func chatDidChange() {
        update()
        delegate?.chatControllerDidChangeChat(self)
    }

    private func cell(for message: StoredMessage) -> ChatView.Cell {
        ChatView.Cell(
            message: message.id,
            text: previewText(of: message.text, imageCount: message.imageCount),
            isMine: message.author == .me,
            time: app.environment.timeText(for: message.time),
            delivery: message.delivery,
            followsGap: message.followsGap
        )
    }

    private func connect() {
        let (sockets, id) = (app.sockets, chat.id)
        socket = app.queue.start(
            { (post: @escaping @Sendable (Signal) async -> Void) in
                do {
                    try await sockets.connect(to: id) { await post(.event($0)) }
                } catch {
                    await post(.ended(error))
                }
            },
            receive: { [weak self] in self?.receive($0) }
        )
    }

    private func receive(_ signal: Signal) {
        switch signal {
        case .event(.opened):
            retry.reset()
            app.sync.syncNow()
        case .event(.updates(let updates)):
            take(updates)
        case .ended(let error):
            app.sync.connectionDidDrop()
            socket = app.queue.after(retry.delay(after: error), on: app.environment.clock) { [weak self] in
                self?.connect()
            }
        }
    }

    private func take(_ updates: [ChatUpdate]) {
        do {
            let changes = try app.model.apply(updates, isLive: true) { $0 == chat.id }
            if !changes.chats.isEmpty { chatDidChange() }
            for chat in changes.gaps { app.history.fill(chat) }
        } catch {
            // What cannot be stored now is asked for again.
            app.updateAll()
            app.sync.syncNow()
        }
    }

    private func change(_ body: (borrowing ChatWriter) throws -> Void) -> Bool {
        do {
            try app.model.change(chat.id, body)
            return true
        } catch {
            view.problem = app.model.storageProblem ?? errorText(error)
            return false
        }
    }
}

extension ChatController: ChatViewDelegate {
    func chatView(_ view: ChatView, didType text: String) {
        _ = change { try $0.setDraft(text, in: chat.id) }
    }

    func chatView(_ view: ChatView, didTapSend text: String) {
        guard !text.allSatisfy(\.isWhitespace) else {
            view.problem = "Please type a message first"
            return
        }
        let bytes = text.utf8.count
        guard bytes <= OutgoingMessage.textLimit else {
            view.problem =
                "The message is too long: \(bytes) bytes, and the server takes \(OutgoingMessage.textLimit)"
            return
        }
        let message = OutgoingMessage(id: app.environment.makeMessageID(), chat: chat.id, text: text)
        let isQueued = change { writer in
            try writer.setDraft("", in: chat.id)
            _ = try writer.enqueue(message, at: app.environment.now())
        }
        guard isQueued else { return }
        view.field = ""
        chatDidChange()
        app.outbox.send(in: chat.id)
    }

    func chatView(_ view: ChatView, didTapResend message: MessageID) {
        guard change({ _ = try $0.requeue(message, in: chat.id, at: app.environment.now()) }) else { return }
        chatDidChange()
        app.outbox.send(in: chat.id)
    }

    func chatViewDidTapEarlier(_ view: ChatView) {
        app.history.loadEarlier(in: chat.id) { [weak self] error in
            if let self, let error { self.view.problem = errorText(error) }
        }
    }

    /// What is on screen while a person looks is read.
    func chatViewDidShowMessages(_ view: ChatView) {
        guard app.model.isFocused, navigationController?.top === self,
            let newest = chat.messages.last(where: chat.isUnread),
            change({ _ = try $0.markRead(upTo: newest.id, in: chat.id) })
        else { return }
        app.receipts.send(in: chat.id)
        delegate?.chatControllerDidChangeChat(self)
    }

    func chatViewDidTapBack(_ view: ChatView) {
        navigationController?.pop()
    }
}
