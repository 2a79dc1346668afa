import Foundation
public import RuntimeKit
import Synchronization

/// Draws the fate of each request, event and connection from the network's conditions.
///
/// Outages are drawn one after the other when they are needed, without a task.
public final class SimulatedNetwork: Sendable {
    /// The fate of one request.
    package enum Fate: Sendable {
        case arrives
        case requestLost
        case responseLost
        case busy
    }

    private struct State {
        var conditions: NetworkConditions
        var outage: Range<Duration>?
        /// The time at which these conditions began.
        var beginning: Duration
    }

    package let stopwatch: Stopwatch
    private let random: RandomSource
    private let state: Mutex<State>

    /// Creates a network in these conditions.
    public init(environment: ChatEnvironment, conditions: NetworkConditions) {
        stopwatch = Stopwatch(clock: environment.clock)
        random = environment.random
        state = Mutex(State(conditions: conditions, outage: nil, beginning: .zero))
    }

    /// The conditions, which may change at any time. Open connections keep their drawn end.
    public var conditions: NetworkConditions {
        get { state.withLock { $0.conditions } }
        set {
            let now = stopwatch.now
            state.withLock { $0 = State(conditions: newValue, outage: nil, beginning: now) }
        }
    }

    package func drawRoundTrip() -> Duration {
        random.duration(in: conditions.roundTrip)
    }

    package func drawFate() -> Fate {
        let (conditions, draw) = (conditions, random.unit())
        if draw < conditions.requestLossRate { return .requestLost }
        if draw < conditions.requestLossRate + conditions.responseLossRate { return .responseLost }
        if draw < conditions.requestLossRate + conditions.responseLossRate + conditions.busyRate { return .busy }
        return .arrives
    }

    package func drawPatience() -> Duration {
        random.duration(in: .seconds(1) ... .seconds(3))
    }

    package func drawEmptyPage() -> Bool {
        random.chance(conditions.emptyPageRate)
    }

    /// Returns the delay of a piece of news after its usual time, once for each delivery.
    package func drawDelays() -> [Duration] {
        let (conditions, late) = (conditions, Duration.milliseconds(1) ... .seconds(3))
        let first = random.chance(conditions.reorderingRate) ? random.duration(in: late) : .zero
        guard random.chance(conditions.duplicationRate) else { return [first] }
        return [first, first + random.duration(in: late)]
    }

    /// Returns when a connection made now will break, and whether silently; nil if it never will.
    package func drawBreak() -> (time: Duration, isSilent: Bool)? {
        let (now, conditions) = (stopwatch.now, conditions)
        let wear = conditions.connectionLifetime.map { now + drawExponential(mean: $0) }
        let outage = outage(at: now).map { max(now, $0.lowerBound) }
        guard let wear else { return outage.map { ($0, false) } }
        if let outage, outage < wear { return (outage, false) }
        return (wear, random.chance(conditions.silentDropRate))
    }

    package var isServerAway: Bool {
        let now = stopwatch.now
        return outage(at: now)?.contains(now) ?? false
    }

    /// Returns the outage that includes `time`, or the next one.
    private func outage(at time: Duration) -> Range<Duration>? {
        state.withLock { state in
            guard let interval = state.conditions.outageInterval else { return nil }
            while state.outage.map({ $0.upperBound <= time }) ?? true {
                let start = (state.outage?.upperBound ?? state.beginning) + drawExponential(mean: interval)
                let length = random.duration(in: state.conditions.outageLength)
                state.outage = start..<(start + max(length, .milliseconds(1)))
            }
            return state.outage
        }
    }

    private func drawExponential(mean: Duration) -> Duration {
        mean * -log(1 - random.unit())
    }
}
