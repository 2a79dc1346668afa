/// One process of an app, from its start to its orderly or sudden end. The app is the VIPER app or another
/// architecture.
protocol AppRun: AnyObject {
    /// The app's connection to the server.
    var transport: SeverableTransport { get }
    /// Performs a user's step on the current screens. Ignores a step that does not apply to them.
    var take: @Sendable (any PersonStep) async -> Void { get }
    /// Returns the checks for a quiet moment, in order. The last quiet moment has more.
    func quietChecks(isLast: Bool) -> [TimedCheck]
    /// Kills the process at once. It loses everything uncommitted and all memory. Returns what the user saw last.
    func kill() -> LastView
    /// Leaves the app in order. All of its tasks must end.
    func quit()
}

/// A check that must finish within a time limit.
struct TimedCheck: Sendable {
    var limit = Duration.seconds(65)
    let run: @Sendable () async -> Void

    init(limit: Duration = .seconds(65), _ run: @escaping @Sendable () async -> Void) {
        (self.limit, self.run) = (limit, run)
    }
}
