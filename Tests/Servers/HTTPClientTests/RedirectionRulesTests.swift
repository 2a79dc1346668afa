import Testing

@testable import HTTPClient

@Suite struct RedirectionRulesTests {
    private func request(_ url: String) -> HTTPRequest {
        HTTPRequest(
            .get,
            url,
            fields: ["Authorization", "Cookie", "X-Token", "Accept", "Range"].map { HTTPField($0, "1") },
            redirections: 5
        )
    }

    @Test func `the same origin is given every field`() throws {
        let next = try request("https://example.org/a").redirected(to: "https://EXAMPLE.org:443/b")
        #expect(next.url == "https://EXAMPLE.org:443/b")
        #expect(next.fields.count == 5)
    }

    @Test(arguments: ["https://example.com/", "https://example.org:8448/", "https://example.org.example.com/"])
    func `another origin is given only what says what is asked for`(_ url: String) throws {
        let next = try request("https://example.org/a").redirected(to: url)
        #expect(next.fields.map(\.name) == ["Accept", "Range"])
    }

    @Test func `from plain text to TLS is another origin`() throws {
        let next = try request("http://example.org/a").redirected(to: "https://example.org/a")
        #expect(next.fields.map(\.name) == ["Accept", "Range"])
    }

    @Test(arguments: [
        ("https://example.org/", "http://example.org/"), ("https://example.org/", "http://127.0.0.1/"),
        ("http://example.org/", "http://example.org/b"), ("http://127.0.0.1/", "http://example.org/"),
        ("http://example.org/", "http://127.0.0.1/"),
        ("https://127.0.0.1/", "http://127.0.0.1/"), ("https://example.org/", "file:///etc/passwd"),
        ("https://example.org/", "https://name:word@example.org/"), ("https://example.org/", ""),
    ])
    func `nothing leads to plain text, or out of HTTP`(_ old: String, _ new: String) throws {
        let failure = #expect(throws: HTTPFailure.self) { try request(old).redirected(to: new) }
        guard case .redirectionRefused = failure?.reason else { throw try #require(failure) }
        #expect(failure?.mayHaveReachedServer == true)
    }

    @Test func `from loopback to loopback it may be plain text`() throws {
        let next = try request("http://127.0.0.1:1/a").redirected(to: "http://localhost:2/b")
        #expect(next.fields.map(\.name) == ["Accept", "Range"])
    }

    @Test func `only a GET that asks for it is redirected`() {
        var get = HTTPRequest(.get, "https://example.org", redirections: 1)
        #expect([301, 302, 303, 307, 308].allSatisfy(get.followsRedirection))
        #expect(![200, 300, 304, 305, 306, 400].contains(where: get.followsRedirection))
        get.redirections = 0
        #expect(!get.followsRedirection(301))
        #expect(!HTTPRequest(.post, "https://example.org", redirections: 1).followsRedirection(307))
    }
}
