import HTTPClient
import Synchronization

extension PlantedBug {
    /// Each attempt to send a message has a new transaction ID.
    public static let newTransactionID = PlantedBug(
        "newTransactionID",
        breaks: [.sentOnce],
        server: .matrix,
        changes: .client { ForgetfulClient(inner: $0) }
    )
}

/// A client that gives each attempt to send a new transaction ID.
private final class ForgetfulClient: HTTPClient {
    private let inner: any HTTPClient
    private let count = Mutex(0)

    init(inner: any HTTPClient) { self.inner = inner }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        if request.url.contains("/send/m.room.message/") {
            let attempt = count.withLock { count in
                count += 1
                return count
            }
            request.url += "-\(attempt)"
        }
        return try await inner.send(request)
    }
}
