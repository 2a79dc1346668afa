import OneThread
import Transport

/// POST of whether a person looks at the app; of those that wait only the latest is sent (coalesced).
final class PresenceEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let environment: ChatEnvironment
    private var told = Presence.active
    private var work: Work?

    init(service: any ChatService, queue: MainQueue, environment: ChatEnvironment) {
        self.service = service
        self.queue = queue
        self.environment = environment
    }

    func send(_ presence: Presence) {
        guard presence != told else { return }
        told = presence
        work?.cancel()
        send(RetryDelay(random: environment.random))
    }

    private func send(_ delay: RetryDelay) {
        work = queue.request { [service, told] in
            try await service.setPresence(told)
        } receive: { [weak self] result in
            guard let self, case .failure(let error) = result, (error as? ServiceError)?.isTemporary != false else {
                return
            }
            var delay = delay
            work = queue.after(delay.next(after: error), on: environment.clock) { [weak self, delay] in
                self?.send(delay)
            }
        }
    }
}
