/// One life of an app's process, from its start to its end, orderly or not: the product's own app, or a version of the
/// comparison.
protocol Life: AnyObject {
    /// The app's way to the server.
    var transport: SeverableTransport { get }
    /// Does what a person does with what is on screen; a step that does not fit it does nothing.
    var take: @Sendable (any PersonStep) async -> Void { get }
    /// What has to hold while all is well, one after the other; more of it the last time.
    func quietChecks(isLast: Bool) -> [TimedCheck]
    /// The process stops for good, wherever it is: what it has not committed is gone, and so is everything it holds.
    func die() -> LastSight
    /// The person leaves; everything must come to its end.
    func quit()
}

/// A check that has to come to its end.
struct TimedCheck: Sendable {
    var limit = Duration.seconds(65)
    let run: @Sendable () async -> Void

    init(limit: Duration = .seconds(65), _ run: @escaping @Sendable () async -> Void) {
        (self.limit, self.run) = (limit, run)
    }
}
