public import Foundation

/// The result of searching for a planted bug.
public struct PlantedBugFinding: Sendable {
    /// The violated invariant.
    public let violation: Violation
    /// The session's seed.
    public let seed: UInt64
    /// The number of sessions played, with the one that found the bug.
    public let sessionCount: Int
    /// The cost of all sessions including the one that found the bug: the processor time of the thread that played
    /// them.
    public let processorTime: Duration
}

extension PlantedBug {
    /// Plays sessions in the order of `seeds` until one finds the bug. Returns `nil` if none does. Throws if a
    /// session's files cannot be created.
    public func search(
        _ seeds: some Sequence<UInt64>,
        profile: FaultProfile = .everything,
        stepCount: Int = 40,
        in place: URL
    ) throws -> PlantedBugFinding? {
        let start = Self.processorTime
        for (index, seed) in seeds.enumerated() {
            var plan = SessionPlan(seed: seed, profile: profile, stepCount: stepCount)
            (plan.server, plan.moves) = (server, moves)
            guard let violation = try SessionRunner.run(plan, in: place, planting: self).violations.first else {
                continue
            }
            return PlantedBugFinding(
                violation: violation,
                seed: seed,
                sessionCount: index + 1,
                processorTime: Self.processorTime - start
            )
        }
        return nil
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
