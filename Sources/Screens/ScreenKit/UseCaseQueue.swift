import RuntimeKit
import Synchronization

/// Runs a screen's slow use cases beside everything else, one at a time.
///
/// What waits is coalesced: what may be overtaken is left out when something waits behind it, all else is performed in its order.
struct UseCaseQueue<P: Presenter, I: Interactor>: Sendable where I.UseCase == P.UseCase, I.Outcome == P.Outcome {
    struct Request: Sendable {
        /// `nil` waits until the interactor has settled.
        let useCase: P.UseCase?
        /// Of all that asked.
        let completions: [Completion]
    }

    struct Ended: Sendable {
        /// `nil` when the interactor has settled.
        let outcome: P.Outcome?
        /// Of all that asked, those that were overtaken included.
        let completions: [Completion]
    }

    private let requests = CoalescingQueue<Request>()

    func post(_ request: Request) { requests.post(request) }

    /// Tells of each end, until the lane is closed or the caller's task is cancelled.
    func run(_ interactor: I, _ tell: (Ended) -> Void) async {
        while true {
            var waiting = Array(await requests.takeAll().reversed())
            if waiting.isEmpty { return }
            var completions: [Completion] = []
            // Taken one by one: a completion tells of an end once it is held no more.
            while let request = waiting.popLast() {
                completions += request.completions
                if request.mayBeOvertaken, !waiting.isEmpty || Task.isCancelled { continue }
                tell(Ended(outcome: await request.perform(with: interactor), completions: completions))
                completions = []
            }
        }
    }

    /// Drops what waits and may be overtaken, and whatever comes later; returns what is still to be done.
    func close() -> [Request] {
        defer { requests.close() }
        return requests.takeWaiting().filter { !$0.mayBeOvertaken }
    }
}

extension UseCaseQueue.Request {
    var mayBeOvertaken: Bool { useCase?.mayBeOvertaken ?? true }

    func perform(with interactor: I) async -> P.Outcome? {
        if let useCase { return await interactor.perform(useCase) }
        await interactor.settle()
        return nil
    }
}

/// The newest of the values that were set and not taken yet.
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
