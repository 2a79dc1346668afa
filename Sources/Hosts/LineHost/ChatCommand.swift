import CSystem
import ChatApp
import HostKit
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
}
