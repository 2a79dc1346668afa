import Foundation
import TerminalHost

exit(
    await TerminalProgram().run(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    )
)
