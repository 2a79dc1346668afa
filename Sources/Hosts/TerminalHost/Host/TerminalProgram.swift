import CSystem
package import Foundation
package import HTTPClient

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

/// Chats on the whole terminal until the person leaves; nil where the terminal cannot do what that needs.
package typealias FullScreen = @Sendable (FullScreenStart) async throws -> ExitCode?

/// What a host for the whole terminal is started with.
package struct FullScreenStart: Sendable {
    package let options: CommandLineOptions
    package let environment: [String: String]
    /// Nil for a world that is gone when the program ends.
    package let profile: Profile?
    package let signals: SignalPipe
    /// What talks to a real server.
    package let makeClient: @Sendable () -> any HTTPClient

    /// How the person writes dates.
    package var calendar: Calendar { .person(environment: environment) }

    /// A session in virtual time.
    package var virtualRun: VirtualRun { VirtualRun(options: options, profile: profile, signals: signals) }
}
