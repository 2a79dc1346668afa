import ChatApp
import RuntimeKit

/// `viperchat` without a command: the whole app, line by line, until the input ends or the person leaves.
struct ChatCommand: Sendable {
    let world: AppContainer
    let printer: Printer

    /// - Parameter nextEvent: the next line of input, asked for when it can be obeyed.
    func run(nextEvent: @escaping @Sendable () async -> InputEvent) async -> ExitCode {
        let interface = LineInterface(printer: printer)
        return await withTaskGroup(of: ExitCode.self) { group in
            group.addTask {
                await world.runServer()
                return .ok
            }
            group.addTask {
                await world.application.run(on: interface)
                return .ok
            }
            group.addTask {
                _ = await printer.closed.takeAll()
                return .ok
            }
            group.addTask { await converse(on: interface, nextEvent) }
            // Whichever ends first ends all: the person leaves, or the output is no longer read.
            let code = await group.next()
            group.cancelAll()
            return code ?? .ok
        }
    }

    private func converse(on interface: LineInterface, _ nextEvent: @Sendable () async -> InputEvent) async -> ExitCode
    {
        let interpreter = LineInterpreter(world: world, interface: interface)
        await interpreter.begin()
        await interface.print(world.notices.map(HostEvent.problem))
        while !Task.isCancelled {
            switch await nextEvent() {
            case .line(let line):
                guard await interpreter.obey(line) else { return .ok }
            case .tooLong(let byteCount):
                await interface.print([.problem("A line of \(byteCount) bytes is too long, and was passed over")])
            case .cutByTerminal:
                await interface.print([.problem(TypedLine.cutProblem)])
            case .failed(let error):
                await interface.print([.problem("What is typed cannot be read: \(error.reason)")])
                return .ioError
            case .end, .signal:
                return .ok
            }
        }
        return .ok
    }
}
