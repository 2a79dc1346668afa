import ChatSession
import ChatTypes
import OneThread
import PhoneKit

/// The model controller of the form. It holds the typed names and creates the chat.
final class CreateChatModelController {
    private static let suggestionLimit = 8

    private let session: Session
    private let queue: MainQueue
    private let router: ChatEventRouter
    private var form = CreateChatModel()
    private var suggestionRequest: Work?
    private var creation: Work?

    init(_ context: AppContext, router: ChatEventRouter) {
        (session, queue, self.router) = (context.session, context.queue, router)
    }

    func open() {
        router.route(.editing(form))
    }

    func close() {
        suggestionRequest?.cancel()
        creation?.cancel()
    }

    func type(_ text: String) {
        guard creation == nil else { return router.route(.creatingChat(form)) }
        form.typed = text
        let name = form.name
        form.suggestions = name.error == nil ? form.suggestions.filter { $0.matches(name.text) } : []
        router.route(.editing(form))
        // The last keystroke wins: a request for an earlier one is cancelled.
        suggestionRequest?.cancel()
        if name.error == nil { suggest(name) }
    }

    func add() {
        guard creation == nil else { return }
        do { try form.add() } catch { return router.route(.createChatFailed(form, error)) }
        suggestionRequest?.cancel()
        router.route(.editing(form))
    }

    private func suggest(_ name: ContactName) {
        suggestionRequest = queue.request { [session] in
            try await session.contacts(matching: name.text, limit: Self.suggestionLimit * 4)
        } receive: { [weak self] result in
            // Suggestions are optional: the form works without them if the request fails.
            guard let self, let found = try? result.get() else { return }
            form.suggestions = found.suggestions(for: name, limit: Self.suggestionLimit)
            router.route(creation == nil ? .editing(form) : .creatingChat(form))
        }
    }

    func create() {
        guard creation == nil else { return }
        if let fault = form.invitees.error { return router.route(.createChatFailed(form, fault)) }
        creation = queue.request { [session, form] in
            try await session.createChat(with: form.invitees)
        } receive: { [weak self] in
            self?.didCreate($0)
        }
        router.route(.creatingChat(form))
    }

    private func didCreate(_ result: Result<ChatID, any Error>) {
        creation = nil
        switch result {
        case .success(let chat): router.route(.created(chat))
        case .failure(let error): router.route(.createChatFailed(form, error))
        }
    }
}
