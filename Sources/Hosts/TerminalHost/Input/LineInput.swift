import CSystem
import Foundation
import RuntimeKit
import Synchronization

/// Lines and signals for a task that may not block: a `LineReader` on a thread of its own.
///
/// The thread reads only while `next()` waits, so endless input fills no memory; it sees a signal at any time. It ends
/// when the last reference to this goes, even while it waits for input that never comes.
final class LineInput: Sendable {
    let exchange = LineExchange()
    /// A byte in it says that a line is wanted; its end says that none will ever be wanted again.
    private let demand: Int32

    /// - Parameter isTerminal: whether lines are typed there; nil asks the system.
    init(descriptor: Int32, signals: SignalPipe, isTerminal: Bool? = nil) throws(SystemError) {
        let (wanted, demand) = try Descriptors.makePipe()
        self.demand = demand
        let reader = LineReader(input: descriptor, signals: signals, owner: wanted, isTerminal: isTerminal)
        let exchange = exchange
        let thread = Thread {
            // Our own pipe can always be read; if it could not, no line would be asked for any more.
            try? Self.read(reader, signals, wanted: wanted, for: exchange)
            close(wanted)
        }
        thread.name = "input"
        thread.start()
    }

    deinit { close(demand) }

    /// Waits for the next line, its end, or a signal that has not been told of here.
    ///
    /// One caller at a time. Answers `.end`, too, when the caller's task is cancelled; what was being read then is kept
    /// for the next call.
    func next() async -> InputEvent {
        await exchange.next {
            var byte: UInt8 = 0
            // A full pipe says it as well.
            _ = write(demand, &byte, 1)
        }
    }

    /// Every signal as soon as it comes, for a task beside the one that takes lines and may be long at one: `next()`
    /// tells of it only when it is asked.
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
                // Who wanted a line may have been told of a signal, or cancelled, since.
                while exchange.isAwaited { exchange.deliver(reader.nextEvent()) }
            }
        }
    }
}

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
