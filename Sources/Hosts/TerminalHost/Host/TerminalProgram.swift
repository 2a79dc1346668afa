import ChatStore
import Foundation
import SimulationKit
import Transport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The program: from a command line to an exit code.
public struct TerminalProgram: Sendable {
    private let output = LineOutput(descriptor: STDOUT_FILENO)
    private let errors = LineOutput(descriptor: STDERR_FILENO)

    public init() {}

    /// Makes sure that the numbers 0 to 2 are what they stand for, though the process was started with some of them closed.
    public static func fillStandardDescriptors() {
        Descriptors.fillStandard()
    }

    /// Runs to its end, and says how it ended, in the numbers of sysexits(3).
    @concurrent
    public func run(arguments: [String], environment: [String: String]) async -> Int32 {
        // Whatever is made from here on is the person's own business.
        umask(0o077)
        SignalPipe.ignoreBrokenPipes()
        do {
            switch try Invocation(arguments: arguments, environment: environment) {
            case .print(let text):
                output.write(text)
                return end(with: .ok).rawValue
            case .run(let options):
                return end(with: try await run(options, environment)).rawValue
            }
        } catch {
            errors.write("viperchat: \(TerminalText.oneLine("\(error)"))")
            return exitCode(for: error).rawValue
        }
    }

    /// A reader who has gone away is no failure. Any other loss of output is one, and is told where it may still be read.
    private func end(with code: ExitCode) -> ExitCode {
        guard let failure = output.failure, !output.isClosed else { return code }
        errors.write("viperchat: the output cannot be written: \(failure.reason)")
        return code == .ok ? .ioError : code
    }

    private func run(_ options: CommandLineOptions, _ environment: [String: String]) async throws -> ExitCode {
        let isColored =
            !options.isColorUnwanted && !options.isJSON && isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
        let printer = Printer(output: output, isJSON: options.isJSON, style: isColored ? .colored : .plain)
        let signals = try SignalPipe()
        signals.install()
        let profile = Profile(
            dataDirectory: options.dataDirectory,
            name: options.profile,
            environment: environment
        )
        if let code = try await read(options, from: profile, printer, signals) { return code }
        guard options.hasVirtualTime else {
            return try await RealRun(options: options, profile: profile, printer: printer, signals: signals).run()
        }
        // A virtual session is a world of its own, the same each time, unless it is given a place to be kept in.
        let isKept = options.dataDirectory != nil || options.profile != nil
        return try VirtualRun(
            options: options,
            profile: isKept ? profile : nil,
            printer: printer,
            signals: signals
        ).run()
    }

    /// Does what can be done without a world; nil when the command needs one.
    private func read(
        _ options: CommandLineOptions,
        from profile: Profile,
        _ printer: Printer,
        _ signals: SignalPipe
    ) async throws -> ExitCode? {
        let virtualNow = options.hasVirtualTime ? options.start : nil
        let environment = ChatEnvironment(
            clock: ContinuousClock(),
            now: { virtualNow ?? Date() },
            calendar: options.hasVirtualTime ? .utcInUSEnglish : .current,
            random: RandomSource(SystemRandomNumberGenerator())
        )
        let reading = ReadingCommand(profile: profile, environment: environment, printer: printer, output: output)
        switch options.command {
        case .chat, .send:
            return nil
        case .list, .show:
            // Nobody else is chatting there: then the server can be asked first what is new.
            return profile.isInUse && !options.hasVirtualTime ? try await reading.run(options.command) : nil
        case .search:
            return try await reading.run(options.command)
        case .export:
            return try await reading.export(asJSON: options.isJSON)
        case .import(let file):
            return try ImportCommand(profile: profile, output: output, errors: errors, signals: signals)
                .run(file: file, at: environment.now())
        }
    }

    private func exitCode(for error: any Error) -> ExitCode {
        switch error {
        case is UsageError: .usage
        case let error as StorageError: error.exitCode
        case ChatDatabaseError.cannotSetAside: .ioError
        case is JournalError, is ChatDatabaseError: .dataError
        case is SQLiteError: .ioError
        default: .software
        }
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
        // They need no world.
        case .search, .export, .import: return .software
        }
    }
}
