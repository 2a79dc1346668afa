/// The totals of many sessions.
public struct SimulationTally: Sendable, Codable {
    /// The number of sessions.
    public private(set) var sessions = 0
    /// The number of jobs run and sleepers woken in all sessions.
    public private(set) var events = 0
    /// The number of faults by kind. A network fault counts once for each session.
    public private(set) var faults: [String: Int] = [:]
    /// The number of checks of each invariant, by its number.
    public private(set) var checks: [String: Int] = [:]
    /// The seeds of the sessions with violations.
    public private(set) var violations: [UInt64] = []
    /// The number of sessions in which each invariant was violated first, by its number.
    public private(set) var broken: [String: Int] = [:]

    public init() {}

    /// Adds the outcome of one session.
    public mutating func add(_ outcome: SessionOutcome) {
        sessions += 1
        events += outcome.eventCount
        faults.merge(outcome.faultCounts, uniquingKeysWith: +)
        for (invariant, count) in outcome.checkCounts { checks["\(invariant.rawValue)", default: 0] += count }
        guard let first = outcome.violations.first else { return }
        violations = (violations + [outcome.plan.seed]).sorted()
        broken["\(first.invariant.rawValue)", default: 0] += 1
    }

    /// The totals as lines of text.
    public var text: [String] {
        let faults = faults.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let invariants = Invariant.allCases.map { invariant in
            "  \(invariant.rawValue). \(invariant.text): checked \(checks["\(invariant.rawValue)"] ?? 0) times"
        }
        return ["\(sessions) sessions, \(events) events", "faults injected: \(faults.isEmpty ? "none" : faults)"]
            + ["invariants:"] + invariants + ["\(violations.count) sessions with violations" + seedText]
    }

    private var seedText: String {
        violations.isEmpty ? "" : ": seeds \(violations.map { "\($0)" }.joined(separator: ", "))"
    }
}
