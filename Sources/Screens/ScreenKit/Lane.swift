import Synchronization
import Transport

/// Runs a screen's slow use cases beside everything else, one at a time.
///
/// What waits is coalesced: only the newest is performed.
struct Lane<P: Presenter, I: Interactor>: Sendable where I.UseCase == P.UseCase, I.Outcome == P.Outcome {
    struct Ended: Sendable {
        let outcome: P.Outcome
        /// Of all that asked, those that were overtaken included.
        let completions: [Completion]
    }

    let requests = Mailbox<(useCase: P.UseCase, completions: [Completion])>()

    /// Tells of each end, until the requests are closed or the caller's task is cancelled.
    func run(_ interactor: I, _ tell: (Ended) -> Void) async {
        while true {
            let waiting = await requests.takeAll()
            guard let newest = waiting.last else { return }
            let outcome = await interactor.perform(newest.useCase)
            tell(Ended(outcome: outcome, completions: waiting.flatMap(\.completions)))
        }
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
