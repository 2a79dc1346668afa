import OneThread
import Transport

/// GET of people whose names begin as typed; the last keystroke wins.
final class SuggestionEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let router: ChatEventRouter
    private var work: Work?

    init(service: any ChatService, queue: MainQueue, router: ChatEventRouter) {
        self.service = service
        self.queue = queue
        self.router = router
    }

    /// Forgets the request before; asks for nothing when there is no name.
    func load(for name: String?) {
        work?.cancel()
        guard let name else { return }
        work = queue.request { [service] in
            // More than are shown: some may not match in our way.
            try await service.contacts(matching: name, limit: CreateChatModel.suggestionLimit * 4)
        } receive: { [weak self] result in
            // Suggestions are a help: when they cannot be had, the form works without.
            if case .success(let contacts) = result { self?.router.route(.suggested(contacts, for: name)) }
        }
    }
}
