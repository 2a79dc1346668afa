import CSystem
package import Foundation
import SimulationKit
import Synchronization

/// Runs a command in virtual time, in UTC and US English.
///
/// Time skips to the next event while a line is executed, and stops while the program waits for input. The same input
/// and seed give the same output.
package struct VirtualRun {
    package let options: CommandLineOptions
    /// The place of the data; nil keeps everything in memory.
    package let profile: Profile?
    package let signals: SignalPipe
    /// The calendar in which dates are written.
    package var calendar = Calendar.utcInUSEnglish
    /// Whether the user's settings allow Markdown.
    package var hasMarkdown = true

    /// Runs a session to its end.
    ///
    ///  - Parameters:
    ///    - session: the session; receives the app and a function that returns the next input.
    ///    - read: waits for input on the calling thread.
    ///    - end: the input that a cancelled session receives.
    ///    - isEnd: whether an input is the last, so that running work is cancelled.
    ///  - Throws: the errors of `AppContainer.init`.
    package func run<Event: Sendable>(
        _ session: @escaping @Sendable (AppContainer, @escaping @Sendable () async -> Event) async -> ExitCode,
        read: () -> Event,
        end: Event,
        isEnd: (Event) -> Bool
    ) throws -> ExitCode {
        let seed = options.seed ?? 1
        let executor = SimulationExecutor(seed: seed, schedule: .inOrder)
        let (clock, start, begin) = (executor.clock, options.start, executor.clock.now)
        let container = try AppContainer(
            time: AppTime(
                clock: clock,
                now: { start.addingTimeInterval(begin.duration(to: clock.now) / .seconds(1)) },
                calendar: calendar
            ),
            network: options.network.conditions,
            seed: seed,
            profile: profile,
            readsMarkdown: hasMarkdown && !options.isMarkdownUnwanted
        )
        let gate = InputGate(end: end)
        let session = Task(executorPreference: executor) {
            gate.end(await session(container, { await gate.next() }))
        }
        var (steps, isInterrupted) = (0, false)
        while gate.exitCode == nil {
            let canContinue = executor.run {
                steps += 1
                if steps.isMultiple(of: 4096), signals.hasArrived { isInterrupted = true }
                return gate.isWaiting || gate.exitCode != nil || isInterrupted
            }
            if gate.isWaiting {
                let event = read()
                if isEnd(event) { session.cancel() }
                gate.deliver(event)
            } else if isInterrupted {
                session.cancel()
                isInterrupted = false
            } else if !canContinue {
                return .software
            }
        }
        return gate.exitCode ?? .software
    }
}

/// Passes input from the thread that reads it to the session that waits for it.
private final class InputGate<Event: Sendable>: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Event, Never>?
        var exitCode: ExitCode?
    }

    private let end: Event
    private let state = Mutex(State())

    init(end: Event) {
        self.end = end
    }

    var isWaiting: Bool { state.withLock { $0.waiting != nil } }
    var exitCode: ExitCode? { state.withLock { $0.exitCode } }

    func next() async -> Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                state.withLock { $0.waiting = waiting }
                if Task.isCancelled { deliver(end) }
            }
        } onCancel: {
            deliver(end)
        }
    }

    func deliver(_ event: Event) {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }?.resume(returning: event)
    }

    func end(_ code: ExitCode) {
        state.withLock { $0.exitCode = code }
    }
}

extension Calendar {
    /// The calendar of virtual time and of tests, the same on every machine.
    package static var utcInUSEnglish: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US")
        return calendar
    }
}
