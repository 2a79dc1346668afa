import CSystem
import Foundation
import HostKit
import RuntimeKit
import Synchronization

/// Lines and signals for a task that may not block, read by a `LineReader` on its own thread.
///
/// The thread reads only while `next()` waits, so endless input fills no memory; it receives a signal at any time. It
/// ends when the last reference to this object goes, even while it waits for input.
final class LineInput: Sendable {
    let exchange = LineExchange()
    /// A byte in this pipe requests a line; the end of the pipe ends the thread.
    private let demand: Int32

    /// - Parameter isTerminal: whether the input is a terminal; nil asks the system.
    init(descriptor: Int32, signals: SignalPipe, isTerminal: Bool? = nil) throws(SystemError) {
        let (wanted, demand) = try Descriptors.makePipe()
        self.demand = demand
        let reader = LineReader(input: descriptor, signals: signals, owner: wanted, isTerminal: isTerminal)
        let exchange = exchange
        let thread = Thread {
            // Reading our own pipe cannot fail while the pipe is open.
            try? Self.read(reader, signals, wanted: wanted, for: exchange)
            close(wanted)
        }
        thread.name = "input"
        thread.start()
    }

    deinit { close(demand) }

    /// Waits for the next line, the end of the input, or a signal that no earlier call returned.
    ///
    /// Supports one caller at a time. Returns `.end` if the caller's task is cancelled; a line that is being read
    /// then goes to the next call.
    func next() async -> InputEvent {
        await exchange.next {
            var byte: UInt8 = 0
            // A full pipe already holds a request.
            _ = write(demand, &byte, 1)
        }
    }

    /// All signals, at once, for a task beside the one that executes lines. `next()` returns a signal only when
    /// called.
    var signals: CoalescingQueue<Int32> { exchange.signals }

    private static func read(
        _ reader: LineReader,
        _ signals: SignalPipe,
        wanted: Int32,
        for exchange: LineExchange
    ) throws(SystemError) {
        var reader = reader
        while true {
            let isReadable = Descriptors.poll([signals.readEnd, wanted], waits: true)
            if isReadable[0], let signal = signals.take() {
                exchange.deliver(.signal(signal))
            } else if isReadable[1], let bytes = try Descriptors.read(wanted, upTo: 64) {
                if bytes.isEmpty { return }
                // The caller may have received a signal or have been cancelled since its request.
                while exchange.isAwaited { exchange.deliver(reader.nextEvent()) }
            }
        }
    }
}

/// Passes lines from a thread that reads to a task that waits.
///
/// Loses nothing: a line read for a cancelled call goes to the next one. Stores at most one line and one signal.
final class LineExchange: Sendable {
    private struct State {
        var waiting: CheckedContinuation<InputEvent, Never>?
        var kept: [InputEvent] = []
    }

    /// All signals, at once, whether or not a task waits for a line.
    let signals = CoalescingQueue<Int32>()
    private let state = Mutex(State())

    /// Whether a task waits for a line.
    var isAwaited: Bool { state.withLock { $0.waiting != nil } }

    /// Returns the next event, or `.end` if the caller's task is cancelled.
    ///  - Parameter demand: called if the thread has to read.
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
            drain { _ in }?.resume(returning: .end)
        }
    }

    /// Resumes the waiting task, or stores the event for the next call: a signal before a line, and one signal for
    /// many.
    func deliver(_ event: InputEvent) {
        if case .signal(let signal) = event { signals.post(signal) }
        let waiting = drain { kept in
            if case .signal = event {
                guard case .signal? = kept.first else { return kept.insert(event, at: 0) }
            } else {
                kept.append(event)
            }
        }
        waiting?.resume(returning: event)
    }

    private func drain(
        orElse keep: (inout [InputEvent]) -> Void
    ) -> CheckedContinuation<InputEvent, Never>? {
        state.withLock { state in
            if state.waiting == nil { keep(&state.kept) }
            defer { state.waiting = nil }
            return state.waiting
        }
    }
}
