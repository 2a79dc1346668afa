import HTTPClient

extension PlantedBug {
    /// A limited timeline, with a hole before it, counts as complete.
    public static let limitIgnored = PlantedBug(
        "limitIgnored",
        breaks: [.complete, .modestRequests],
        firstSeed: 2,
        server: .matrix,
        changes: .client { UnlimitedClient(inner: $0) }
    )
}

/// A client that marks the timelines of every sync as unlimited.
private struct UnlimitedClient: HTTPClient {
    let inner: any HTTPClient

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response = try await inner.send(request)
        guard request.url.contains("/sync?"), request.url.contains("since=") else { return response }
        let text = String(decoding: response.body, as: UTF8.self)
        response.body = Array(text.replacing("\"limited\":true", with: "\"limited\":false").utf8)
        return response
    }
}
