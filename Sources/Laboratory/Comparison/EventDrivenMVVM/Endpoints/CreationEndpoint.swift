import ChatStore
import OneThread
import ScreenKit
import Transport

/// POST of a new chat; a temporary failure is tried again for a minute, since a person is waiting.
final class CreationEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let environment: ChatEnvironment
    private let controller: ModelController
    private let router: ChatEventRouter
    private var work: Work?

    init(
        service: any ChatService,
        queue: MainQueue,
        environment: ChatEnvironment,
        controller: ModelController,
        router: ChatEventRouter
    ) {
        self.service = service
        self.queue = queue
        self.environment = environment
        self.controller = controller
        self.router = router
    }

    /// Finds the chat with the contact of that name, or makes it; does nothing while one is being made.
    func create(_ name: String) {
        if work == nil { create(name, RetryDelay(random: environment.random), patience: .seconds(60)) }
    }

    func cancel() {
        work?.cancel()
        work = nil
    }

    private func create(_ name: String, _ delay: RetryDelay, patience: Duration) {
        if let chat = try? controller.database.read({ try $0.chat(withContactNamed: name) }) {
            return end(with: .success(chat))
        }
        work = queue.request { [service] in
            try await service.createChat(with: name)
        } receive: { [weak self] result in
            guard case .failure(let error as ServiceError) = result, error.isTemporary, patience > .zero else {
                self?.end(with: result)
                return
            }
            self?.tryAgain(name, after: error, delay, patience: patience)
        }
    }

    private func tryAgain(_ name: String, after error: ServiceError, _ delay: RetryDelay, patience: Duration) {
        var delay = delay
        let pause = delay.next(after: error)
        work = queue.after(pause, on: environment.clock) { [weak self, delay] in
            self?.create(name, delay, patience: patience - pause)
        }
    }

    private func end(with result: Result<ChatHeader, any Error>) {
        work = nil
        switch result {
        case .success(let chat):
            if !router.route(.created(chat)) {
                router.route(.creationFailed(reason: controller.model.storageProblem ?? "Cannot save"))
            }
        case .failure(let error):
            router.route(.creationFailed(reason: errorText(error)))
        }
    }
}
