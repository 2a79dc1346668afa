public import Foundation
import Synchronization

/// A batch of sessions played on several cores.
public struct SessionBatch: Sendable {
    /// The seeds, one for each session.
    public let seeds: ClosedRange<UInt64>
    /// The number of sessions played at once.
    public let jobs: Int
    /// Returns the plan for a seed. Called from several threads at once.
    public let plan: @Sendable (UInt64) -> SessionPlan

    public init(
        seeds: ClosedRange<UInt64>,
        jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
        plan: @escaping @Sendable (UInt64) -> SessionPlan
    ) {
        (self.seeds, self.jobs, self.plan) = (seeds, jobs, plan)
    }

    /// Plays all sessions, and adds them to the tally of earlier ones. Returns when the last has ended. Calls
    /// `report` after each session with the tally so far and the session's outcome, one call at a time.
    ///
    /// Every core takes the next seed as soon as it is free, and the tally does not depend on which core takes which.
    /// Throws if a session's files cannot be created.
    public func play(
        in place: URL,
        after earlier: SimulationTally = SimulationTally(),
        reporting report: @escaping @Sendable (SimulationTally, SessionOutcome) -> Void = { _, _ in }
    ) throws -> SimulationTally {
        let next = Atomic<UInt64>(seeds.lowerBound)
        let tally = Mutex(earlier)
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: jobs) { _ in
            while failure.withLock({ $0 == nil }) {
                let seed = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard seeds.contains(seed) else { return }
                do {
                    let outcome = try SessionRunner.run(plan(seed), in: place)
                    tally.withLock { tally in
                        tally.add(outcome)
                        report(tally, outcome)
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return tally.withLock { $0 }
    }

    /// Calls `body` with a temporary folder for the sessions' files, and removes it afterwards. Throws if the folder
    /// cannot be created, or rethrows the error of `body`.
    ///
    /// The folder is in `TMPDIR` if that is set, otherwise in memory where the system supports it. The files are
    /// small, short-lived and constantly synchronized.
    public static func withPlace<Answer>(named name: String, _ body: (URL) throws -> Answer) throws -> Answer {
        let shared = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let isShared =
            ProcessInfo.processInfo.environment["TMPDIR"] == nil
            && FileManager.default.isWritableFile(atPath: shared.path)
        let base = isShared ? shared : FileManager.default.temporaryDirectory
        let place = base.appending(path: "\(name)-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(
            at: place,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: place) }
        return try body(place)
    }
}
