import CSystem
import ChatApp
import HostKit
import RuntimeKit

/// `viperchat` without a command: the whole app, line by line, until the input ends or the user quits.
struct ChatCommand: Sendable {
    let container: AppContainer
    let printer: Printer
    /// Whether the user types the lines, and so sees that one takes long.
    let isTerminal: Bool

    /// - Parameter nextEvent: returns the next line of input; called when the previous line has finished, and on a terminal while a chat
    ///   is being created.
    func run(nextEvent: @escaping @Sendable () async -> InputEvent) async -> ExitCode {
        let application = container.application
        let interface = LineInterface(
            printer: printer,
            accounts: application.accounts.compactMap(\.name),
            formAccount: { application.account(of: nil).name }
        )
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
        var read: InputEvent?
        while !Task.isCancelled {
            let event: InputEvent
            if let known = read { event = known } else { event = await nextEvent() }
            read = nil
            switch event {
            case .line(let line):
                guard isTerminal, await interpreter.mayTakeLong(line) else {
                    guard await interpreter.execute(line) else { return .ok }
                    continue
                }
                let goesOn: Bool
                (goesOn, read) = await execute(line, with: interpreter, nextEvent)
                guard goesOn else { return .ok }
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

    private enum Step {
        case executed(Bool)
        case read(InputEvent)
    }

    /// Executes a line that creates a chat; `/back` and `/quit` end the wait for the server.
    ///
    /// - Returns: whether the program goes on, and an event that was read meanwhile and is still to be handled.
    private func execute(
        _ line: String,
        with interpreter: LineInterpreter,
        _ nextEvent: @Sendable () async -> InputEvent
    ) async -> (goesOn: Bool, read: InputEvent?) {
        await withoutActuallyEscaping(nextEvent) { nextEvent in
            await withTaskGroup(of: Step.self) { group in
                group.addTask { .executed(await interpreter.execute(line)) }
                group.addTask { .read(await nextEvent()) }
                var (goesOn, read) = (true, InputEvent?.none)
                for await step in group {
                    switch step {
                    case .executed(let isGoingOn):
                        goesOn = goesOn && isGoingOn
                        // The reader then ends with `.end`, or with an event that came just before.
                        group.cancelAll()
                    case .read(.end) where group.isCancelled: break
                    case .read(let event):
                        let command = event.commandInForm
                        goesOn = goesOn && command != .quit
                        let isDone = command == .quit || command == .back
                        // Elsewhere than in the form, the line has ended or is about to.
                        let hasLeft = isDone ? await interpreter.leavesForm() : false
                        if !hasLeft { read = command == .quit ? nil : event }
                        if !goesOn { group.cancelAll() }
                    }
                }
                return (goesOn, read)
            }
        }
    }
}

extension InputEvent {
    /// The command that it is in the form for a new chat; nil if it is none.
    fileprivate var commandInForm: LineCommand? {
        if case .line(let line) = self { try? LineCommand(line, on: .createChat) } else { nil }
    }
}

extension Command {
    /// Runs the command in an app, with input for a command that reads any.
    func run(
        in container: AppContainer,
        printer: Printer,
        isTyped: Bool,
        nextEvent: @escaping @Sendable () async -> InputEvent
    ) async -> ExitCode {
        if self == .chat {
            let chat = ChatCommand(container: container, printer: printer, isTerminal: isTyped)
            return await chat.run(nextEvent: nextEvent)
        }
        let isSeen = Descriptors.isTerminal(STDERR_FILENO)
        let progress = isSeen ? LineOutput(descriptor: STDERR_FILENO) : nil
        return await OneShotCommand(container: container, printer: printer, progress: progress).run { command in
            try await perform(command)
        }
    }
}
