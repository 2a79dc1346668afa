public import Foundation

/// How a planted fault was found.
public struct PlantedFinding: Sendable {
    /// The promise that did not hold.
    public let violation: Violation
    /// The session's seed.
    public let seed: UInt64
    /// What all sessions up to it cost: the processor time of the thread that played them.
    public let processorTime: Duration
}

extension PlantedFault {
    /// Plays sessions in the order of `seeds` until one finds the fault; nil when none does. Throws when the files of a
    /// session cannot be made.
    public func search(
        _ seeds: some Sequence<UInt64>,
        profile: FaultProfile = .everything,
        stepCount: Int = 40,
        in place: URL
    ) throws -> PlantedFinding? {
        let start = Self.processorTime
        for seed in seeds {
            var plan = SessionPlan(seed: seed, profile: profile, stepCount: stepCount)
            plan.server = server
            guard let violation = try SessionRunner.run(plan, in: place, planting: self).violations.first else {
                continue
            }
            return PlantedFinding(violation: violation, seed: seed, processorTime: Self.processorTime - start)
        }
        return nil
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
