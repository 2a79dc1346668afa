import HTTPClient
import Testing

@Suite struct RedactionTests {
    private let request = HTTPRequest(
        .put,
        "https://example.org/send/1?since=s1&access_token=SECRET&SECRET#SECRET",
        fields: [HTTPField("Authorization", "Bearer SECRET")],
        body: .bytes([UInt8]("SECRET".utf8))
    )

    /// All ways to print a value into a log or a report.
    private func prints(_ value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped, "\([value])", "\(Optional(value) as Any)"].joined(
            separator: "\n"
        )
    }

    @Test func `a request prints its method and address without secrets`() {
        #expect("\(request)" == "PUT https://example.org/send/1?since=…&access_token=…&…")
        #expect(!prints(request).contains("SECRET"))
    }

    @Test func `a field prints its name only, and a response its length`() {
        #expect("\(HTTPField("Authorization", "Bearer SECRET"))" == "Authorization: …")
        #expect(!prints(HTTPField("Authorization", "Bearer SECRET")).contains("SECRET"))
        let body = [UInt8](#"{"access_token":"SECRET"}"#.utf8)
        let field = HTTPField("Set-Cookie", "SECRET")
        let response = HTTPResponse(status: 200, mediaType: "application/json", fields: [field], body: body)
        #expect("\(response)" == "200 application/json, 25 bytes")
        #expect(!prints(response).contains("SECRET"))
        #expect(!prints(response).contains("83, 69, 67"), "nor as bytes")
    }

    @Test(arguments: [
        "https://user:SECRET@example.org/", "https://user:SEC/SECRET@example.org/", "https:user:SECRET@example.org",
        "https://example.org/ ?access_token=SECRET", "gopher://example.org/?SECRET",
        "\u{202E}https://x?a=SECRET\u{9B}31m",
    ])
    func `a refused address is printed without secrets and control characters`(_ url: String) async throws {
        let failure = await #expect(throws: HTTPError.self) { try await PatientClient().send(HTTPRequest(.get, url)) }
        let text = prints(try #require(failure))
        #expect(!text.contains("SECRET"))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "…" || $0 == "▿" || 0x20..<0x7F ~= $0.value })
    }

    @Test func `a long address is cut`() {
        #expect("\(HTTPRequest(.get, "https://example.org/" + String(repeating: "a", count: 10_000)))".count == 304)
    }

    @Test func `an invalid value can be printed`() {
        #expect("\(HTTPRequest(.get, "\r\n"))" == "GET ??")
    }

    @Test(
        arguments: [
            (.silence, "The server stopped responding"), (.timedOut, "The request took too long"),
            (.certificateNotTrusted, "The server's certificate is not trusted"),
            (.cannotConnect, "The server refuses connections"), (.hostNotFound, "No server with this name is known"),
            (.proxyFailed, "The proxy does not reach the server"), (.tooLarge, "The response is too large"),
            (.tlsFailed, "A secure connection to the server is not possible"),
            (.connectionLost, "The connection was lost before the response was complete"),
            (.unusableAnswer, "The response does not match the request"), (.invalidRequest("x"), "x"),
            (.bodyTooShort, "The data to send is shorter than declared"), (.redirectionRefused("y"), "y"),
            (.clientFailed, "The system has no memory or file descriptors left for a request"),
        ] as [(HTTPError.Reason, String)]
    )
    func `an error says which server and what happened`(_ reason: HTTPError.Reason, _ text: String) {
        #expect("\(HTTPError(reason, host: "example.org", mayHaveReachedServer: false))" == "example.org: \(text)")
        #expect("\(HTTPError(reason, host: "", mayHaveReachedServer: true))" == text)
    }
}
