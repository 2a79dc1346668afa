package import Foundation
package import HTTPClient

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
