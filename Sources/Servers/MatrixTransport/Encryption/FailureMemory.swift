import ChatTypes
import MatrixCrypto
import RuntimeKit

/// The users or devices of whom a request brought nothing, each with the time after which they are worth another one.
///
/// The pause grows with each failure, from a minute to an hour. Until it ends, nothing waits for them. Later, they are asked beside the
/// messages; only the first request of a process is waited for if the pause has ended before its start.
final class FailureMemory<Subject: Hashable & Sendable>: Sendable {
    private struct Failure {
        var pause: Duration
        var since: Stopwatch
        /// The part of the pause that was over when the stopwatch began.
        var age: Duration = .zero

        var isDue: Bool { age + since.now >= pause }
        var isAwaited: Bool { age >= pause }
    }

    private let pauses: ClosedRange<Duration> = .seconds(60) ... .seconds(3600)
    /// The subjects that are remembered. More are asked again each time.
    private let limit = 10_000

    private let clock: any Clock<Duration>
    private let failures: InterleavingMutex<[Subject: Failure]>

    /// - Parameter earlier: the failures of earlier processes, each with its pause and the time since.
    init(clock: any Clock<Duration>, earlier: [(subject: Subject, pause: Duration, age: Duration)] = []) {
        self.clock = clock
        let known = earlier.prefix(limit).map {
            ($0.subject, Failure(pause: $0.pause, since: Stopwatch(clock: clock), age: $0.age))
        }
        failures = InterleavingMutex(Dictionary(known) { first, _ in first })
    }

    /// Whether nothing is to wait for a subject.
    func contains(_ subject: Subject) -> Bool { failures.withLock { $0[subject]?.isAwaited == false } }

    /// Returns the subjects for which a request may wait.
    func without(_ subjects: [Subject]) -> [Subject] {
        failures.withLock { failures in
            failures.isEmpty ? subjects : subjects.filter { failures[$0]?.isAwaited != false }
        }
    }

    /// The subjects that are worth another request now.
    var due: Set<Subject> { failures.withLock { Set($0.filter { $0.value.isDue }.keys) } }

    /// Records that a request brought nothing of some subjects. Returns the pauses of those that are remembered.
    @discardableResult
    func note(_ subjects: [Subject]) -> [(subject: Subject, pause: Duration)] {
        failures.withLock { failures in
            subjects.compactMap { subject in
                guard failures[subject] != nil || failures.count < limit else { return nil }
                let last = failures[subject]?.pause
                let pause = last.map { min($0 * 2, pauses.upperBound) } ?? pauses.lowerBound
                failures[subject] = Failure(pause: pause, since: Stopwatch(clock: clock))
                return (subject, pause)
            }
        }
    }

    /// Records that a request was answered. Returns those that were remembered.
    @discardableResult
    func forget(_ subjects: [Subject]) -> [Subject] {
        failures.withLock { failures in subjects.filter { failures.removeValue(forKey: $0) != nil } }
    }
}

extension FailureMemory<ContactID> {
    /// Creates the memory of one kind of failures, with those that a machine's store has.
    convenience init(clock: any Clock<Duration>, _ kind: RequestFailure.Kind, of machine: EncryptionMachine) {
        let (stored, start) = machine.failures
        let earlier = stored.filter { $0.kind == kind }.map { failure in
            (
                subject: failure.user, pause: Duration.seconds(failure.pause),
                age: Duration.seconds(start - failure.since)
            )
        }
        self.init(clock: clock, earlier: earlier)
    }
}
