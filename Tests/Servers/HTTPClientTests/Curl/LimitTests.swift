import Foundation
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(20))) struct LimitTests {
    private let client = PatientClient()

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nX: y", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12345"])
    func `a stalled server fails at the total time limit`(_ bytes: String) async throws {
        let server = try ServerFake { _, connection in
            connection.write(bytes)
            return .hold
        }
        let request = HTTPRequest(.get, server.url, limits: HTTPLimits(total: .milliseconds(150)))
        await #expect(throws: HTTPError(.timedOut, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(request)
        }
        await server.wait(for: .closed)
    }

    @Test func `a silent server fails at the silence limit`() async throws {
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12345")
            return .hold
        }
        let request = HTTPRequest(
            .get,
            server.url,
            limits: HTTPLimits(total: .seconds(600), silence: .milliseconds(150))
        )
        await #expect(throws: HTTPError(.silence, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(request)
        }
        await server.wait(for: .closed)
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "HTTP/1.1 200 OK\r\nX: "])
    func `a server that sends single bytes fails at the total time limit`(_ head: String) async throws {
        let server = try ServerFake { _, connection in
            connection.write(head)
            while !connection.isHungUp(within: 10) { connection.write("x") }
            return .close
        }
        let request = HTTPRequest(.get, server.url, limits: HTTPLimits(total: .milliseconds(250)))
        await #expect(throws: HTTPError(.timedOut, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(request)
        }
        await server.wait(for: .closed)
    }

    @Test func `a server that does not read counts as silent`() async throws {
        let isGivenUp = DispatchSemaphore(value: 0)
        let server = try ServerFake(readsBodies: false) { _, _ in
            _ = isGivenUp.wait(timeout: .now() + 120)
            return .close
        }
        let limits = HTTPLimits(total: .seconds(600), silence: .milliseconds(200))
        // More than the buffers of the connection hold.
        let read = LockedValue<Int64>(0)
        let body = HTTPRequest.Body.parts(count: 1 << 28) { offset, count in
            read.withLock { $0 = offset }
            return Sample.zeros(count)
        }
        await #expect(throws: HTTPError(.silence, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(HTTPRequest(.put, server.url, body: body, limits: limits))
        }
        isGivenUp.signal()
        #expect(read.withLock { $0 } < 64 << 20, "no more is read than has gone")
    }

    @Test func `an endless handshake fails at the time limit for connecting`() async throws {
        // The server waits for the end of a request, which a handshake does not contain.
        let server = try ServerFake { _, _ in .hold }
        let url = "https://127.0.0.1:\(server.port)"
        let request = HTTPRequest(.get, url, limits: HTTPLimits(connecting: .milliseconds(150)))
        await #expect(throws: HTTPError(.timedOut, host: "127.0.0.1", mayHaveReachedServer: false)) {
            try await client.send(request)
        }
        await server.wait(for: .closed)
        #expect(server.requests.isEmpty)
    }

    @Test func `an unreachable host or unknown name fails before anything is sent`() async throws {
        let (listener, port) = try Socket.listen(isIPv6: false)
        close(listener)
        await #expect(throws: HTTPError(.cannotConnect, host: "127.0.0.1", mayHaveReachedServer: false)) {
            try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(port)"))
        }
        let limits = HTTPLimits(connecting: .milliseconds(500))
        let unknown = HTTPRequest(.get, "http://name.invalid", limits: limits)
        let failure = try #require(await #expect(throws: HTTPError.self) { try await client.send(unknown) })
        #expect(!failure.mayHaveReachedServer)
        #expect(failure.host == "name.invalid")
    }

    @Test func `a request waiting for a connection times out and has reached nothing`() async throws {
        let server = try ServerFake { _, _ in .hold }
        let running = (0..<8).map { _ in Task { try await client.send(HTTPRequest(.get, server.url)) } }
        await server.wait(forRequests: 8)
        let request = HTTPRequest(.get, server.url, limits: HTTPLimits(total: .milliseconds(150)))
        await #expect(throws: HTTPError(.timedOut, host: "127.0.0.1", mayHaveReachedServer: false)) {
            try await client.send(request)
        }
        #expect(server.connectionCount == 8)
        for task in running { task.cancel() }
        for task in running { await #expect(throws: CancellationError.self) { try await task.value } }
    }
}
