import HTTPClient
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(20))) struct ConnectionTests {
    private let client = PatientClient()

    @Test(.ownThread) func `a connection is reused`() async throws {
        let server = try ServerFake { request, connection in connection.answer(request.path) }
        for number in 1...20 {
            let method: HTTPRequest.Method = [.get, .put, .post, .delete][number % 4]
            let body: HTTPRequest.Body? = method == .get ? nil : .bytes([1, 2, 3])
            let response = try await client.send(HTTPRequest(method, server.url + "/\(number)", body: body))
            #expect(response.body == [UInt8]("/\(number)".utf8))
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `a server that does not answer delays no other`() async throws {
        let (silent, quick) = (
            try ServerFake { _, _ in .hold }, try ServerFake { _, connection in connection.answer() }
        )
        await withThrowingTaskGroup { group in
            for _ in 0..<16 { group.addTask { _ = try await client.send(HTTPRequest(.get, silent.url)) } }
            await silent.wait(for: .received(path: "/"))
            await #expect(throws: Never.self) { try await client.send(HTTPRequest(.get, quick.url)) }
            group.cancelAll()
        }
    }

    /// Answers the first request and closes the connection on the second, like a dead connection.
    private func forgetful() throws -> ServerFake {
        try ServerFake { request, connection in
            request.path == "/second" && request.connection == 1 ? .close : connection.answer(request.path)
        }
    }

    @Test(arguments: [HTTPRequest.Method.get, .put, .delete])
    func `a request is sent again after a dead connection`(_ method: HTTPRequest.Method) async throws {
        let server = try forgetful()
        _ = try await client.send(HTTPRequest(.get, server.url + "/first"))
        let body: HTTPRequest.Body? = method == .get ? nil : .bytes([1, 2, 3])
        let response = try await client.send(HTTPRequest(method, server.url + "/second", body: body))
        #expect(response.body == [UInt8]("/second".utf8))
        #expect(server.requests.map(\.path) == ["/first", "/second", "/second"])
        #expect(server.requests.last?.body == (body == nil ? [] : [1, 2, 3]))
    }

    @Test func `a POST is never sent twice`() async throws {
        let server = try forgetful()
        _ = try await client.send(HTTPRequest(.get, server.url + "/first"))
        let request = HTTPRequest(.post, server.url + "/second", body: .bytes([1]))
        await #expect(throws: HTTPError(.connectionLost, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(request)
        }
        #expect(server.requests.map(\.path) == ["/first", "/second"])
    }

    @Test func `a POST without a body gets a new connection, since a dead one would go unnoticed`()
        async throws
    {
        let server = try forgetful()
        _ = try await client.send(HTTPRequest(.get, server.url + "/first"))
        #expect(try await client.send(HTTPRequest(.post, server.url + "/second")).status == 200)
        #expect(server.requests.map(\.connection) == [1, 2])
    }

    @Test func `releasing the client closes its connections`() async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        var client: PatientClient? = PatientClient()
        _ = try await client?.send(HTTPRequest(.get, server.url))
        client = nil
        await server.wait(for: .closed)
    }

    @Test func `a client released during requests lives until they end`() async throws {
        let server = try ServerFake { request, connection in
            request.path == "/held" ? .hold : connection.answer(request.path)
        }
        var client: PatientClient? = PatientClient()
        weak let left = client
        let running = (0..<4).map { [client] number in
            Task { try await client?.send(HTTPRequest(.get, server.url + (number == 0 ? "/held" : "/\(number)"))) }
        }
        client = nil
        for (number, task) in running.enumerated().dropFirst() {
            #expect(try await task.value?.body == [UInt8]("/\(number)".utf8))
        }
        running[0].cancel()
        await #expect(throws: CancellationError.self) { try await running[0].value }
        for _ in 0..<server.connectionCount { await server.wait(for: .closed) }
        #expect(left == nil)
    }
}
