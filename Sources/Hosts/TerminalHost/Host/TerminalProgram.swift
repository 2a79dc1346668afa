import CSystem
import Foundation

/// The program: from a command line to an exit code.
public struct TerminalProgram: Sendable {
    private let fullScreen: FullScreen

    /// - Parameter fullScreen: chats on a terminal where that is possible.
    package init(fullScreen: @escaping FullScreen) {
        self.fullScreen = fullScreen
    }

    /// Makes sure that the numbers 0 to 2 are what they stand for, though the process was started with some of them closed.
    public static func fillStandardDescriptors() {
        Descriptors.fillStandard()
    }

    /// Runs what the process was started with to its end, and says how it ended, in the numbers of sysexits(3).
    @concurrent
    public func run(environment: [String: String]) async -> Int32 {
        // Whatever is made from here on is the person's own business.
        umask(0o077)
        SignalPipe.ignoreLostOutput()
        do {
            try Descriptors.makeRoom()
            let signals = try SignalPipe()
            signals.install()
            let command = CommandRun(environment: environment, signals: signals, fullScreen: fullScreen)
            return await command.run(try ProgramArguments.read()).rawValue
        } catch {
            LineOutput(descriptor: STDERR_FILENO).write("viperchat: \(Failure.text(of: error))")
            return Failure.exitCode(for: error).rawValue
        }
    }
}
