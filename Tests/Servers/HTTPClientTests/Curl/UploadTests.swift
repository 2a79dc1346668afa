import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(20))) struct UploadTests {
    private let client = PatientClient()

    private func upload(_ bytes: [UInt8], to url: String, _ method: HTTPRequest.Method = .post) -> HTTPRequest {
        HTTPRequest(
            method,
            url,
            body: .parts(count: Int64(bytes.count)) { offset, count in
                Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + count)])
            }
        )
    }

    @Test(arguments: [0, 1, PartPipe.partBytes, PartPipe.partBytes + 1, 1_000_000])
    func `a body in parts arrives unchanged`(_ count: Int) async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        let bytes = Array(Sample.million.prefix(count))
        _ = try await client.send(upload(bytes, to: server.url))
        // Apart: an expectation looks for the differences of such long arrays, which takes hours.
        let isWhole = server.requests.first?.body == bytes
        #expect(isWhole)
        #expect(server.requests.first?.value(of: "Content-Length") == "\(count)")
    }

    @Test func `a body is read in parts, in order, each after the last was sent`() async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        let read = LockedValue<[Int64]>([])
        let body = HTTPRequest.Body.parts(count: 1_000_000) { offset, count in
            read.withLock { $0.append(offset) }
            return Sample.zeros(count)
        }
        _ = try await client.send(HTTPRequest(.post, server.url, body: body))
        #expect(read.withLock { $0 } == stride(from: Int64(0), to: 1_000_000, by: PartPipe.partBytes).map(\.self))
    }

    @Test func `a slow reader is waited for`() async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        let body = HTTPRequest.Body.parts(count: 600_000) { offset, count in
            // Longer than the silence limit, by the client's clock.
            if offset == 0 { try await Task.sleep(for: .milliseconds(1500)) }
            return Array(Sample.million[Int(offset)..<Int(offset) + count])
        }
        let request = HTTPRequest(
            .post,
            server.url,
            body: body,
            limits: HTTPLimits(total: .seconds(600), silence: .seconds(1))
        )
        #expect(try await client.send(request).status == 200)
        let isWhole = server.requests.first?.body == Array(Sample.million.prefix(600_000))
        #expect(isWhole)
    }

    @Test(arguments: [0, 5]) func `a body shorter than declared fails`(_ missing: Int) async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        let body = HTTPRequest.Body.parts(count: 1_000_000) { offset, count in
            offset == 0 ? Sample.zeros(count) : Sample.zeros(missing == 0 ? 0 : count - missing)
        }
        await #expect(throws: HTTPError(.bodyTooShort, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(HTTPRequest(.post, server.url, body: body))
        }
        await server.wait(for: .closed)
        #expect(server.requests.isEmpty)
    }

    @Test func `an error of the reader ends the transfer and is rethrown`() async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        let body = HTTPRequest.Body.parts(count: 1_000_000) { offset, count in
            guard offset == 0 else { throw Enough() }
            return Sample.zeros(count)
        }
        await #expect(throws: Enough.self) { try await client.send(HTTPRequest(.post, server.url, body: body)) }
        await server.wait(for: .closed)
        #expect(server.requests.isEmpty)
    }

    @Test func `an early error response is returned, and reading stops`() async throws {
        let server = try ServerFake(readsBodies: false) { _, connection in
            connection.write("HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n")
            return .hold
        }
        let body = HTTPRequest.Body.parts(count: 1 << 40) { _, count in Sample.zeros(count) }
        #expect(try await client.send(HTTPRequest(.post, server.url, body: body)).status == 413)
        await server.wait(for: .closed)
    }

    @Test func `a body in parts is not sent again after a dead connection`() async throws {
        let server = try ServerFake { request, connection in
            request.path == "/second" && request.connection == 1 ? .close : connection.answer(request.path)
        }
        _ = try await client.send(HTTPRequest(.get, server.url + "/first"))
        await #expect(throws: HTTPError(.connectionLost, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(upload([1, 2, 3], to: server.url + "/second", .put))
        }
        #expect(server.requests.map(\.path) == ["/first", "/second"])
    }

    @Test func `at any moment a request returns or is cancelled, and the client goes on`() async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        for round in 0..<200 {
            let task = Task { try await client.send(upload(Array(Sample.million.prefix(300_000)), to: server.url)) }
            for _ in 0..<(round % 40) * (round % 5) { await Task.yield() }
            task.cancel()
            do { #expect(try await task.value.status == 200) } catch { #expect(error is CancellationError) }
        }
        #expect(try await client.send(HTTPRequest(.get, server.url)).status == 200)
        #expect(server.requests.allSatisfy { $0.body.isEmpty || $0.body == Array(Sample.million.prefix(300_000)) })
    }
}
