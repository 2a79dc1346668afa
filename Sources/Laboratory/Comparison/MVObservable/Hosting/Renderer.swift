import Observation
import OneThread
import Transport

/// Shows what models say, at once, and again after something that was read has changed.
///
/// Changes are coalesced: what they come to is read once, when the method that made them has returned. Nothing is read once
/// this has gone.
final class Renderer {
    private let invalidations = Mailbox<Void>()
    private let render: () -> Void

    /// What `show` reads is not observed.
    init<Value>(
        on queue: MainQueue,
        reading read: @escaping () -> Value,
        show: @escaping (Value) -> Void = { _ in }
    ) {
        render = { [invalidations] in
            // What is told of has not happened yet: it is read when the thread is free again.
            show(withObservationTracking(read) { invalidations.post(()) })
        }
        queue.start { [invalidations] (post: @escaping @Sendable (Bool) async -> Void) in
            while await !invalidations.takeAll().isEmpty { await post(true) }
        } receive: { [weak self] _ in
            self?.render()
        }
        render()
    }

    deinit {
        invalidations.close()
    }
}
