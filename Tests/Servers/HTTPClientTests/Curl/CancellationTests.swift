import HTTPClient
import Testing

@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
    private let client = PatientClient()

    /// Answers in four parts and reports each.
    private func inParts() throws -> ServerFake {
        try ServerFake { _, connection in
            for (stage, part) in ["HTTP/1.1 200 OK\r\n", "Content-Length: 3\r\n", "\r\na", "bc"].enumerated() {
                connection.write(part)
                connection.reached(stage)
            }
            return .keepAlive
        }
    }

    @Test(arguments: 0..<4)
    func `cancelling ends a transfer at each stage of its response`(_ stage: Int) async throws {
        let server = try ServerFake { _, connection in
            for part in ["", "HTTP/1.1 200 OK\r\n", "Content-Length: 3\r\n\r\n", "a"].prefix(stage + 1) {
                connection.write(part)
            }
            connection.reached(stage)
            return .hold
        }
        let task = Task { try await client.send(HTTPRequest(.get, server.url)) }
        await server.wait(for: .reached(stage))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.wait(for: .closed)
    }

    @Test func `a cancelled task sends nothing`() async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(HTTPRequest(.get, server.url))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requests.isEmpty)
    }

    @Test func `cancelling a request that waits for a connection ends it and no other`() async throws {
        let server = try ServerFake { _, _ in .hold }
        let running = (0..<8).map { number in
            Task { try await client.send(HTTPRequest(.get, server.url + "/\(number)")) }
        }
        await server.wait(forRequests: 8)
        let waiting = Task { try await client.send(HTTPRequest(.get, server.url + "/waiting")) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(server.requests.count == 8)
        for task in running { task.cancel() }
        for task in running { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func `cancelling ends an upload at once`() async throws {
        let server = try ServerFake(readsBodies: false) { _, _ in .hold }
        let body = HTTPRequest.Body.parts(count: 1 << 40) { _, count in Sample.zeros(count) }
        let task = Task { try await client.send(HTTPRequest(.put, server.url, body: body)) }
        await server.wait(for: .received(path: "/"))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.wait(for: .closed)
    }

    @Test func `cancelling ends a name lookup and a handshake at once`() async throws {
        let server = try ServerFake { _, _ in .hold }
        for url in ["http://name.invalid", "https://127.0.0.1:\(server.port)"] {
            let task = Task { try await client.send(HTTPRequest(.get, url)) }
            await Task.yield()
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
        }
    }

    @Test func `at any moment a request returns or is cancelled, and the client goes on`() async throws {
        let server = try inParts()
        var answers = 0
        for round in 0..<400 {
            let task = Task { try await client.send(HTTPRequest(.get, server.url)) }
            // From before the start to after the end.
            for _ in 0..<(round % 40) * (round % 5) { await Task.yield() }
            task.cancel()
            do {
                #expect(try await task.value.body == [UInt8]("abc".utf8))
                answers += 1
            } catch {
                #expect(error is CancellationError)
            }
        }
        #expect(try await client.send(HTTPRequest(.get, server.url)).status == 200)
        #expect(answers <= server.requests.count)
    }

    @Test func `hundreds of parallel cancellations leave nothing behind`() async throws {
        let server = try inParts()
        var client: PatientClient? = PatientClient()
        await withTaskGroup { group in
            for number in 0..<300 {
                group.addTask { [client] in
                    do {
                        _ = try await client?.send(HTTPRequest(.get, server.url + "/\(number)"))
                    } catch {
                        #expect(error is CancellationError)
                    }
                }
            }
            await server.wait(for: .reached(3))
            group.cancelAll()
        }
        client = nil
        for _ in 0..<server.connectionCount { await server.wait(for: .closed) }
    }
}
