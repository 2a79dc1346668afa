public import Foundation
import Synchronization

/// Many sessions, played on several cores.
public struct SessionBatch: Sendable {
    /// One session is played for each.
    public let seeds: ClosedRange<UInt64>
    /// How many are played at once.
    public let jobs: Int
    /// What happens in the session of a seed; called from several threads at once.
    public let plan: @Sendable (UInt64) -> SessionPlan

    public init(
        seeds: ClosedRange<UInt64>,
        jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
        plan: @escaping @Sendable (UInt64) -> SessionPlan
    ) {
        (self.seeds, self.jobs, self.plan) = (seeds, jobs, plan)
    }

    /// Plays them all, and adds them to those played before; returns when the last has ended. `report` hears after each how it
    /// stands, and what came of the one that ended last, one call at a time.
    ///
    /// Every core takes the next seed as soon as it is free; what is counted does not depend on which takes which. Throws
    /// when the files of a session cannot be made.
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

    /// Lends a folder for the sessions' files, and removes it afterwards. Throws when it cannot be made, or what `body`
    /// throws.
    ///
    /// Below `TMPDIR` where that is set; else in memory where the system has such a place: the files are small, short-lived, and
    /// synced all the time.
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
