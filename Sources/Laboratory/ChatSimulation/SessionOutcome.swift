/// What came of one session.
public struct SessionOutcome: Sendable {
    /// What was played, to its end or to the first violation.
    public let plan: SessionPlan
    /// In the order in which they were found; no step is taken after the first.
    public let violations: [Violation]
    /// Jobs run and sleepers woken.
    public let eventCount: Int
    /// How often each kind of fault was brought.
    public let faultCounts: [String: Int]
    /// How often each promise was checked.
    public let checkCounts: [Invariant: Int]
    /// What happened, line by line, if it was asked for.
    public let history: [String]
}
