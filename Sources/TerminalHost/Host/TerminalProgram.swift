import Foundation
import SimulationKit
import Synchronization
import Transport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The program: from a command line to an exit code.
public struct TerminalProgram {
    private let output = LineOutput(descriptor: STDOUT_FILENO)
    private let errors = LineOutput(descriptor: STDERR_FILENO)

    public init() {}

    /// Runs to its end on the calling thread, and says how it ended, in the numbers of sysexits(3).
    public func run(arguments: [String], environment: [String: String]) async -> Int32 {
        SignalPipe.ignoreBrokenPipes()
        do {
            switch try Invocation(arguments: arguments, environment: environment) {
            case .print(let text):
                output.write(text)
                return ExitCode.ok.rawValue
            case .run(let options):
                return try await run(options).rawValue
            }
        } catch let error as UsageError {
            errors.write("viperchat: \(error)")
            return ExitCode.usage.rawValue
        } catch {
            errors.write("viperchat: \(TerminalText.oneLine("\(error)"))")
            return ExitCode.software.rawValue
        }
    }

    private func run(_ options: CommandLineOptions) async throws -> ExitCode {
        let isColored = !options.isColorUnwanted && !options.isJSON && isatty(STDOUT_FILENO) == 1
        let printer = Printer(output: output, isJSON: options.isJSON, style: isColored ? .colored : .plain)
        let signals = try SignalPipe()
        signals.install()
        return options.hasVirtualTime
            ? try VirtualRun(options: options, printer: printer, signals: signals).run()
            : try await RealRun(options: options, printer: printer, signals: signals).run()
    }
}

extension Command {
    /// Does what the command says in a world, asking for lines of input if it takes any.
    func run(
        in world: World,
        printer: Printer,
        nextEvent: @escaping @Sendable () async -> InputEvent
    ) async -> ExitCode {
        let oneShot = OneShotCommand(world: world, printer: printer)
        switch self {
        case .chat: return await ChatCommand(world: world, printer: printer).run(nextEvent: nextEvent)
        case .list: return await oneShot.run { try await $0.list() }
        case .show(let contact): return await oneShot.run { try await $0.show(contact) }
        case .send(let contact, let text): return await oneShot.run { try await $0.send(text, to: contact) }
        case .search, .export, .import: return .software
        }
    }
}
