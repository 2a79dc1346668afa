import ChatTypes
import SQLiteKit
import Synchronization
import Transport

/// A server whose requests have a time limit.
///
/// A request that is never answered fails with `responseLost`, as does one that is cancelled, but not by the caller. An error of a
/// transport's own database becomes a `StorageProblem`.
struct TimeLimitedService: Sendable {
    static let limit: Duration = .seconds(60)
    /// The number of checks for progress in that time.
    private static let checkCount = 4

    private let service: any ChatService
    private let clock: any Clock<Duration>

    init(_ service: any ChatService, clock: any Clock<Duration>) {
        (self.service, self.clock) = (service, clock)
    }

    var countsUnread: Bool { service.countsUnread }
    func isPartial(_ cursor: SyncCursor) -> Bool { service.isPartial(cursor) }
    var encryptsNewChats: Bool? { service.encryptsNewChats }
    /// The encryption on this device, which answers without the server.
    var encryption: (any EncryptionService)? { service.encryptionService }

    /// Returns how many bytes of a text must go before the server takes it, which the service knows without the server.
    func excess(of text: FormattedText, in chat: ChatID) async -> Int { await service.excess(of: text, in: chat) }

    /// Runs a request within a time limit.
    func withTimeLimit<Answer: Sendable>(
        _ limit: Duration = Self.limit,
        _ request: @escaping @Sendable (any ChatService) async throws -> Answer
    ) async throws -> Answer {
        try await run(request) { try await clock.sleep(for: limit) }
    }

    /// Runs a request that calls its second argument whenever a part has moved.
    ///
    /// Each part renews the limit; the request fails at most a limit and a quarter after the last one.
    func withTimeLimitForEachPart<Answer: Sendable>(
        _ request: @escaping @Sendable (any ChatService, @escaping @Sendable () -> Void) async throws -> Answer
    ) async throws -> Answer {
        let parts = PartCounter()
        return try await run {
            try await request($0) { parts.count.add(1, ordering: .relaxed) }
        } limit: {
            var (seen, checksWithoutPart) = (0, 0)
            while checksWithoutPart < Self.checkCount {
                try await clock.sleep(for: Self.limit / Self.checkCount)
                let count = parts.count.load(ordering: .relaxed)
                checksWithoutPart = count == seen ? checksWithoutPart + 1 : 0
                seen = count
            }
        }
    }

    private func run<Answer: Sendable>(
        _ request: @escaping @Sendable (any ChatService) async throws -> Answer,
        limit: @escaping @Sendable () async throws -> Void
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await request(service) }
            group.addTask {
                try await limit()
                throw ServiceError.responseLost
            }
            defer { group.cancelAll() }
            do {
                guard let answer = try await group.next() else { throw ServiceError.responseLost }
                return answer
            } catch let error as CancellationError {
                // Only the caller's own cancellation ends work that is retried for ever. Nobody knows what was sent until then.
                throw Task.isCancelled ? error : ServiceError.responseLost
            } catch let error as SQLiteError {
                throw error.problem
            }
        }
    }
}

/// The number of parts that have moved.
private final class PartCounter: Sendable {
    let count = Atomic(0)
}
