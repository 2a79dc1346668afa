import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(20))) struct DownloadTests {
    private let client = PatientClient()
    private static let content = Sample.million

    /// Serves the whole content, or the requested range.
    private func server(says fields: [String] = [], status: Int = 206) throws -> ServerFake {
        try ServerFake { request, connection in
            let range = request.value(of: "Range")?.dropFirst("bytes=".count).dropLast()
            guard let start = range.flatMap({ Int($0) }), status == 206 else {
                return connection.answer(200, fields, Self.content)
            }
            let said = ["Content-Range: bytes \(start)-\(Self.content.count - 1)/\(Self.content.count)"]
            return connection.answer(206, fields.isEmpty ? said : fields, Array(Self.content[start...]))
        }
    }

    private func download(
        _ url: String,
        from offset: Int64 = 0,
        limits: HTTPLimits = HTTPLimits(),
        _ receive: @escaping HTTPBodyReceiver
    ) -> HTTPRequest {
        HTTPRequest(
            .get,
            url,
            fields: [HTTPField("Authorization", "Bearer x")],
            destination: .parts(from: offset, receive),
            limits: limits,
            redirections: 1
        )
    }

    @Test func `a response is delivered in parts instead of memory`() async throws {
        let (server, parts) = (try server(), PartSpy())
        let response = try await client.send(download(server.url, parts.append))
        #expect((response.status, response.body) == (200, []))
        // Apart: an expectation looks for the differences of such long arrays, which takes hours.
        let isWhole = parts.bytes == Self.content
        #expect(isWhole)
        #expect(parts.counts.allSatisfy { 1...PartPipe.partBytes + 16_384 ~= $0 })
        #expect(server.requests.first?.value(of: "Range") == nil)
        #expect(server.requests.first?.value(of: "Accept-Encoding") == "identity")
    }

    @Test func `an empty response delivers no parts`() async throws {
        let (server, parts) = (try ServerFake { _, connection in connection.answer() }, PartSpy())
        #expect(try await client.send(download(server.url, parts.append)).status == 200)
        #expect(parts.counts.isEmpty)
    }

    @Test(arguments: [206, 200])
    func `an interrupted download continues, with or without ranges of the server`(_ status: Int)
        async throws
    {
        let (server, parts) = (try server(status: status), PartSpy())
        let response = try await client.send(download(server.url, from: 600_000, parts.append))
        #expect(response.status == status)
        let isWhole = parts.bytes == Array(Self.content[600_000...])
        #expect(isWhole)
        #expect(server.requests.first?.value(of: "Range") == "bytes=600000-")
    }

    @Test func `a whole file that ends before the offset delivers nothing`() async throws {
        let (server, parts) = (try server(status: 200), PartSpy())
        #expect(try await client.send(download(server.url, from: 2_000_000, parts.append)).status == 200)
        #expect(parts.bytes.isEmpty)
    }

    @Test(arguments: ["bytes 3-9/10", "bytes */10", "lines 5-9/10", ""])
    func `a part at another offset is refused`(_ range: String) async throws {
        let (server, parts) = (try server(says: ["Content-Range: \(range)"]), PartSpy())
        await #expect(throws: HTTPError(.unusableAnswer, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(server.url, from: 5, parts.append))
        }
        #expect(parts.bytes.isEmpty)
    }

    @Test func `a compressed part is refused`() async throws {
        let server = try ServerFake { _, connection in
            connection.answer(206, ["Content-Range: bytes 3-9/10", "Content-Encoding: gzip"], Sample.squeezed)
        }
        let parts = PartSpy()
        await #expect(throws: HTTPError(.unusableAnswer, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(server.url, from: 3, parts.append))
        }
        #expect(parts.bytes.isEmpty)
    }

    @Test func `a part that ends before the file does is not complete`() async throws {
        let server = try ServerFake { _, connection in
            connection.answer(206, ["Content-Range: bytes 3-5/10"], [1, 2, 3])
        }
        let parts = PartSpy()
        await #expect(throws: HTTPError(.connectionLost, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(server.url, from: 3, parts.append))
        }
        #expect(parts.bytes == [1, 2, 3])
    }

    @Test func `received bytes are delivered even if the rest is lost`() async throws {
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            return .close
        }
        let parts = PartSpy()
        await #expect(throws: HTTPError(.connectionLost, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(server.url, parts.append))
        }
        #expect(parts.bytes == [UInt8]("12345".utf8))
    }

    @Test func `a download ends at its limit`() async throws {
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            while connection.write(Sample.zeros(65_536)) {}
            return .close
        }
        let parts = PartSpy()
        await #expect(throws: HTTPError(.tooLarge, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(server.url, limits: HTTPLimits(bodyBytes: 100_000), parts.append))
        }
        #expect(parts.bytes.count <= 100_000)
    }

    @Test func `an error response goes to memory, within its limit`() async throws {
        let server = try ServerFake { request, connection in
            connection.answer(404, [], Sample.zeros(request.path == "/large" ? 65_537 : 65_536))
        }
        let parts = PartSpy()
        let response = try await client.send(download(server.url, parts.append))
        #expect((response.status, response.body.count) == (404, 65_536))
        await #expect(throws: HTTPError(.tooLarge, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(server.url + "/large", parts.append))
        }
        #expect(parts.bytes.isEmpty)
    }

    @Test func `a redirected download drops the token and the body of the redirect`()
        async throws
    {
        let server = try server()
        let first = try ServerFake { _, connection in
            connection.answer(307, ["Location: \(server.url)/there"], [UInt8]("moved".utf8))
        }
        let parts = PartSpy()
        #expect(try await client.send(download(first.url, from: 999_990, parts.append)).status == 206)
        let isWhole = parts.bytes == Array(Self.content[999_990...])
        #expect(isWhole)
        #expect(first.requests.first?.value(of: "Authorization") == "Bearer x")
        #expect(server.requests.first?.value(of: "Authorization") == nil)
    }

    @Test func `a server waits for the receiver without counting as silent`() async throws {
        let server = try ServerFake { _, connection in
            connection.answer(200, [], Sample.zeros(1 << 24))
        }
        // A busy machine may cause silence, too.
        let (taken, limits) = (
            LockedValue(0), HTTPLimits(total: .seconds(600), silence: .seconds(3), bodyBytes: 1 << 24)
        )
        let request = download(server.url, limits: limits) { part in
            let isFirst = taken.withLock { taken in
                defer { taken += part.count }
                return taken == 0
            }
            guard isFirst else { return }
            // Much longer than the silence limit, by the client's clock.
            try await Task.sleep(for: .milliseconds(3500))
        }
        #expect(try await client.send(request).status == 200)
        #expect(taken.withLock { $0 } == 1 << 24)
    }

    @Test func `an unread download stops when the buffers are full`() async throws {
        let (sent, limits) = (LockedValue(0), HTTPLimits(bodyBytes: 1 << 30))
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 30)\r\n\r\n")
            while connection.write(Sample.zeros(1 << 20)) { sent.withLock { $0 += 1 << 20 } }
            return .close
        }
        let request = download(server.url, limits: limits) { _ in
            // Until nothing is sent for a while.
            var (last, quiet) = (-1, ContinuousClock.now)
            while ContinuousClock.now < quiet + .milliseconds(200) {
                let now = sent.withLock { $0 }
                if now != last { (last, quiet) = (now, .now) }
                try await Task.sleep(for: .milliseconds(5))
            }
            throw Enough()
        }
        await #expect(throws: Enough.self) { try await client.send(request) }
        #expect(sent.withLock { $0 } < 64 << 20)
    }

    @Test func `an error of the receiver ends the transfer and is rethrown`() async throws {
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            return .hold
        }
        await #expect(throws: Enough.self) { try await client.send(download(server.url) { _ in throw Enough() }) }
        await server.wait(for: .closed)
    }

    @Test func `cancelling while a part is received ends at once`() async throws {
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            return .hold
        }
        let task = Task {
            try await client.send(download(server.url) { _ in while !Task.isCancelled { await Task.yield() } })
        }
        await server.wait(for: .received(path: "/"))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.wait(for: .closed)
    }

    @Test func `a server without ranges loses no bytes for a slow receiver that has the first ones`() async throws {
        let (server, parts) = (try server(status: 200), PartSpy())
        let other = try ServerFake { _, connection in connection.answer("") }
        let request = download(server.url, from: 100_000) { part in
            // While other requests come and go, the pipe fills, and the transfer pauses.
            if parts.counts.count < 6 { _ = try await client.send(HTTPRequest(.get, other.url)) }
            parts.append(part)
        }
        #expect(try await client.send(request).status == 200)
        let isWhole = parts.bytes == Array(Self.content[100_000...])
        #expect(isWhole)
    }
}
