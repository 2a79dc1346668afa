import Foundation
import Testing
import ThreadTesting

@testable import HTTPClient

/// `VIPERCHAT_ROUNDS` repeats each test: libcurl's own queue forgot a request in one of about 160 rounds on a busy machine.
@Suite(.timeLimit(.minutes(20))) struct ParallelRequestTests {
    private let rounds = ProcessInfo.processInfo.environment["VIPERCHAT_ROUNDS"].flatMap { Int($0) } ?? 1

    /// Sends a request that takes a second at most unless it is forgotten, and names it if it is.
    private func send(_ url: String, by client: some HTTPClient) async throws -> HTTPResponse {
        let limits = HTTPLimits(total: .seconds(45), connecting: .seconds(45), silence: .seconds(45))
        do { return try await client.send(HTTPRequest(.get, url, limits: limits)) } catch let error as HTTPError {
            if error.reason == .timedOut { Issue.record("GET \(url) still waits") }
            throw error
        }
    }

    // libcurl replaces a connection that was idle for 118 s (CURLOPT_MAXAGE_CONN), and so long may be the wait for a shared thread.
    @Test(.ownThread) func `hundreds of parallel requests get their own responses over eight connections`() async throws
    {
        for _ in 0..<rounds {
            let client = CurlClient()
            let server = try ServerFake { request, connection in connection.answer(request.path) }
            try await withThrowingTaskGroup { group in
                for number in 0..<400 {
                    group.addTask {
                        let response = try await send(server.url + "/\(number)", by: client)
                        #expect(response.body == [UInt8]("/\(number)".utf8))
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requests.count == 400)
            #expect(server.connectionCount <= 8)
        }
    }

    /// What a server does beside answering.
    enum Mood: CaseIterable {
        case closesConnections, answersLate, takesOneAtATime
    }

    @Test(arguments: Mood.allCases)
    func `each of hundreds of requests ends once, cancelled at random`(_ mood: Mood) async throws {
        for round in 0..<rounds {
            let (client, turn) = (CurlClient(), NSLock())
            let server = try ServerFake { request, connection in
                let number = request.number
                switch mood {
                case .closesConnections where number % 7 == 0: return .close
                case .closesConnections where number % 11 == 0: return .reset
                case .answersLate: usleep(useconds_t(number % 5 * 1000))
                case .takesOneAtATime:
                    turn.lock()
                    defer { turn.unlock() }
                    usleep(500)
                case .closesConnections: break
                }
                return connection.answer(request.path)
            }
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                var generator = Numbers(state: UInt64(round) + 1)
                for number in 0..<400 {
                    let yields = generator.next() % 3 == 0 ? Int(generator.next() % 2000) : nil
                    group.addTask {
                        let task = Task { try await send(server.url + "/\(number)", by: client) }
                        if let yields {
                            for _ in 0..<yields { await Task.yield() }
                            task.cancel()
                        }
                        switch await task.result {
                        case .success(let response): return response.body == [UInt8]("/\(number)".utf8)
                        case .failure(let error as HTTPError):
                            return mood == .closesConnections && error.reason == .connectionLost
                        case .failure(let error): return error is CancellationError && yields != nil
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: true, count: 400))
        }
    }

    @Test func `requests behind a silent host end at their limits, and other hosts answer meanwhile`() async throws {
        let client = CurlClient()
        let (silent, quick) = (
            try ServerFake { _, _ in .hold }, try ServerFake { _, connection in connection.answer() }
        )
        await withTaskGroup { group in
            for number in 0..<108 {
                let limits = HTTPLimits(total: .milliseconds(1000 + number * 20))
                group.addTask {
                    let request = HTTPRequest(.get, silent.url, limits: limits)
                    let error = await #expect(throws: HTTPError.self) { try await client.send(request) }
                    #expect(error?.reason == .timedOut)
                }
            }
            await silent.wait(forRequests: 8)
            await #expect(throws: Never.self) { try await send(quick.url, by: client) }
        }
    }

    @Test func `downloads that nobody reads leave two places for other requests`() async throws {
        // The downloads last until this test cancels them.
        let client = PatientClient()
        let server = try ServerFake { request, connection in
            guard request.path == "/file" else { return connection.answer(request.path) }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1")
            return .hold
        }
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    let request = HTTPRequest(.get, server.url + "/file", destination: .parts(from: 0) { _ in })
                    await #expect(throws: CancellationError.self) { try await client.send(request) }
                }
            }
            await server.wait(forRequests: HostQueue.placesForLong)
            for number in 0..<20 {
                await #expect(throws: Never.self) { try await send(server.url + "/\(number)", by: client) }
            }
            #expect(server.requests.count == HostQueue.placesForLong + 20)
            group.cancelAll()
        }
    }
}

extension ServerRequest {
    /// The number that is the path.
    fileprivate var number: Int { Int(path.dropFirst()) ?? 0 }
}

/// A linear congruential generator.
private struct Numbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
