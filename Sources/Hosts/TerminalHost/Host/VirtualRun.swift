import Foundation
import SimulationKit
import Synchronization
import Transport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A session in virtual time, in UTC and US English: time leaps to whatever happens next while a line is unfinished,
/// and stands still while the next one is awaited. The same input and seed give the same output.
struct VirtualRun {
    let options: CommandLineOptions
    /// Nil for a world that is gone when the program ends.
    let profile: Profile?
    let printer: Printer
    let signals: SignalPipe

    func run() throws -> ExitCode {
        let seed = options.seed ?? 1
        let executor = SimulationExecutor(seed: seed, schedule: .inOrder)
        let (clock, start, begin) = (executor.clock, options.start, executor.clock.now)
        let world = try World(
            time: WorldTime(
                clock: clock,
                now: { start.addingTimeInterval(begin.duration(to: clock.now) / .seconds(1)) },
                calendar: .utcInUSEnglish
            ),
            network: options.network.conditions,
            seed: seed,
            profile: profile
        )
        let (command, printer, gate) = (options.command, printer, InputGate())
        let session = Task(executorPreference: executor) {
            let code = await command.run(in: world, printer: printer, nextEvent: { await gate.next() })
            gate.end(code)
        }
        var reader = LineReader(input: STDIN_FILENO, signals: signals)
        var (steps, isInterrupted) = (0, false)
        while gate.exitCode == nil {
            let goesOn = executor.run {
                steps += 1
                if steps.isMultiple(of: 4096), signals.take() != nil { isInterrupted = true }
                return gate.isWaiting || gate.exitCode != nil || isInterrupted
            }
            if gate.isWaiting {
                let event = reader.nextEvent()
                if case .signal = event { session.cancel() }
                gate.deliver(event)
            } else if isInterrupted {
                session.cancel()
                isInterrupted = false
            } else if !goesOn {
                return .software
            }
        }
        return gate.exitCode ?? .software
    }
}

/// Where the thread that runs the session and the session itself meet: one asks for lines, the other brings them.
private final class InputGate: Sendable {
    private struct State {
        var waiting: CheckedContinuation<InputEvent, Never>?
        var exitCode: ExitCode?
    }

    private let state = Mutex(State())

    var isWaiting: Bool { state.withLock { $0.waiting != nil } }
    var exitCode: ExitCode? { state.withLock { $0.exitCode } }

    func next() async -> InputEvent {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                state.withLock { $0.waiting = waiting }
                if Task.isCancelled { deliver(.end) }
            }
        } onCancel: {
            deliver(.end)
        }
    }

    func deliver(_ event: InputEvent) {
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
    /// What virtual sessions and tests are written in, wherever they run.
    static var utcInUSEnglish: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US")
        return calendar
    }
}
