import HTTPClient
import Testing

/// A client that waits for ten minutes where a request leaves its limits in time as they are, and then names the request.
///
/// A test's task shares its threads with thousands of other tests, so that it may release a server later than people would wait.
final class PatientClient: HTTPClient {
    private static let patience = Duration.seconds(600)
    private let client: CurlClient

    init(authorities: String? = nil) {
        client = CurlClient(authorities: authorities)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let usual = HTTPLimits()
        var patient = request
        if request.limits.total == usual.total { patient.limits.total = Self.patience }
        if request.limits.connecting == usual.connecting { patient.limits.connecting = Self.patience }
        if request.limits.silence == usual.silence { patient.limits.silence = Self.patience }
        do { return try await client.send(patient) } catch let error as HTTPError {
            if error.reason == .timedOut, patient.limits.total == Self.patience,
                request.limits.connecting == usual.connecting
            {
                Issue.record("\(request.method.rawValue) \(request.url) got no response")
            }
            throw error
        }
    }
}
