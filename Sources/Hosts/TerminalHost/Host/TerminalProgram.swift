import CSystem
package import Foundation
package import HTTPClient

/// The program, from the command line to the exit code.
public struct TerminalProgram: Sendable {
    private let manual: [ManualSection]
    private let fullScreen: FullScreen

    /// - Parameters:
    ///   - manual: the sections of the manual page about the full screen.
    ///   - fullScreen: runs the chat on the whole terminal.
    package init(manual: [ManualSection], fullScreen: @escaping FullScreen) {
        (self.manual, self.fullScreen) = (manual, fullScreen)
    }

    /// Opens the descriptors 0 to 2 that were closed when the process started.
    public static func fillStandardDescriptors() {
        Descriptors.fillStandard()
    }

    /// Runs the command line of the process. Returns the exit code, as in sysexits(3).
    @concurrent
    public func run(environment: [String: String]) async -> Int32 {
        // Files and directories that the program creates are accessible to the user only.
        umask(0o077)
        SignalPipe.ignoreLostOutput()
        do {
            try Descriptors.raiseLimit()
            let signals = try SignalPipe()
            signals.install()
            let command = CommandRun(
                environment: environment,
                signals: signals,
                manual: manual,
                fullScreen: fullScreen
            )
            return await command.run(try ProgramArguments.read()).rawValue
        } catch {
            LineOutput(descriptor: STDERR_FILENO).write("viperchat: \(FailureText.text(of: error))")
            return FailureText.exitCode(for: error).rawValue
        }
    }
}

/// Runs the chat on the whole terminal until the user quits. Returns nil if the terminal lacks a needed capability.
package typealias FullScreen = @Sendable (FullScreenStart) async throws -> ExitCode?

/// The parameters of the full-screen host.
package struct FullScreenStart: Sendable {
    package let options: CommandLineOptions
    package let environment: [String: String]
    /// The place of the data; nil keeps everything in memory.
    package let profile: Profile?
    package let signals: SignalPipe
    /// Creates the client for requests to a real server.
    package let makeClient: @Sendable () -> any HTTPClient

    /// The calendar in which dates are written.
    package var calendar: Calendar { .user(environment: environment) }

    /// A session in virtual time.
    package var virtualRun: VirtualRun { VirtualRun(options: options, profile: profile, signals: signals) }
}
