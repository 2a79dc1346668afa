import Testing

@testable import HTTPClient

@Suite struct RequestRulesTests {
    private func refusal(_ request: HTTPRequest) throws -> String {
        let failure = try #require(throws: HTTPError.self) { try request.checkedAddress() }
        #expect(!failure.mayHaveReachedServer)
        guard case .invalidRequest(let text) = failure.reason else { return "\(failure.reason)" }
        return text
    }

    @Test(arguments: [
        "", "/path", "example.org", "file:///etc/passwd", "ftp://example.org/", "http://",
        "https://example.org/a b", "https://example.org/\r\nX: y", "https://example.org/\0", "https://example.org/ü",
        "https://name:word@example.org/", "https://name@example.org/", "https://example.org:99999/", "https://[::1/",
    ])
    func `an address that is invalid or ambiguous is refused`(_ url: String) throws {
        #expect(try refusal(HTTPRequest(.get, url)).hasPrefix("Invalid address"))
    }

    @Test func `a line break or control character in a field is refused`() throws {
        for value in ["a\r\nInjected: 1", "a\nb", "a\rb", "a\0b", "\u{7F}", "ü"] {
            let request = HTTPRequest(.get, "https://example.org", fields: [HTTPField("X-Token", value)])
            #expect(try refusal(request) == "The field X-Token has forbidden characters")
        }
        for name in ["", "X Y", "X:", "X\r\nY", "Ü", "X\0"] {
            let request = HTTPRequest(.get, "https://example.org", fields: [HTTPField(name, "secret")])
            #expect(try refusal(request) == "The name of a field has forbidden characters")
        }
    }

    @Test(arguments: [
        "Content-Length", "transfer-encoding", "HOST", "Connection", "Proxy-Authorization", "Accept-Encoding", "Expect",
        "TE", "Trailer", "Upgrade",
    ])
    func `a field that decides where a request ends or goes is refused`(_ name: String) throws {
        let request = HTTPRequest(.put, "https://example.org", fields: [HTTPField(name, "1")])
        #expect(try refusal(request) == "Only the client sets the field \(name)")
    }

    @Test func `the Range field is refused for a response in parts and allowed otherwise`() throws {
        for name in ["Range", "range"] {
            let range = [HTTPField(name, "bytes=1-2")]
            let request = HTTPRequest(.get, "https://example.org", fields: range, destination: .parts(from: 0) { _ in })
            #expect(try refusal(request) == "Only the client sets the field Range")
            _ = try HTTPRequest(.get, "https://example.org", fields: range).checkedAddress()
        }
    }

    @Test func `a GET with a body, a negative offset and a negative count are refused`() throws {
        let body = HTTPRequest(.get, "https://example.org", body: .bytes([1]))
        #expect(try refusal(body) == "A GET has no body")
        let offset = HTTPRequest(.get, "https://example.org", destination: .parts(from: -1) { _ in })
        #expect(try refusal(offset) == "The offset must not be negative")
        let count = HTTPRequest(.put, "https://example.org", body: .parts(count: -1) { _, _ in [] })
        #expect(try refusal(count) == "The length of the body must not be negative")
    }

    @Test func `a body and a response cannot both be in parts`() throws {
        let both = HTTPRequest(
            .put,
            "https://example.org",
            body: .parts(count: 1) { _, _ in [] },
            destination: .parts(from: 0) { _ in }
        )
        #expect(try refusal(both) == "Body and response cannot both be in parts")
    }

    @Test func `an empty body or response in parts is allowed`() throws {
        _ = try HTTPRequest(.get, "https://example.org", destination: .parts(from: 0) { _ in }).checkedAddress()
        _ = try HTTPRequest(.put, "https://example.org", body: .parts(count: 0) { _, _ in [] }).checkedAddress()
    }

    @Test func `files and long polls are long, and leave places for other requests`() {
        func request(_ body: HTTPRequest.Body?, _ destination: HTTPRequest.Destination = .memory) -> HTTPRequest {
            HTTPRequest(.put, "https://example.org", body: body, destination: destination)
        }
        #expect(!request(nil).isLong && !request(.bytes([1])).isLong)
        #expect(request(.parts(count: 1) { _, _ in [1] }).isLong)
        #expect(request(nil, .parts(from: 0) { _ in }).isLong)
        var poll = request(nil)
        poll.isLongPoll = true
        #expect(poll.isLong)
    }

    @Test func `an address has the scheme, host and port that the client uses`() throws {
        let plain = try #require(HTTPAddress("HTTP://Example.ORG/a?b#c"))
        #expect((plain.scheme, plain.host, plain.port) == ("http", "example.org", "80"))
        let secure = try #require(HTTPAddress("https://[::1]:8448"))
        #expect((secure.scheme, secure.host, secure.port) == ("https", "[::1]", "8448"))
    }

    @Test func `only addresses of this machine are loopback`() throws {
        for host in [
            "localhost", "LOCALHOST", "127.0.0.1", "127.9.8.7", "127.1", "0x7f000001", "[::1]", "[0:0:0:0:0:0:0:1]",
        ] {
            #expect(try #require(HTTPAddress("http://\(host)/")).isLoopback, "\(host)")
        }
        for host in [
            "example.org", "127.0.0.1.example.org", "128.0.0.1", "127.example.org", "[::2]", "localhost.example",
            "127.a.b.example", "127.0.0.example", "127.0.0.256", "127.0.0.1x",
        ] {
            #expect(try #require(HTTPAddress("http://\(host)/")).isLoopback == false, "\(host)")
        }
    }
}

@Suite struct RedirectionRulesTests {
    private func request(_ url: String) -> HTTPRequest {
        HTTPRequest(
            .get,
            url,
            fields: ["Authorization", "Cookie", "X-Token", "Accept", "Range", "User-Agent", "accept-language"].map {
                HTTPField($0, "1")
            },
            redirections: 5
        )
    }

    @Test func `the same origin receives every field`() throws {
        let next = try request("https://example.org/a").redirected(to: "https://EXAMPLE.org:443/b")
        #expect(next.url == "https://EXAMPLE.org:443/b")
        #expect(next.fields.count == 7)
    }

    private static let plain = ["Accept", "Range", "User-Agent", "accept-language"]

    @Test(arguments: ["https://example.com/", "https://example.org:8448/", "https://example.org.example.com/"])
    func `another origin receives only fields without secrets`(_ url: String) throws {
        let next = try request("https://example.org/a").redirected(to: url)
        #expect(next.fields.map(\.name) == Self.plain)
    }

    @Test func `a redirect from plain text to TLS leads to another origin`() throws {
        let next = try request("http://example.org/a").redirected(to: "https://example.org/a")
        #expect(next.fields.map(\.name) == Self.plain)
    }

    @Test(arguments: [
        ("https://example.org/", "http://example.org/"), ("https://example.org/", "http://127.0.0.1/"),
        ("http://example.org/", "http://example.org/b"), ("http://127.0.0.1/", "http://example.org/"),
        ("http://example.org/", "http://127.0.0.1/"),
        ("https://127.0.0.1/", "http://127.0.0.1/"), ("https://example.org/", "file:///etc/passwd"),
        ("https://example.org/", "https://name:word@example.org/"), ("https://example.org/", ""),
    ])
    func `redirects to plain text or other schemes are refused`(_ old: String, _ new: String) throws {
        let failure = #expect(throws: HTTPError.self) { try request(old).redirected(to: new) }
        guard case .redirectionRefused = failure?.reason else { throw try #require(failure) }
        #expect(failure?.mayHaveReachedServer == true)
    }

    @Test func `redirects from loopback to loopback may use plain text`() throws {
        let next = try request("http://127.0.0.1:1/a").redirected(to: "http://localhost:2/b")
        #expect(next.fields.map(\.name) == Self.plain)
    }

    @Test func `only a GET that asks for it follows redirects`() {
        var get = HTTPRequest(.get, "https://example.org", redirections: 1)
        #expect([301, 302, 303, 307, 308].allSatisfy(get.followsRedirection))
        #expect(![200, 300, 304, 305, 306, 400].contains(where: get.followsRedirection))
        get.redirections = 0
        #expect(!get.followsRedirection(301))
        #expect(!HTTPRequest(.post, "https://example.org", redirections: 1).followsRedirection(307))
    }
}
