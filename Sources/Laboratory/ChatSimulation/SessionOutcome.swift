/// The outcome of one session.
public struct SessionOutcome: Sendable {
    /// The plan that was played, to its end or to the first violation.
    public let plan: SessionPlan
    /// The violations in the order in which they were found. The session ends after the first step with one.
    public let violations: [Violation]
    /// The number of jobs run and sleepers woken.
    public let eventCount: Int
    /// The number of faults of each kind.
    public let faultCounts: [String: Int]
    /// The number of checks of each invariant.
    public let checkCounts: [Invariant: Int]
    /// The trace, line by line, if requested.
    public let history: [String]
}
