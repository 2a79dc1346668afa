import Foundation
import FullScreenHost
import TerminalHost

// Before anything else can open a descriptor, the runtime included, which does so at the first `await`.
TerminalProgram.fillStandardDescriptors()

exit(
    await TerminalProgram(fullScreen: FullScreenProgram.run).run(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    )
)
