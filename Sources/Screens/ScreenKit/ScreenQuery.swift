public import RuntimeKit
import Synchronization

/// The query that a screen follows, with each answer beside what it answers; made when it is first needed, since a model may
/// live on an actor of its own.
public final class ScreenQuery<Request: Hashable & Sendable, Answer: Sendable>: Sendable {
    private typealias Query = LiveQuery<Request, (request: Request, answer: Answer)>

    private let made = Mutex<Query?>(nil)
    private let make: @Sendable () async -> LiveQuery<Request, Answer>

    /// Takes how the model is asked for it.
    public init(_ make: @escaping @Sendable () async -> LiveQuery<Request, Answer>) {
        self.make = make
    }

    /// What is asked for now; nil as long as no one has asked for anything.
    public var request: Request? { made.withLock { $0 }?.request }

    /// Hands each newest answer and what it answers to `receive`, one after the other, until the caller's task is cancelled.
    ///
    /// By then something else may be asked for.
    public func follow(_ receive: @escaping @Sendable (Request, Answer) async -> Void) async {
        await query().follow { await receive($0.request, $0.answer) }
    }

    /// Asks for something else, unless that is what is asked for already: then what is shown is the answer.
    public func ask(_ change: (inout Request) -> Void) async {
        let query = await query()
        var request = query.request
        change(&request)
        if request != query.request { query.ask(request) }
    }

    /// The same without waiting; nothing as long as `request` is nil.
    public func ask(_ request: Request) {
        guard let query = made.withLock({ $0 }), query.request != request else { return }
        query.ask(request)
    }

    /// Returns when what was asked for last has been handed over.
    public func settle() async {
        await query().settle()
    }

    /// Always the same one; of two that are made at once, the first.
    private func query() async -> Query {
        if let query = made.withLock({ $0 }) { return query }
        let query = await make().withRequests()
        return made.withLock { made in
            if made == nil { made = query }
            return made ?? query
        }
    }
}
