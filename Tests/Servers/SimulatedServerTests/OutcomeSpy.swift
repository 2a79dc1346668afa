import Synchronization

@testable import SimulatedServer

/// Records the failure of a piece of work.
final class OutcomeSpy: Sendable {
    private let recorded = Mutex<(any Error)?>(nil)

    var error: (any Error)? { recorded.withLock { $0 } }

    func record(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            recorded.withLock { $0 = error }
        }
    }
}
