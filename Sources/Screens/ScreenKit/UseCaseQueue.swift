import RuntimeKit
import Synchronization

/// Runs a screen's slow use cases one at a time, beside the screen's loop.
///
/// Waiting requests are coalesced: a coalesced use case is skipped if another one waits behind it; all others are
/// performed in order.
struct UseCaseQueue<P: Presenter, I: Interactor>: Sendable where I.UseCase == P.UseCase, I.Outcome == P.Outcome {
    struct Request: Sendable {
        /// `nil` waits until the interactor has settled.
        let useCase: P.UseCase?
        /// The completions of the tasks that wait for it.
        let completions: [Completion]
    }

    struct Ended: Sendable {
        /// `nil` when the interactor has settled.
        let outcome: P.Outcome?
        /// The completions of all requests that this one answers, including skipped ones.
        let completions: [Completion]
    }

    private let requests = CoalescingQueue<Request>()

    func post(_ request: Request) { requests.post(request) }

    /// Performs requests and reports the end of each, until the queue is closed or the caller's task is cancelled.
    func run(_ interactor: I, _ tell: (Ended) -> Void) async {
        while true {
            var waiting = Array(await requests.takeAll().reversed())
            if waiting.isEmpty { return }
            var completions: [Completion] = []
            // Removed one by one: releasing a completion resumes its task.
            while let request = waiting.popLast() {
                completions += request.completions
                if request.isCoalesced, !waiting.isEmpty || Task.isCancelled { continue }
                tell(Ended(outcome: await request.perform(with: interactor), completions: completions))
                completions = []
            }
        }
    }

    /// Closes the queue. Returns the waiting requests that must still be performed, and drops all others.
    func close() -> [Request] {
        defer { requests.close() }
        return requests.drain().filter { !$0.isCoalesced }
    }
}

extension UseCaseQueue.Request {
    var isCoalesced: Bool { useCase?.isCoalesced ?? true }

    func perform(with interactor: I) async -> P.Outcome? {
        if let useCase { return await interactor.perform(useCase) }
        await interactor.settle()
        return nil
    }
}

/// The newest value that was set and not taken yet.
final class Newest<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ new: Value) { value.withLock { $0 = new } }

    func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}
