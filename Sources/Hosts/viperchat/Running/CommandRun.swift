import CSystem
import ChatTypes
import Foundation
import FullScreenHost
import HTTPClient
import HostKit
import LineHost
import MatrixTransport
import RuntimeKit
import WebHost

/// Runs one command with the descriptors and environment of the process.
struct CommandRun {
    let environment: [String: String]
    let signals: SignalPipe
    private let output: LineOutput
    private let errors: LineOutput

    init(environment: [String: String], signals: SignalPipe) {
        (self.environment, self.signals) = (environment, signals)
        output = LineOutput(descriptor: STDOUT_FILENO, signals: signals)
        errors = LineOutput(descriptor: STDERR_FILENO, signals: signals)
    }

    func run(_ arguments: [String]) async -> ExitCode {
        do {
            switch try Invocation(arguments: arguments, environment: environment, manual: FullScreenProgram.manual) {
            case .print(let text):
                output.write(text)
                return end(with: .ok)
            case .run(var options):
                if let command = try options.command.completed(reading: { try StandardInputText.read(signals: signals) }
                ) {
                    options.command = command
                }
                return end(with: try await run(options, arguments))
            }
        } catch {
            errors.write(sentence: "viperchat: \(FailureText.text(of: error))")
            return FailureText.exitCode(for: error)
        }
    }

    /// Returns the exit code. A closed output is a success; any other failure to write is printed to standard error.
    private func end(with code: ExitCode) -> ExitCode {
        guard let failure = output.failure, !output.isClosed else { return code }
        let reason =
            output.isInterrupted ? InterruptionError().description : "the output cannot be written: \(failure.reason)"
        errors.write(sentence: "viperchat: \(reason)")
        return code == .ok ? .ioError : code
    }

    private func run(_ options: CommandLineOptions, _ arguments: [String]) async throws -> ExitCode {
        let style = isColored(options) ? Style.colored : .plain
        let printer = Printer(output: output, isJSON: options.isJSON, style: style)
        // In virtual time nothing is saved unless the command line names a place for it.
        let isSaved = options.dataDirectory != nil || options.profile != nil
        if options.hasVirtualTime, !isSaved, options.command.needsApp {
            let start = start(options, nil)
            if options.command == .web { return try await WebProgram.run(start, output: output) }
            if let code = try await runOnFullScreen(start) { return code }
            return try await LineProgram.run(start, printer: printer)
        }
        let profile = try Profile(
            dataDirectory: options.dataDirectory,
            name: options.profile,
            environment: environment,
            isLogin: options.command.isLogin
        )
        do {
            switch try await accounts(for: options, profile, arguments) {
            case .one(let profile):
                do { return try await run(options, profile, printer) } catch { return end(with: error, of: profile) }
            case .each(let accounts): return await run(options, onEachOf: accounts, style)
            case .together(let accounts):
                try refuseSimulation(options, accounts[0].profile)
                let start = start(options, profile, accounts)
                if let code = try await runOnFullScreen(start) { return code }
                return try await LineProgram.run(start, printer: printer)
            }
        } catch { return end(with: error, of: profile) }
    }

    /// Prints an error, whose commands are for a profile, and returns its exit code. Leaves an interrupted output to `end(with:)`.
    private func end(with error: any Error, of profile: Profile, named name: String? = nil) -> ExitCode {
        if !(error is InterruptionError && output.isInterrupted) {
            let prefix = name.map { "\($0): " } ?? ""
            errors.write(sentence: "viperchat: \(prefix)\(profile.completing(FailureText.text(of: error)))")
        }
        return FailureText.exitCode(for: error)
    }

    /// Runs a command on one account after the other. A failure hinders no other; returns the first failure's code.
    private func run(
        _ options: CommandLineOptions,
        onEachOf accounts: [ProfileAccount],
        _ style: Style
    ) async -> ExitCode {
        var code = ExitCode.ok
        for account in accounts where output.failure == nil && !signals.hasArrived {
            let name = TerminalText.oneLine(account.name.rawValue)
            if !options.isJSON { output.write(["", style.bold(name)]) }
            let printer = Printer(output: output, isJSON: options.isJSON, style: style, account: account.name)
            let ended: ExitCode
            do { ended = try await run(options, account.profile, printer, account.name) } catch {
                ended = end(with: error, of: account.profile, named: name)
            }
            if code == .ok { code = ended }
        }
        return code
    }

    /// - Parameter name: the account that the lines of JSON name; nil where one alone is meant.
    private func run(
        _ options: CommandLineOptions,
        _ profile: Profile,
        _ printer: Printer,
        _ name: AccountName? = nil
    ) async throws -> ExitCode {
        try refuseSimulation(options, profile)
        switch options.command {
        case .login, .logout, .whoami, .ownDevices:
            let command = options.command
            let accounts = AccountCommand(
                profile: profile,
                client: client(options),
                environment: realTime,
                input: secretInput,
                output: output,
                options: options
            )
            return try await signals.cancelling { try await accounts.run(command) }
        case .keys(let action):
            let keys = KeyCommand(profile: profile, environment: realTime, input: secretInput, output: output)
            return try await signals.cancelling { try await keys.run(action) }
        case .recovery(let action):
            return try await onHomeserver(of: profile, options, heading: output) { [secretInput, output] server in
                try await RecoveryCommand(server: server, input: secretInput, output: output, profile: profile).run(
                    action
                )
            }
        case .devices(let action):
            return try await onHomeserver(of: profile, options, heading: output) { [secretInput, output] server in
                try await DeviceCommand(server: server, input: secretInput, output: output).run(action)
            }
        case .keywords(let action):
            return try await onHomeserver(of: profile, options) { [output] server in
                try await KeywordCommand(server: server, output: output, profile: profile).run(action)
            }
        case .import(let file):
            let importing = ImportCommand(profile: profile, output: output, errors: errors, signals: signals)
            return try importing.run(file: file, at: Date())
        case .export:
            return try await signals.cancelling { [reading = reading(options, profile, printer)] in
                try await reading.export(asJSON: options.isJSON, account: name)
            }
        case .names(let kind):
            return try await signals.cancelling { [profile, output] in
                try await NamesCommand(profile: profile, output: output).run(kind)
            }
        case .web: return try await WebProgram.run(start(options, profile), output: output)
        case .chat, .send, .act, .watch, .list, .show, .search:
            if options.command.onlyReads, !profile.hasHistory, !profile.account.exists, profile.journalLength == 0 {
                // A command that only reads creates no profile, which a mistyped name would do.
                throw StorageError.noHistory(path: profile.directory.path)
            }
            if options.command.needsLogin, profile.account.exists { _ = try profile.loggedInAccount() }
            let start = start(options, profile)
            if let code = try await runOnFullScreen(start) { return code }
            if options.hasVirtualTime { return try await LineProgram.run(start, printer: printer) }
            return try await runInRealTime(start, profile, printer, name)
        }
    }

    /// Runs `work` on the homeserver of the profile's account, while no other process uses the profile. Throws `StorageError`, what the
    /// stores throw, the errors of `work`, or `InterruptionError` after a signal.
    ///
    /// - Parameter heading: the output that names the account first; nil names it nowhere.
    private func onHomeserver(
        of profile: Profile,
        _ options: CommandLineOptions,
        heading: LineOutput? = nil,
        _ work: @escaping @Sendable (MatrixTransport) async throws -> ExitCode
    ) async throws -> ExitCode {
        let (client, environment) = (client(options), realTime)
        return try await signals.cancelling {
            let account = try profile.loggedInAccount()
            let lock = try profile.lock()
            defer { withExtendedLifetime(lock) {} }
            heading?.write(profile.heading(of: account))
            return try await work(try profile.homeserver(of: account, over: client, environment))
        }
    }

    private var secretInput: SecretInput { SecretInput(signals: signals, prompts: errors) }

    private var realTime: ChatEnvironment {
        ChatEnvironment(
            clock: ContinuousClock(),
            now: { Date() },
            calendar: .user(environment: environment),
            random: RandomSource(SystemRandomNumberGenerator())
        )
    }

    private func client(_ options: CommandLineOptions) -> any HTTPClient {
        options.isVerbose ? RequestLog(client: CurlClient(), output: errors) : CurlClient()
    }

    /// Refuses options and commands for the simulated server on a profile with an account.
    private func refuseSimulation(_ options: CommandLineOptions, _ profile: Profile) throws {
        guard profile.account.exists else { return }
        let path = profile.directory.path
        if options.hasVirtualTime { throw StorageError.hasAccount(path: path, asked: "--virtual-time") }
        if options.seed != nil { throw StorageError.hasAccount(path: path, asked: "--seed") }
        if options.network != .perfect { throw StorageError.hasAccount(path: path, asked: "--network") }
        if case .import = options.command { throw StorageError.hasAccount(path: path, asked: "import") }
    }

    /// Starts the full-screen chat. Returns nil if line mode is wanted, if the terminal cannot do more, or if
    /// `--verbose` would write into the screen.
    private func runOnFullScreen(_ start: HostStart) async throws -> ExitCode? {
        let options = start.options
        guard options.command == .chat, !options.isJSON, !options.isLineMode,
            Descriptors.isTerminal(STDIN_FILENO), Descriptors.isTerminal(STDOUT_FILENO),
            !options.isVerbose || !Descriptors.isTerminal(STDERR_FILENO),
            let kind = environment["TERM"], kind != "dumb", !kind.isEmpty
        else { return nil }
        return try await FullScreenProgram.run(start)
    }

    private func start(
        _ options: CommandLineOptions,
        _ profile: Profile?,
        _ accounts: [ProfileAccount] = []
    ) -> HostStart {
        HostStart(
            options: options,
            environment: environment,
            profile: profile,
            accounts: accounts,
            signals: signals,
            makeClient: { client(options) }
        )
    }

    private func read(_ options: CommandLineOptions, _ profile: Profile, _ printer: Printer) async throws -> ExitCode {
        let reading = reading(options, profile, printer)
        return try await signals.cancelling { try await reading.run(options.command) }
    }

    private func reading(_ options: CommandLineOptions, _ profile: Profile, _ printer: Printer) -> ReadingCommand {
        let virtualNow = options.hasVirtualTime ? options.start : nil
        return ReadingCommand(
            profile: profile,
            environment: ChatEnvironment(
                clock: ContinuousClock(),
                now: { virtualNow ?? Date() },
                calendar: options.hasVirtualTime ? .utcInUSEnglish : .user(environment: environment),
                random: RandomSource(SystemRandomNumberGenerator())
            ),
            printer: printer,
            output: output,
            errors: errors,
            signals: signals
        )
    }

    /// Runs in real time. If another process is using the profile, that process runs the command; if it takes none, `list`, `show` and
    /// `search` read what is stored.
    private func runInRealTime(
        _ start: HostStart,
        _ profile: Profile,
        _ printer: Printer,
        _ name: AccountName?
    ) async throws -> ExitCode {
        let options = start.options
        if profile.isInUse, let code = try handOver(options, profile, name) { return code }
        do {
            if options.command.readsStored, profile.isInUse { return try await read(options, profile, printer) }
            return try await LineProgram.run(start, printer: printer)
        } catch StorageError.inUse where options.command.canBeHandedOver {
            // Another process has started meanwhile.
            if let code = try handOver(options, profile, name) { return code }
            guard options.command.readsStored else { throw StorageError.inUse(path: profile.directory.path) }
            return try await read(options, profile, printer)
        }
    }

    /// Lets the process that uses the profile run the command. Returns nil if it takes no commands.
    private func handOver(
        _ options: CommandLineOptions,
        _ profile: Profile,
        _ name: AccountName?
    ) throws -> ExitCode? {
        guard options.command.canBeHandedOver else { return nil }
        let request = CommandRequest(
            command: options.command,
            isJSON: options.isJSON,
            isColored: isColored(options),
            columns: output.columns,
            account: name
        )
        do {
            return try request.hand(to: profile, output: output, signals: signals)
        } catch is HandoverError where options.command.readsStored {
            return nil
        }
    }

    private func isColored(_ options: CommandLineOptions) -> Bool {
        !options.isColorUnwanted && !options.isJSON && isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
    }
}

/// Prints each request and its result, without secrets.
struct RequestLog: HTTPClient {
    let client: any HTTPClient
    let output: LineOutput

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let clock = ContinuousClock()
        let start = clock.now
        let result: Result<HTTPResponse, any Error>
        do { result = .success(try await client.send(request)) } catch { result = .failure(error) }
        let took = "\((clock.now - start) / .milliseconds(1))".prefix { $0 != "." }
        let end =
            switch result {
            case .success(let response): "\(response)"
            case .failure(is CancellationError): "cancelled"
            case .failure(let error): "\(error)"
            }
        output.write("\(request) -> \(TerminalText.oneLine(end)) (\(took) ms)")
        return try result.get()
    }
}
