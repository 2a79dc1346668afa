package import Foundation
package import HTTPClient

/// The parameters of a host.
package struct HostStart: Sendable {
    package let options: CommandLineOptions
    package let environment: [String: String]
    /// The place of the data; nil keeps everything in memory.
    package let profile: Profile?
    package let signals: SignalPipe
    /// Creates the client for requests to a real server.
    package let makeClient: @Sendable () -> any HTTPClient

    package init(
        options: CommandLineOptions,
        environment: [String: String],
        profile: Profile?,
        signals: SignalPipe,
        makeClient: @escaping @Sendable () -> any HTTPClient
    ) {
        (self.options, self.environment, self.profile, self.signals) = (options, environment, profile, signals)
        self.makeClient = makeClient
    }

    /// The calendar in which dates are written.
    package var calendar: Calendar { .user(environment: environment) }

    /// A session in virtual time.
    package var virtualRun: VirtualRun { VirtualRun(options: options, profile: profile, signals: signals) }
}
