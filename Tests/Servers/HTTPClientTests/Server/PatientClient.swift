import HTTPClient

/// A client that waits for minutes where a request leaves its limits in time as they are.
///
/// Client and server of a test share their threads with thousands of other tests, so that an answer may take longer than people
/// would wait.
final class PatientClient: HTTPClient {
    private let client: CurlClient

    init(authorities: String? = nil) {
        client = CurlClient(authorities: authorities)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let usual = HTTPLimits()
        var request = request
        if request.limits.total == usual.total { request.limits.total = .seconds(1200) }
        if request.limits.connecting == usual.connecting { request.limits.connecting = .seconds(1200) }
        if request.limits.silence == usual.silence { request.limits.silence = .seconds(1200) }
        return try await client.send(request)
    }
}
