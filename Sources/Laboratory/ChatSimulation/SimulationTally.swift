/// What many sessions came to.
public struct SimulationTally: Sendable, Codable {
    /// How many sessions were added.
    public private(set) var sessions = 0
    /// Jobs run and sleepers woken, in all of them.
    public private(set) var events = 0
    /// How often each kind of fault was brought, by its name; one of the network counts once for a session.
    public private(set) var faults: [String: Int] = [:]
    /// How often each promise was checked, by its number.
    public private(set) var checks: [String: Int] = [:]
    /// The seeds of sessions in which a promise did not hold.
    public private(set) var violations: [UInt64] = []
    /// In how many sessions each promise was the first that did not hold, by its number.
    public private(set) var broken: [String: Int] = [:]

    public init() {}

    /// Counts one more session in.
    public mutating func add(_ outcome: SessionOutcome) {
        sessions += 1
        events += outcome.eventCount
        faults.merge(outcome.faultCounts, uniquingKeysWith: +)
        for (invariant, count) in outcome.checkCounts { checks["\(invariant.rawValue)", default: 0] += count }
        guard let first = outcome.violations.first else { return }
        violations = (violations + [outcome.plan.seed]).sorted()
        broken["\(first.invariant.rawValue)", default: 0] += 1
    }

    /// Lines for people.
    public var text: [String] {
        let faults = faults.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let promises = Invariant.allCases.map { invariant in
            "  \(invariant.rawValue). \(invariant.text): checked \(checks["\(invariant.rawValue)"] ?? 0) times"
        }
        return ["\(sessions) sessions, \(events) events", "faults injected: \(faults.isEmpty ? "none" : faults)"]
            + ["invariants:"] + promises + ["\(violations.count) sessions with violations" + seedText]
    }

    private var seedText: String {
        violations.isEmpty ? "" : ": seeds \(violations.map { "\($0)" }.joined(separator: ", "))"
    }
}
