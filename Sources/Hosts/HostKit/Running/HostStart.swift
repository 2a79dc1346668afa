import ChatTypes
package import Foundation
package import HTTPClient
import RuntimeKit

/// The parameters of a host.
package struct HostStart: Sendable {
    package let options: CommandLineOptions
    package let environment: [String: String]
    /// The place of the data; nil keeps everything in memory.
    package let profile: Profile?
    /// The accounts to open as one app, if there are several; `profile` is that of the first.
    package let accounts: [ProfileAccount]
    package let signals: SignalPipe
    /// Creates the client for requests to a real server.
    package let makeClient: @Sendable () -> any HTTPClient

    package init(
        options: CommandLineOptions,
        environment: [String: String],
        profile: Profile?,
        accounts: [ProfileAccount] = [],
        signals: SignalPipe,
        makeClient: @escaping @Sendable () -> any HTTPClient
    ) {
        (self.options, self.environment, self.profile, self.signals) = (options, environment, profile, signals)
        (self.accounts, self.makeClient) = (accounts, makeClient)
    }

    /// The calendar in which dates are written.
    package var calendar: Calendar { .user(environment: environment) }

    /// A session in virtual time.
    package var virtualRun: VirtualRun { VirtualRun(options: options, profile: profile, signals: signals) }

    /// Opens the profile, or all accounts as one app, in real time.
    ///
    /// An account that cannot be opened hinders no other: a notice says why. Throws the errors of `AppContainer.init` if nothing can be
    /// opened.
    package func container(
        in calendar: Calendar,
        takesCommands: Bool,
        readsMarkdown: Bool
    ) async throws -> AppContainer {
        @Sendable func open(_ profile: Profile?) throws -> AppContainer {
            var system = SystemRandomNumberGenerator()
            return try AppContainer(
                time: AppTime(clock: ContinuousClock(), now: { Date() }, calendar: calendar),
                network: options.network.conditions,
                seed: options.seed ?? system.next(),
                profile: profile,
                takesCommands: takesCommands,
                readsMarkdown: readsMarkdown,
                makeClient: makeClient
            )
        }
        guard accounts.count > 1 else { return try open(profile) }
        // Together, because each waits for the disk and for its keys.
        let results = await withTaskGroup(of: (Int, Result<AppContainer, any Error>).self) { group in
            for (index, account) in accounts.enumerated() {
                group.addTask { (index, Result { try open(account.profile) }) }
            }
            return await group.reduce(into: [Int: Result<AppContainer, any Error>]()) { $0[$1.0] = $1.1 }
        }
        var opened: [(name: AccountName, container: AppContainer)] = []
        var (notices, failure): ([String], (any Error)?) = ([], nil)
        for (index, account) in accounts.enumerated() {
            guard let result = results[index] else { continue }
            do { opened.append((account.name, try result.get())) } catch {
                notices.append(
                    "\(account.name) is not open: \(account.profile.completing(FailureText.text(of: error)))"
                )
                failure = failure ?? error
            }
        }
        guard opened.count > 1 else {
            if let only = opened.first { return only.container.adding(notices: notices) }
            throw failure ?? StorageError.noAccount
        }
        return AppContainer(joining: opened).adding(notices: notices)
    }
}
