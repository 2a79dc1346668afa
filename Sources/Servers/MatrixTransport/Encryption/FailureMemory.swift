import ChatTypes
import RuntimeKit

/// The users of whom a request brought nothing, each with the time after which it is worth another one.
///
/// The pause grows with each failure, from a minute to an hour. Until it ends, nothing waits for these users.
final class FailureMemory: Sendable {
    private struct Failure {
        var pause: Duration
        var since: Stopwatch

        var isDue: Bool { since.now >= pause }
    }

    private static let pauses: ClosedRange<Duration> = .seconds(60) ... .seconds(3600)
    /// The users who are remembered. More are asked again each time.
    private static let limit = 10_000

    private let clock: any Clock<Duration>
    private let failures = InterleavingMutex<[ContactID: Failure]>([:])

    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Whether nothing is to wait for a user.
    func contains(_ user: ContactID) -> Bool { failures.withLock { $0[user] != nil } }

    /// Returns the users for whom a request may wait.
    func without(_ users: [ContactID]) -> [ContactID] {
        failures.withLock { failures in failures.isEmpty ? users : users.filter { failures[$0] == nil } }
    }

    /// The users who are worth another request now.
    var due: [ContactID] { failures.withLock { $0.filter { $0.value.isDue }.keys.sorted() } }

    /// Records that a request brought nothing of users.
    func note(_ users: [ContactID]) {
        failures.withLock { failures in
            for user in users where failures[user] != nil || failures.count < Self.limit {
                let last = failures[user]?.pause
                let pause = last.map { min($0 * 2, Self.pauses.upperBound) } ?? Self.pauses.lowerBound
                failures[user] = Failure(pause: pause, since: Stopwatch(clock: clock))
            }
        }
    }

    /// Records that a request was answered.
    func forget(_ users: [ContactID]) {
        failures.withLock { failures in for user in users { failures[user] = nil } }
    }
}
