import CSystem
import ChatApp
import RuntimeKit

/// `viperchat` without a command: the whole app, line by line, until the input ends or the user quits.
struct ChatCommand: Sendable {
    let container: AppContainer
    let printer: Printer

    /// - Parameter nextEvent: returns the next line of input; called when the previous line has finished.
    func run(nextEvent: @escaping @Sendable () async -> InputEvent) async -> ExitCode {
        let interface = LineInterface(printer: printer)
        return await withTaskGroup(of: ExitCode.self) { group in
            group.addTask {
                await container.runServer()
                return .ok
            }
            group.addTask {
                await container.application.run(on: interface)
                return .ok
            }
            group.addTask {
                await container.serveCommands()
                return .ok
            }
            group.addTask {
                await container.followNews { await interface.print([.problem($0)]) }
                return .ok
            }
            group.addTask {
                _ = await printer.closed.takeAll()
                return .ok
            }
            group.addTask { await readLines(on: interface, nextEvent) }
            // The first task to end ends all: the user quits, or nothing reads the output any more.
            let code = await group.next()
            group.cancelAll()
            return code ?? .ok
        }
    }

    private func readLines(on interface: LineInterface, _ nextEvent: @Sendable () async -> InputEvent) async -> ExitCode
    {
        let interpreter = LineInterpreter(container: container, interface: interface)
        await interpreter.begin()
        await interface.print(container.notices.map(HostEvent.problem))
        while !Task.isCancelled {
            switch await nextEvent() {
            case .line(let line):
                guard await interpreter.execute(line) else { return .ok }
            case .tooLong(let byteCount):
                await interface.print([.problem("Skipped a line of \(byteCount) bytes: too long")])
            case .cutByTerminal:
                await interface.print([.problem(TypedLine.cutProblem)])
            case .failed(let error):
                await interface.print([.problem("Cannot read the input: \(error.reason)")])
                return .ioError
            case .end, .signal:
                return .ok
            }
        }
        return .ok
    }
}

extension Command {
    /// Whether the command runs in an app. The other commands only need the files.
    var needsApp: Bool {
        switch self {
        case .chat, .list, .show, .send, .search: true
        case .export, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices, .keywords: false
        }
    }

    /// Whether the command changes nothing that the user wrote, so that it has no use for an empty profile.
    var onlyReads: Bool {
        switch self {
        case .list, .show, .search, .export: true
        case .chat, .send, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices, .keywords: false
        }
    }

    /// Whether the command logs in, and so may use a new profile.
    var isLogin: Bool { if case .login = self { true } else { false } }

    /// Runs the command in an app, with input for a command that reads any.
    func run(
        in container: AppContainer,
        printer: Printer,
        nextEvent: @escaping @Sendable () async -> InputEvent
    ) async -> ExitCode {
        if self == .chat { return await ChatCommand(container: container, printer: printer).run(nextEvent: nextEvent) }
        let isSeen = Descriptors.isTerminal(STDERR_FILENO)
        let progress = isSeen ? LineOutput(descriptor: STDERR_FILENO) : nil
        return await OneShotCommand(container: container, printer: printer, progress: progress).run { command in
            try await perform(command)
        }
    }

    /// Does what the command does in a running app.
    func perform(_ command: OneShotCommand) async throws -> ExitCode {
        switch self {
        case .list: return try await command.list()
        case .show(let excerpt): return try await command.show(excerpt)
        case .send(let contact, let text): return try await command.send(text, to: contact)
        case .search(let text): return try await command.search(text)
        // These commands run without an app, or for as long as it runs.
        case .chat, .export, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices, .keywords:
            return .software
        }
    }
}
