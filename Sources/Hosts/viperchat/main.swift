import Foundation
import FullScreenHost
import TerminalHost

// This has to run before anything opens a descriptor, as the runtime does at the first `await`.
TerminalProgram.fillStandardDescriptors()

// `exit` would tear down OpenSSL under a request thread that may still be ending, and crash. Nothing is left to
// write.
_exit(
    await TerminalProgram(manual: FullScreenProgram.manual, fullScreen: FullScreenProgram.run)
        .run(environment: ProcessInfo.processInfo.environment)
)
