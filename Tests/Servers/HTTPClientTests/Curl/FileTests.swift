import Foundation
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(20))) struct FileTests {
    private let client = CurlClient()
    private static let content = Sample.million

    /// What a progress is told.
    private final class ProgressSpy: Sendable {
        let told = Locked<[HTTPProgress]>([])
        var all: [HTTPProgress] { told.withLock { $0 } }
        func tell(_ progress: HTTPProgress) { told.withLock { $0.append(progress) } }
    }

    /// Serves the content, in whole or from where it is asked for.
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

    private func download(to file: TemporaryFile, _ url: String, offset: Int64 = 0, limit: Int64 = 1 << 20)
        -> HTTPRequest
    {
        HTTPRequest(
            .get,
            url,
            destination: .file(path: file.path, offset: offset),
            limits: HTTPLimits(bodyBytes: limit)
        )
    }

    @Test(arguments: [0, 1, 1_000_000]) func `a file is sent as it is`(_ count: Int) async throws {
        let server = try ServerFake { _, connection in connection.answer() }
        let (file, progress) = (try TemporaryFile(Array(Self.content.prefix(count))), ProgressSpy())
        let request = HTTPRequest(.put, server.url, body: .file(path: file.path))
        _ = try await client.send(request, progress: progress.tell)
        #expect(server.requests.first?.body == Array(Self.content.prefix(count)))
        #expect(server.requests.first?.value(of: "Content-Length") == "\(count)")
        #expect(progress.all.last == (count == 0 ? nil : HTTPProgress(done: Int64(count), total: Int64(count))))
        #expect(progress.all.count <= 4)
    }

    @Test func `a file is written as it comes, for its owner alone, and with progress`() async throws {
        let (server, file, progress) = (try server(), try TemporaryFile(nil), ProgressSpy())
        let response = try await client.send(download(to: file, server.url), progress: progress.tell)
        #expect(response == HTTPResponse(status: 200))
        #expect(file.bytes == Self.content)
        #expect(try file.mode == 0o600)
        #expect(server.requests.first?.value(of: "Range") == nil)
        #expect(server.requests.first?.value(of: "Accept-Encoding") == "identity")
        #expect(progress.all.map(\.done) == progress.all.map(\.done).sorted())
        #expect(progress.all.last == HTTPProgress(done: 1_000_000, total: 1_000_000))
        #expect(3...4 ~= progress.all.count)
    }

    @Test func `an empty answer makes an empty file, and a longer file becomes as short as the answer`() async throws {
        let server = try ServerFake { request, connection in connection.answer(request.path == "/none" ? "" : "new") }
        let (none, old) = (try TemporaryFile(nil), try TemporaryFile(Self.content))
        _ = try await client.send(download(to: none, server.url + "/none"))
        #expect(none.bytes == [])
        _ = try await client.send(download(to: old, server.url))
        #expect(old.bytes == [UInt8]("new".utf8))
    }

    @Test func `a transfer that broke off goes on where it was`() async throws {
        let (server, progress) = (try server(), ProgressSpy())
        // Beyond the offset are bytes that are not to be trusted.
        let file = try TemporaryFile(Array(Self.content.prefix(600_000)) + [1, 2, 3])
        let response = try await client.send(download(to: file, server.url, offset: 600_000), progress: progress.tell)
        #expect(response.status == 206)
        #expect(server.requests.first?.value(of: "Range") == "bytes=600000-")
        #expect(file.bytes == Self.content)
        #expect(progress.all.first.map { $0.done > 600_000 } == true)
        #expect(progress.all.last == HTTPProgress(done: 1_000_000, total: 1_000_000))
    }

    @Test func `a server that sends the whole instead is taken at its word`() async throws {
        let (server, file) = (try server(status: 200), try TemporaryFile([9, 9, 9]))
        #expect(try await client.send(download(to: file, server.url, offset: 3)).status == 200)
        #expect(file.bytes == Self.content)
    }

    @Test(arguments: ["Content-Range: bytes 4-9/10", "Content-Range: bytes */10", "X: y"])
    func `a part of another place is not written`(_ field: String) async throws {
        let (server, file) = (try server(says: [field]), try TemporaryFile([9, 9, 9]))
        await #expect(throws: HTTPFailure(.unusableAnswer, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(to: file, server.url, offset: 3))
        }
        #expect(file.bytes == [9, 9, 9])
    }

    @Test func `a part of something else, the file compressed, is not written`() async throws {
        let server = try ServerFake { _, connection in
            connection.answer(206, ["Content-Range: bytes 3-9/10", "Content-Encoding: gzip"], Sample.squeezed)
        }
        let file = try TemporaryFile([9, 9, 9])
        await #expect(throws: HTTPFailure(.unusableAnswer, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(to: file, server.url, offset: 3))
        }
        #expect(file.bytes == [9, 9, 9])
    }

    @Test func `what came stays when the rest does not come`() async throws {
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            return .close
        }
        let file = try TemporaryFile(nil)
        await #expect(throws: HTTPFailure(.connectionLost, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(to: file, server.url))
        }
        #expect(file.bytes == [UInt8]("12345".utf8))
    }

    @Test func `a file grows to its limit and no further`() async throws {
        let server = try ServerFake { _, connection in
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            while connection.write([UInt8](repeating: 7, count: 65_536)) {}
            return .close
        }
        let file = try TemporaryFile(nil)
        await #expect(throws: HTTPFailure(.tooLarge, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(to: file, server.url, limit: 100_000))
        }
        #expect((file.bytes ?? []).count <= 100_000)
    }

    @Test func `a refusal goes to memory, bounded, and the file stays as it is`() async throws {
        let server = try ServerFake { request, connection in
            connection.answer(404, [], [UInt8](repeating: 65, count: request.path == "/large" ? 65_537 : 65_536))
        }
        let file = try TemporaryFile([9])
        let response = try await client.send(download(to: file, server.url))
        #expect((response.status, response.body.count) == (404, 65_536))
        await #expect(throws: HTTPFailure(.tooLarge, host: "127.0.0.1", mayHaveReachedServer: true)) {
            try await client.send(download(to: file, server.url + "/large"))
        }
        #expect(file.bytes == [9])
    }

    @Test func `what is no regular file is neither sent nor written`() async throws {
        let (server, file) = (try server(), try TemporaryFile([9]))
        let folder = URL(filePath: file.path).deletingLastPathComponent()
        let (link, pipe) = (folder.appending(path: "link").path, folder.appending(path: "pipe").path)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, pipe, folder.appending(path: "none/file").path, link] {
            let request = HTTPRequest(.get, server.url, destination: .file(path: path))
            let failure = await #expect(throws: HTTPFailure.self) { try await client.send(request) }
            #expect("\(try #require(failure))".contains(path))
        }
        #expect(file.bytes == [9])
        let count = server.requests.count
        for path in [folder.path, pipe, folder.appending(path: "none").path] {
            let request = HTTPRequest(.put, server.url, body: .file(path: path))
            let failure = await #expect(throws: HTTPFailure.self) { try await client.send(request) }
            #expect(failure?.mayHaveReachedServer == false)
        }
        #expect(server.requests.count == count)
    }

    @Test func `an offset beyond the end of the file is refused`() async throws {
        let (server, file) = (try server(), try TemporaryFile([9]))
        let failure = await #expect(throws: HTTPFailure.self) {
            try await client.send(download(to: file, server.url, offset: 2))
        }
        #expect(failure?.reason == .fileFailed("\(file.path): Has fewer than 2 bytes"))
        #expect(file.bytes == [9])
    }

    @Test func `a file that becomes shorter while it is sent is not made up for`() async throws {
        let (isCut, file) = (DispatchSemaphore(value: 0), try TemporaryFile())
        try file.grow(to: 1 << 28)
        let server = try ServerFake(readsBodies: false) { _, connection in
            _ = isCut.wait(timeout: .now() + 120)
            return .hold
        }
        let task = Task { try await client.send(HTTPRequest(.put, server.url, body: .file(path: file.path))) }
        await server.wait(for: .received(path: "/"))
        try file.grow(to: 0)
        isCut.signal()
        let failure = await #expect(throws: HTTPFailure.self) { try await task.value }
        #expect(failure?.reason == .fileFailed("\(file.path): Became shorter while it was read"))
    }
}
