import HTTPClient
import Testing

@Suite(.timeLimit(.minutes(20))) struct RequestTests {
    private let client = PatientClient()

    private func seen(_ request: (String) -> HTTPRequest, host: String = "127.0.0.1") async throws -> ServerRequest {
        let server = try ServerFake(host: host) { _, connection in connection.answer() }
        #expect(try await client.send(request(server.url)).status == 200)
        #expect(server.requests.count == 1)
        return try #require(server.requests.first)
    }

    @Test(arguments: [HTTPRequest.Method.put, .post, .delete], [0, 1, 1_000_000])
    func `a body of any size arrives unchanged`(_ method: HTTPRequest.Method, _ count: Int) async throws {
        let body = Array(Sample.million.prefix(count))
        let request = try await seen { HTTPRequest(method, $0, body: .bytes(body)) }
        #expect(request.method == method.rawValue)
        #expect(request.value(of: "Content-Length") == "\(count)")
        // Apart: an expectation looks for the differences of such long arrays, which takes hours.
        let isWhole = request.body == body
        #expect(isWhole)
        #expect(request.value(of: "Expect") == nil)
    }

    @Test(arguments: [(HTTPRequest.Method.get, nil), (.delete, nil), (.put, "0"), (.post, "0")])
    func `a request without a body declares that`(_ method: HTTPRequest.Method, _ length: String?) async throws {
        let request = try await seen { HTTPRequest(method, $0) }
        #expect(request.method == method.rawValue)
        #expect(request.value(of: "Content-Length") == length)
        #expect(request.value(of: "Transfer-Encoding") == nil)
    }

    @Test func `fields arrive unchanged, even without a value`() async throws {
        let fields = [
            HTTPField("Authorization", "Bearer a b:c"), HTTPField("X-Empty", ""), HTTPField("User-Agent", "me"),
        ]
        let request = try await seen { HTTPRequest(.get, $0 + "/p%20q?a=%26#end", fields: fields) }
        #expect(request.path == "/p%20q?a=%26")
        #expect(request.value(of: "Authorization") == "Bearer a b:c")
        #expect(request.value(of: "X-Empty") == "")
        #expect(request.value(of: "User-Agent") == "me")
        #expect(try await seen { HTTPRequest(.get, $0) }.value(of: "User-Agent") == "viper-chat")
    }

    @Test(arguments: ["/a/../b", "/a/./b", "/a/%2E%2E/b", "/.."])
    func `a path arrives unchanged, including dots`(_ path: String) async throws {
        #expect(try await seen { HTTPRequest(.get, $0 + path) }.path == path)
    }

    @Test func `an invalid request is not sent`() async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        for request in [
            HTTPRequest(.get, server.url + "/a\r\nX-Injected: 1"),
            HTTPRequest(.get, server.url, fields: [HTTPField("X", "1\r\nX-Injected: 1")]),
            HTTPRequest(.get, server.url, fields: [HTTPField("X: 1\r\nX-Injected", "1")]),
        ] {
            let failure = await #expect(throws: HTTPError.self) { try await client.send(request) }
            guard case .invalidRequest = failure?.reason else { throw try #require(failure) }
        }
        #expect(server.connectionCount == 0)
    }

    @Test(.enabled(if: (try? Socket.listen(isIPv6: true)) != nil, "this machine has no IPv6 loopback"))
    func `loopback works over IPv6`() async throws {
        let request = try await seen({ HTTPRequest(.get, $0 + "/six") }, host: "[::1]")
        #expect(request.path == "/six")
    }

    @Test func `a response before the body was read is returned`() async throws {
        let server = try ServerFake(readsBodies: false) { _, connection in
            _ = connection.answer(413, ["Connection: close"], [UInt8]("large".utf8))
            return .hold
        }
        let body = [UInt8](repeating: 7, count: 20_000_000)
        let response = try await client.send(HTTPRequest(.put, server.url, body: .bytes(body)))
        #expect(response == HTTPResponse(status: 413, body: [UInt8]("large".utf8)))
        #expect(server.requests.first?.value(of: "Expect") == nil)
    }
}
