import ChatTypes
import RuntimeKit
import SQLiteKit
import SimulationKit
import Testing
import Transport

@testable import ChatSession

@Suite struct TimeLimitedServiceTests {
    private let tasks = VirtualTasks()

    private var service: TimeLimitedService {
        let environment = tasks.environment()
        let fake = ServiceFake(environment: environment, now: { .zero })
        return TimeLimitedService(fake, clock: environment.clock)
    }

    @Test func `a request that is never answered fails after its time limit`() throws {
        let service = service
        #expect(throws: ServiceError.responseLost) {
            try tasks.perform { try await service.withTimeLimit { _ in try await Forever.wait() } }
        }
        #expect(tasks.time == .seconds(60))
        #expect(throws: ServiceError.responseLost) {
            try tasks.perform { try await service.withTimeLimit(.seconds(5)) { _ in try await Forever.wait() } }
        }
        #expect(tasks.time == .seconds(65))
    }

    @Test func `each part that moves renews the time limit`() throws {
        let (service, clock) = (service, tasks.executor.clock)
        let move: @Sendable (Int) async throws -> Void = { parts in
            try await service.withTimeLimitForEachPart { _, noteProgress in
                for _ in 0..<parts {
                    try await clock.sleep(for: .seconds(50))
                    noteProgress()
                }
                if parts == 1 { try await Forever.wait() }
            }
        }
        try tasks.perform { try await move(10) }
        #expect(tasks.time == .seconds(500))
        #expect(throws: ServiceError.responseLost) { try tasks.perform { try await move(1) } }
        #expect((.seconds(600)...(.seconds(625))).contains(tasks.time))
    }

    @Test func `a cancellation that the caller did not ask for counts as a lost response`() throws {
        let service = service
        #expect(throws: ServiceError.responseLost) {
            try tasks.perform { try await service.withTimeLimit { _ in throw CancellationError() } }
        }
    }

    @Test func `an error of the transport's own database is a problem of the storage`() throws {
        let service = service
        let error = SQLiteError(code: SQLiteError.corrupt, message: "malformed", statement: "")
        #expect(throws: StorageProblem.damaged) {
            try tasks.perform { try await service.withTimeLimit { _ in throw error } }
        }
    }
}

private enum Forever {
    /// Waits until the caller's task is cancelled, then throws.
    static func wait() async throws {
        _ = await CoalescingQueue<Never>().takeAll()
        throw CancellationError()
    }
}
