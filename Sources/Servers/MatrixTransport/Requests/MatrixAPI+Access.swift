import ChatTypes
import HTTPClient
import JSONKit

/// Requests with the access token of an account.
extension MatrixAPI {
    /// Makes requests with an access token that does not end; without one for nil.
    init(homeserver: String, token: String?, client: any HTTPClient) {
        self.init(homeserver: homeserver, access: token.map { AccessTokens(LoginTokens(access: $0)) }, client: client)
    }

    /// Sends a request, and again with a new access token if the homeserver refuses the old one. Throws `HTTPError` or `ServiceError`.
    func authorized(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let access else { return try await client.send(request) }
        var token = try await access.token()
        // A machine that slept may find the new token ended, too.
        for _ in 0..<Self.attempts {
            var request = request
            request.fields.append(HTTPField("Authorization", "Bearer \(token)"))
            let response = try await client.send(request)
            guard response.refusesToken else {
                access.note(isAccepted: true)
                return response
            }
            guard let renewed = try await access.renewed(after: token) else {
                access.note(isAccepted: false)
                return response
            }
            token = renewed
        }
        // Only its authorization server can end a login that is renewed.
        throw ServiceError.tryAgain(after: .seconds(5))
    }

    private static let attempts = 3
}

extension HTTPResponse {
    /// Whether the homeserver does not accept the access token. A demand for another proof has the same status, and flows.
    fileprivate var refusesToken: Bool {
        guard [401, 403].contains(status), case .unauthorized = ServiceError(self) else { return false }
        let json = try? JSONDocument(body, limits: JSONLimits(values: 1000)).root
        return json?["flows"]?.isArray != true
    }
}
