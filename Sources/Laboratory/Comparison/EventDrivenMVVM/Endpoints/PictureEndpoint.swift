import OneThread
import Transport

/// GET of contacts' pictures, one after the other, each once.
final class PictureEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let router: ChatEventRouter
    private var asked: Set<ContactID> = []
    private var waiting: [ContactID] = []
    private var isLoading = false

    init(service: any ChatService, queue: MainQueue, router: ChatEventRouter) {
        self.service = service
        self.queue = queue
        self.router = router
    }

    func load(_ contact: ContactID) {
        guard asked.insert(contact).inserted else { return }
        waiting.append(contact)
        loadNext()
    }

    private func loadNext() {
        guard !isLoading, !waiting.isEmpty else { return }
        isLoading = true
        let contact = waiting.removeFirst()
        queue.request { [service] in
            try await service.picture(of: contact)
        } receive: { [weak self] result in
            guard let self else { return }
            isLoading = false
            switch result {
            case .success(let picture?): router.route(.pictureLoaded(picture, of: contact))
            case .success(nil): break
            case .failure: asked.remove(contact)  // Asked for again when it is next shown.
            }
            loadNext()
        }
    }
}
