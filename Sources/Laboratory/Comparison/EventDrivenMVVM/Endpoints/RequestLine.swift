import OneThread
import Transport

/// Makes an endpoint's requests for the chats that need them: for each chat one after the other, again after a pause
/// when one fails, until nothing is left to ask for.
final class RequestLine {
    enum Outcome {
        case nothingLeft
        case done
        case failed(any Error)
    }

    private let queue: MainQueue
    private let environment: ChatEnvironment
    private let request: (ChatID, @escaping (Outcome) -> Void) -> Void
    private var busy: Set<ChatID> = []

    /// `request` makes a chat's next request, and tells the outcome.
    init(
        queue: MainQueue,
        environment: ChatEnvironment,
        request: @escaping (ChatID, @escaping (Outcome) -> Void) -> Void
    ) {
        self.queue = queue
        self.environment = environment
        self.request = request
    }

    func start(_ chat: ChatID) {
        if busy.insert(chat).inserted { goOn(with: chat, RetryDelay(random: environment.random)) }
    }

    private func goOn(with chat: ChatID, _ delay: RetryDelay) {
        request(chat) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .nothingLeft: busy.remove(chat)
            case .done: goOn(with: chat, RetryDelay(random: environment.random))
            case .failed(let error): tryAgain(with: chat, after: error, delay)
            }
        }
    }

    private func tryAgain(with chat: ChatID, after error: any Error, _ delay: RetryDelay) {
        var delay = delay
        queue.after(delay.next(after: error), on: environment.clock) { [weak self, delay] in
            self?.goOn(with: chat, delay)
        }
    }
}
