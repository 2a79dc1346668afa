import HTTPClient

/// A client that gives a homeserver ten minutes more than people would: on a busy machine, Synapse takes half a minute for a request.
final class LenientClient: HTTPClient {
    private let client = CurlClient()

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var lenient = request
        lenient.limits.total += .seconds(600)
        lenient.limits.silence += .seconds(600)
        return try await client.send(lenient)
    }
}
