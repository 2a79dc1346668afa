import CSystem
import Foundation
package import HostKit
import RuntimeKit

/// Runs `viperchat` line by line: the chat, or a command that does one thing in an app.
package enum LineProgram {
    /// Runs the command of the options to its end. In real time, a signal ends it as `/quit` does.
    ///
    /// - Throws: the errors of `AppContainer.init`, and `SystemError`.
    package static func run(_ start: HostStart, printer: Printer) async throws -> ExitCode {
        let command = start.options.command
        if start.options.hasVirtualTime {
            var reader = LineReader(input: STDIN_FILENO, signals: start.signals)
            return try start.virtualRun.run(
                { await command.run(in: $0, printer: printer, isTyped: false, nextEvent: $1) },
                read: { reader.nextEvent() },
                end: .end,
                isEnd: { if case .signal = $0 { true } else { false } }
            )
        }
        let container = try await start.container(
            in: start.calendar,
            takesCommands: command == .chat || command.isWatch,
            readsMarkdown: !start.options.isMarkdownUnwanted
        )
        let input = try LineInput(descriptor: STDIN_FILENO, signals: start.signals)
        return await withTaskGroup(of: ExitCode?.self) { group in
            group.addTask {
                let isTyped = Descriptors.isTerminal(STDIN_FILENO)
                return await command.run(in: container, printer: printer, isTyped: isTyped) { await input.next() }
            }
            group.addTask {
                _ = await input.signals.takeAll()
                return nil
            }
            var code: ExitCode?
            for await ended in group {
                code = code ?? ended
                group.cancelAll()
            }
            return code ?? .ok
        }
    }
}
