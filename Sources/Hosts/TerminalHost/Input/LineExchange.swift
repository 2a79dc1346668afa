import RuntimeKit
import Synchronization

/// Where a thread that reads and a task that waits for lines meet.
///
/// Nothing is lost: a line read for a wait that was cancelled goes to the next one. So at most one line, and one signal,
/// are ever kept.
final class LineExchange: Sendable {
    private struct State {
        var waiting: CheckedContinuation<InputEvent, Never>?
        var kept: [InputEvent] = []
    }

    /// Every signal, at once, whether or not a line is waited for.
    let signals = CoalescingQueue<Int32>()
    private let state = Mutex(State())

    /// Whether a task waits, for which a line should be read.
    var isAwaited: Bool { state.withLock { $0.waiting != nil } }

    /// Answers `.end`, too, when the caller's task is cancelled.
    /// - Parameter demand: called when there is something to read for this.
    func next(demand: () -> Void) async -> InputEvent {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                let ready = state.withLock { state -> InputEvent? in
                    if Task.isCancelled { return .end }
                    if !state.kept.isEmpty { return state.kept.removeFirst() }
                    precondition(state.waiting == nil, "the input has one reader")
                    state.waiting = waiting
                    return nil
                }
                if let ready { waiting.resume(returning: ready) } else { demand() }
            }
        } onCancel: {
            takeWaiting { _ in }?.resume(returning: .end)
        }
    }

    /// Resumes the task that waits, or keeps it for the next one; a signal before a line, and one signal for many.
    func deliver(_ event: InputEvent) {
        if case .signal(let signal) = event { signals.post(signal) }
        let waiting = takeWaiting { kept in
            if case .signal = event {
                guard case .signal? = kept.first else { return kept.insert(event, at: 0) }
            } else {
                kept.append(event)
            }
        }
        waiting?.resume(returning: event)
    }

    private func takeWaiting(
        orElse keep: (inout [InputEvent]) -> Void
    ) -> CheckedContinuation<InputEvent, Never>? {
        state.withLock { state in
            if state.waiting == nil { keep(&state.kept) }
            defer { state.waiting = nil }
            return state.waiting
        }
    }
}
