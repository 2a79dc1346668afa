import HTTPClient
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(20))) struct RedirectionTests {
    private let client = PatientClient()

    private func request(_ url: String, redirections: Int = 3) -> HTTPRequest {
        HTTPRequest(.get, url, fields: [HTTPField("Authorization", "Bearer x")], redirections: redirections)
    }

    /// Redirects to the address in the query.
    private func redirecting() throws -> ServerFake {
        try ServerFake { request, connection in
            guard let mark = request.path.firstIndex(of: "?") else { return connection.answer(request.path) }
            return connection.answer(307, ["Location: \(request.path[mark...].dropFirst())"], [UInt8]("moved".utf8))
        }
    }

    @Test func `without redirects allowed, a redirect is the response`() async throws {
        let server = try redirecting()
        let response = try await client.send(request(server.url + "/?/there", redirections: 0))
        #expect((response.status, response.body) == (307, [UInt8]("moved".utf8)))
        #expect(server.requests.count == 1)
    }

    @Test(.ownThread) func `a redirect on the same host keeps the request unchanged`() async throws {
        let server = try redirecting()
        let response = try await client.send(request(server.url + "/a/b?../there"))
        #expect((response.status, response.body) == (200, [UInt8]("/there".utf8)))
        #expect(server.requests.last?.value(of: "Authorization") == "Bearer x")
        #expect(server.connectionCount == 1)
    }

    @Test func `another host receives no authorization, nor does the first one afterwards`() async throws {
        let (first, second) = (try redirecting(), try redirecting())
        let response = try await client.send(request("\(first.url)/?\(second.url)/?\(first.url)/there"))
        #expect(response.status == 200)
        #expect(first.requests.map { $0.value(of: "Authorization") } == ["Bearer x", nil])
        #expect(second.requests.map { $0.value(of: "Authorization") } == [nil])
    }

    @Test(arguments: ["http://example.org/there", "file:///etc/passwd", "http://a:b@127.0.0.1/"])
    func `a redirect without TLS is refused before the other host is asked`(_ location: String) async throws {
        let server = try redirecting()
        let failure = await #expect(throws: HTTPError.self) {
            try await client.send(request("\(server.url)/?\(location)"))
        }
        guard case .redirectionRefused(let text) = failure?.reason else { throw try #require(failure) }
        #expect(failure?.mayHaveReachedServer == true)
        #expect(!text.contains("a:b"))
    }

    @Test func `a redirect loop ends`() async throws {
        let server = try ServerFake { _, connection in connection.answer(302, ["Location: /again"]) }
        let failure = HTTPError(
            .redirectionRefused("The server redirects without end"),
            host: "127.0.0.1",
            mayHaveReachedServer: true
        )
        await #expect(throws: failure) { try await client.send(request(server.url)) }
        #expect(server.requests.count == 4)
    }

    @Test func `redirects share one time limit`() async throws {
        let server = try ServerFake { request, connection in
            _ = connection.isHungUp(within: 30)
            return connection.answer(302, ["Location: /again"])
        }
        // More redirects than fit into the limit. Without a shared limit the test fails after the last one.
        var long = request(server.url, redirections: 100)
        long.limits.total = .milliseconds(200)
        await #expect(throws: HTTPError(.timedOut, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(long)
        }
    }

    @Test func `a redirected POST and a redirect without an address are responses`() async throws {
        let server = try redirecting()
        let post = HTTPRequest(.post, server.url + "/?/there", body: .bytes([1]), redirections: 3)
        #expect(try await client.send(post).status == 307)
        let nowhere = try ServerFake { _, connection in connection.answer(302) }
        #expect(try await client.send(request(nowhere.url)).status == 302)
    }

    @Test func `cancelling ends an endless redirect`() async throws {
        let server = try ServerFake { _, connection in connection.answer(302, ["Location: /again"]) }
        let task = Task { try await client.send(request(server.url, redirections: .max)) }
        await server.wait(forRequests: 20)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
