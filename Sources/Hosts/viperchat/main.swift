import Foundation
import FullScreenHost
import TerminalHost

// Before anything else can open a descriptor, the runtime included, which does so at the first `await`.
TerminalProgram.fillStandardDescriptors()

// `exit` would have OpenSSL torn down under the thread that served the last request, which may still be ending: a crash after
// all was said. Nothing is left to write.
_exit(
    await TerminalProgram(fullScreen: FullScreenProgram.run).run(environment: ProcessInfo.processInfo.environment)
)
