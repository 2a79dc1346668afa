import HTTPClient
import RuntimeKit
import Synchronization

/// A client whose downloads stall after a number of bytes until their task is cancelled.
final class StandstillClient: HTTPClient {
    private let client: any HTTPClient
    private let limit: Int64
    private let state = Mutex(false)

    init(_ client: any HTTPClient, behind limit: Int64) { (self.client, self.limit) = (client, limit) }

    /// Whether a download has stalled.
    var isReached: Bool { state.withLock(\.self) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        if case .parts(let count, let read)? = request.body {
            request.body = .parts(count: count) { [self] offset, count in
                if offset >= limit { try await standStill() }
                return try await read(offset, count)
            }
        }
        if case .parts(let offset, let receive) = request.destination {
            let taken = Mutex(offset)
            request.destination = .parts(from: offset) { [self] part in
                try await receive(part)
                let count = taken.withLock { taken in
                    taken += Int64(part.count)
                    return taken
                }
                if count >= limit { try await standStill() }
            }
        }
        return try await client.send(request)
    }

    private func standStill() async throws {
        state.withLock { $0 = true }
        // Ends only when the task is cancelled.
        await Signal().wait()
        throw CancellationError()
    }
}
