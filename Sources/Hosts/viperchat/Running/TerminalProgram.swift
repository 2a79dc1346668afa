import CSystem
import Foundation
import HostKit

/// The program, from the command line to the exit code.
enum TerminalProgram {
    /// Opens the descriptors 0 to 2 that were closed when the process started.
    static func fillStandardDescriptors() {
        Descriptors.fillStandard()
    }

    /// Runs the command line of the process. Returns the exit code, as in sysexits(3).
    @concurrent
    static func run(environment: [String: String]) async -> Int32 {
        // Files and directories that the program creates are accessible to the user only.
        umask(0o077)
        SignalPipe.ignoreLostOutput()
        do {
            try Descriptors.raiseLimit()
            let signals = try SignalPipe()
            signals.install()
            let command = CommandRun(environment: environment, signals: signals)
            return await command.run(try ProgramArguments.read()).rawValue
        } catch {
            LineOutput(descriptor: STDERR_FILENO).write("viperchat: \(FailureText.text(of: error))")
            return FailureText.exitCode(for: error).rawValue
        }
    }
}
