import Observation
import OneThread
import RuntimeKit

/// A renderer that shows the state of models at once, and again after anything that was read has changed.
///
/// It coalesces changes: it reads the result once, after the method that made the changes has returned. It reads
/// nothing after its deinitialization.
final class Renderer {
    private let invalidations = CoalescingQueue<Void>()
    private let render: () -> Void

    /// Creates a renderer and renders once. Reads in `show` are not observed.
    init<Value>(
        on queue: MainQueue,
        reading read: @escaping () -> Value,
        show: @escaping (Value) -> Void = { _ in }
    ) {
        render = { [invalidations] in
            // The change has not happened yet at this point, so the state is read once the thread is free again.
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
