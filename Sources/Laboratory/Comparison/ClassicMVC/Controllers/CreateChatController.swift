import ChatStore
import OneThread
import ScreenKit
import Transport

/// What the form's controller passes back to the controller that opened it.
protocol CreateChatControllerDelegate: AnyObject {
    func createChatController(_ controller: CreateChatController, didCreate chat: ChatModel)
}

/// Mediates between the form's view, the contacts and the server that makes chats.
package final class CreateChatController: ViewController {
    static let suggestionLimit = 8

    package let view: CreateChatView
    weak var delegate: (any CreateChatControllerDelegate)?
    private unowned let app: AppController
    private var newChat = NewChatModel(typed: "")
    private var suggestionRequest: Work?
    private var creation: Work?
    private var patience = Duration.zero

    init(app: AppController) {
        self.app = app
        view = CreateChatView(window: app.window)
        super.init()
        view.delegate = self
    }

    override func didAppear() {
        showJudgement()
    }

    override func didDisappear() {
        suggestionRequest?.cancel()
        creation?.cancel()
    }

    private func showJudgement() {
        view.state = newChat.message.map { .invalid(message: $0) } ?? .valid
    }

    /// The last keystroke wins: a request for an earlier one is cancelled.
    private func suggest() {
        suggestionRequest?.cancel()
        guard newChat.isValid else {
            view.suggestions = []
            return
        }
        let (service, name) = (app.service, newChat.name)
        suggestionRequest = app.queue.request(
            { try await service.contacts(matching: name, limit: Self.suggestionLimit * 4) },
            receive: { [weak self] result in
                // Suggestions are a help: when they cannot be had, the form works without.
                self?.show((try? result.get()) ?? [], for: name)
            }
        )
    }

    /// Those whose whole name begins as typed come first, then by name.
    private func show(_ contacts: [Contact], for name: String) {
        let typed = name.lowercased()
        let ranked = contacts.filter { $0.matches(name) }
            .map { (isPrefix: $0.name.lowercased().hasPrefix(typed), contact: $0) }
            .sorted { left, right in
                if left.isPrefix != right.isPrefix { return left.isPrefix }
                return (left.contact.name, left.contact.id) < (right.contact.name, right.contact.id)
            }
        view.suggestions = ranked.prefix(Self.suggestionLimit).map(\.contact.name)
    }

    private func create(_ retry: RetryModel) {
        let (service, name) = (app.service, newChat.name)
        if let existing = try? app.model.database.read({ try $0.chat(withContactNamed: name) }),
            let chat = app.model.chat(existing.id)
        {
            delegate?.createChatController(self, didCreate: chat)
            return
        }
        creation = app.queue.request {
            try await service.createChat(with: name)
        } receive: { [weak self] result in
            self?.take(result, retry)
        }
    }

    private func take(_ result: Result<ChatHeader, any Error>, _ retry: RetryModel) {
        do {
            let header = try result.get()
            _ = try app.model.apply([ChatUpdate(chat: header)])
            guard let chat = app.model.chat(header.id) else { return }
            delegate?.createChatController(self, didCreate: chat)
        } catch let error as ServiceError where error.isTemporary && patience > .zero {
            var retry = retry
            let delay = retry.delay(after: error)
            patience -= delay
            creation = app.queue.after(delay, on: app.environment.clock) { [weak self, retry] in self?.create(retry) }
        } catch {
            view.problem = errorText(error)
            showJudgement()
        }
    }
}

extension CreateChatController: CreateChatViewDelegate {
    func createChatView(_ view: CreateChatView, didType text: String) {
        if case .busy = view.state { return }
        view.field = text
        newChat = NewChatModel(typed: text)
        showJudgement()
        suggest()
    }

    func createChatViewDidTapCreate(_ view: CreateChatView) {
        switch view.state {
        case .busy: break
        case .invalid(let message): view.problem = message
        case .valid:
            view.state = .busy
            patience = .seconds(60)
            create(RetryModel(random: app.environment.random))
        }
    }

    func createChatViewDidTapBack(_ view: CreateChatView) {
        navigationController?.pop()
    }
}
