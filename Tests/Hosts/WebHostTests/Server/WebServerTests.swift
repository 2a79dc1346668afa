import CSystem
import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import ThreadTesting

@testable import WebHost

@Suite(.ownThread, .timeLimit(.minutes(20))) struct WebServerTests {
    /// A server on a free port, with what it passes on.
    private final class Stage: Sendable {
        let server: WebServer
        private let taken: EventList

        init() throws {
            let events = EventList()
            server = WebServer(
                random: RandomSource(SplitMix64(seed: 3)),
                spool: UploadFolder(FileManager.default.temporaryDirectory.appending(path: "web-\(UUID())"))
            ) { event in events.list.withLock { $0.append(event) } }
            taken = events
            try server.start(port: 0)
        }

        deinit { server.stop() }

        var posted: [String] {
            taken.list.withLock { $0 }.compactMap { event in
                if case .posted(let body) = event { String(decoding: body, as: UTF8.self) } else { nil }
            }
        }
        var uploads: [UploadedFile] {
            taken.list.withLock { $0 }.compactMap { if case .uploaded(let file) = $0 { file } else { nil } }
        }
        var streams: [StateStream] {
            taken.list.withLock { $0 }.compactMap { if case .opened(let stream) = $0 { stream } else { nil } }
        }

        /// Sends a request as it is; returns all that comes back until the connection ends.
        func exchange(_ request: String) throws -> String {
            let socket = try connect()
            defer { close(socket) }
            send(request, to: socket)
            return read(socket) { _ in false }
        }

        func connect() throws -> Int32 {
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = server.rules.port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(result == 0)
            // A missing answer ends a test, not all of them.
            var limit = timeval(tv_sec: 30, tv_usec: 0)
            setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            return socket
        }

        func send(_ text: String, to socket: Int32) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // The server may refuse the rest.
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        /// Reads until the end, or until `isEnough`.
        func read(_ socket: Int32, until isEnough: (String) -> Bool) -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while !isEnough(String(decoding: bytes, as: UTF8.self)) {
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Whether the server has ended a connection, as far as it is known now.
        func hasEnded(_ socket: Int32) -> Bool {
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
        }

        /// A request for the page itself, which needs no cookie and leaves the connection open.
        var visit: String { "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n" }

        var host: String { server.rules.hosts[0] }

        /// A post as the page makes it, with its head ending the connection after the answer.
        func post(_ path: String, _ body: String, adding headers: [String] = []) -> String {
            let secrets = server.rules.secrets
            let head = [
                "POST \(path) HTTP/1.1", "Host: \(host)", "Origin: http://\(host)", "Sec-Fetch-Site: same-origin",
                "Cookie: \(server.rules.cookie)=\(secrets.cookie)", "X-Viperchat: \(secrets.pageKey)",
                "Connection: close", "Content-Length: \(body.utf8.count)",
            ]
            return (head + headers).joined(separator: "\r\n") + "\r\n\r\n" + body
        }

        /// Begins to send a file of four bytes; returns once the server waits for them.
        func beginUpload() throws -> Int32 {
            let socket = try connect()
            let whole = post("/upload", "part", adding: ["X-Chat: a", "X-Name: b", "Expect: 100-continue"])
            send(String(whole.dropLast(4)), to: socket)
            #expect(read(socket) { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 100 "))
            return socket
        }

        /// Opens as many connections that only wait as make the server end the oldest; returns once it knows them.
        func crowd() throws -> [Int32] {
            let waiting = try (0...WebServer.pendingLimit).map { _ in try connect() }
            #expect(try exchange(post("/actions", "{}")).hasPrefix("HTTP/1.1 204"))
            return waiting
        }
    }

    private final class EventList: Sendable { let list = Mutex<[WebEvent]>([]) }

    private func status(_ answer: String) -> Int? { Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3)) }

    @Test func `the page is served with a policy that lets nothing else in`() throws {
        let stage = try Stage()
        let answer = try stage.exchange("GET / HTTP/1.1\r\nHost: \(stage.host)\r\nConnection: close\r\n\r\n")
        #expect(status(answer) == 200)
        for header in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'", "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer", "Cache-Control: no-store", "Cross-Origin-Resource-Policy: same-origin",
        ] { #expect(answer.contains(header)) }
        #expect(answer.contains("<title>viperchat</title>"))
        #expect(!answer.contains(stage.server.rules.secrets.cookie))
    }

    @Test func `the token is exchanged once for the cookie and the key`() throws {
        let stage = try Stage()
        let secrets = stage.server.rules.secrets
        let request = stage.post("/enter", try #require(secrets.token))
        let answer = try stage.exchange(request)
        #expect(status(answer) == 200)
        #expect(answer.contains("\(stage.server.rules.cookie)=\(secrets.cookie); HttpOnly; SameSite=Strict; Path=/"))
        #expect(answer.hasSuffix("\(secrets.pageKey) \(secrets.word)"))
        #expect(status(try stage.exchange(request)) == 403)
    }

    @Test func `actions reach the session`() throws {
        let stage = try Stage()
        #expect(status(try stage.exchange(stage.post("/actions", "{}"))) == 204)
        #expect(stage.posted == ["{}"])
    }

    @Test func `a request behind a refused one is not served`() throws {
        let stage = try Stage()
        let hidden = stage.post("/actions", "{}")
        let refused =
            "POST /actions HTTP/1.1\r\nHost: \(stage.host)\r\nContent-Length: \(hidden.utf8.count)\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        let answer = try stage.exchange(refused + hidden)
        #expect(stage.posted.isEmpty)
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
    }

    @Test(arguments: [
        "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET /%00 HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET /%70age.css HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: HOST\r\nOrigin: null\r\n\r\n",
    ])
    func `a hostile request gets a bare refusal`(request: String) throws {
        let stage = try Stage()
        let answer = try stage.exchange(
            request.replacing("HOST", with: stage.host).replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        )
        #expect(status(answer) == 403)
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `connections that only wait make room, so that they never lock the page out`() throws {
        let stage = try Stage()
        let waiting = try (0..<100).map { _ in try stage.connect() }
        defer { for socket in waiting { close(socket) } }
        #expect(status(try stage.exchange(stage.post("/actions", "{}"))) == 204)
        let ended = waiting.map { stage.hasEnded($0) }
        #expect(ended.first == true)
        #expect(ended.count { !$0 } < WebServer.pendingLimit)
    }

    @Test func `a connection is waited for again after each answer`() throws {
        let stage = try Stage()
        let first = try stage.connect()
        defer { close(first) }
        stage.send(stage.visit, to: first)
        _ = stage.read(first) { $0.contains("</html>") }
        #expect(!stage.hasEnded(first))
        let waiting = try (0..<WebServer.pendingLimit).map { _ in try stage.connect() }
        defer { for socket in waiting { close(socket) } }
        #expect(status(try stage.exchange(stage.post("/actions", "{}"))) == 204)
        #expect(stage.hasEnded(first))
    }

    @Test func `a stream is not ended, however many connections wait`() throws {
        let stage = try Stage()
        let socket = try stage.connect()
        defer { close(socket) }
        stage.send(stage.post("/states", "", adding: ["X-Page: p"]), to: socket)
        _ = stage.read(socket) { $0.contains("\r\n\r\n") }
        let waiting = try stage.crowd()
        defer { for socket in waiting { close(socket) } }
        #expect(!stage.hasEnded(socket))
        // The library ends the process if a stream is left suspended.
        stage.server.stop()
    }

    @Test func `a file that comes slowly is not cut off, however many connections wait`() throws {
        let stage = try Stage()
        let socket = try stage.beginUpload()
        let waiting = try stage.crowd()
        defer { for socket in waiting + [socket] { close(socket) } }
        stage.send("part", to: socket)
        #expect(status(stage.read(socket) { _ in false }) == 204)
        #expect(stage.uploads.count == 1)
    }

    @Test func `a file that is read slowly is not cut off, however many connections wait`() throws {
        let stage = try Stage()
        let file = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        // More than fits between the server and a reader that does not read.
        let size = 16 << 20
        try Data().write(to: file)
        #expect(truncate(file.path, size) == 0)
        let number = stage.server.files.number(for: .message(.init("m"))) {
            .disk(path: file.path, name: "a", picture: nil)
        }
        let (socket, secrets) = (try stage.connect(), stage.server.rules.secrets)
        let head = [
            "GET /files/\(secrets.fileKey)/\(try #require(number)) HTTP/1.1", "Host: \(stage.host)",
            "Sec-Fetch-Site: same-origin", "Cookie: \(stage.server.rules.cookie)=\(secrets.cookie)",
            "Connection: close",
        ]
        stage.send(head.joined(separator: "\r\n") + "\r\n\r\n", to: socket)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var count = recv(socket, &buffer, 1, 0)
        let waiting = try stage.crowd()
        defer { for socket in waiting + [socket] { close(socket) } }
        while case let more = recv(socket, &buffer, buffer.count, 0), more > 0 { count += more }
        #expect(count > size)
    }

    @Test func `only a connection that brings no whole request in time is ended, and streams are probed`() throws {
        let start = ContinuousClock.now
        let stage = try Stage()
        let (idle, stream) = (try stage.connect(), try stage.connect())
        stage.send("GET / HTTP/1.1\r\n", to: idle)
        let upload = try stage.beginUpload()
        defer { for socket in [idle, stream, upload] { close(socket) } }
        stage.send(stage.post("/states", "", adding: ["X-Page: p"]), to: stream)
        _ = stage.read(stream) { $0.contains("}\n") }
        stage.server.tend(at: start + WebServer.patience)
        #expect(!stage.hasEnded(idle), "it came later")
        #expect(!stage.read(stream) { !$0.isEmpty }.isEmpty, "the probe")
        stage.server.tend(at: .now + WebServer.patience + .seconds(1))
        #expect(stage.read(idle) { _ in false }.isEmpty)
        #expect(!stage.hasEnded(stream))
        stage.send("part", to: upload)
        #expect(status(stage.read(upload) { _ in false }) == 204)
        // The library ends the process if a stream is left suspended.
        stage.server.stop()
    }

    @Test func `a header of a megabyte and a body of 100 megabytes are refused unread`() throws {
        let stage = try Stage()
        let header = "GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 1 << 20))\r\n\r\n"
        #expect(try !stage.exchange(header).contains("viperchat"))
        let body = stage.post("/actions", "").replacing("Content-Length: 0", with: "Content-Length: 104857600")
        #expect(status(try stage.exchange(body)) == 413)
    }

    @Test func `an upload arrives whole with its name, and a part of one leaves nothing`() throws {
        let stage = try Stage()
        let headers = ["X-Chat: a%20b", "X-Name: ..%2Fevil%2Fc%C3%A9.txt", "X-Text: Look"]
        #expect(status(try stage.exchange(stage.post("/upload", "bytes", adding: headers))) == 204)
        let file = try #require(stage.uploads.first)
        #expect((file.chat, file.text) == ("a b", "Look"))
        #expect(file.path.hasPrefix(stage.server.spool.directory.path) && file.path.hasSuffix("/1/cé.txt"))
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "bytes")
        let socket = try stage.connect()
        let whole = stage.post("/upload", "part", adding: headers + ["Expect: 100-continue"])
        stage.send(String(whole.dropLast(4)).replacing("Content-Length: 4", with: "Content-Length: 400"), to: socket)
        #expect(stage.read(socket) { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 100 "), "the server wants the file")
        let second = stage.server.spool.directory.appending(path: "2").path
        #expect(FileManager.default.fileExists(atPath: second))
        stage.send("part", to: socket)
        close(socket)
        stage.server.stop()
        #expect(stage.uploads.count == 1)
        #expect(!FileManager.default.fileExists(atPath: second))
    }

    @Test func `a stream brings lines as they are written, and ends with the server`() throws {
        let stage = try Stage()
        let socket = try stage.connect()
        defer { close(socket) }
        stage.send(stage.post("/states", "", adding: ["X-Page: p"]), to: socket)
        // The word that only this run knows comes first.
        let word = "{\"word\":\"\(stage.server.rules.secrets.word)\"}\n"
        #expect(stage.read(socket) { $0.contains(word) }.contains(word))
        let stream = try #require(stage.streams.first)
        #expect(stream.page == "p")
        stream.write(Array("one".utf8))
        #expect(stage.read(socket) { $0.contains("one\n") }.contains("one\n"))
        stream.probe()
        stream.write(Array("two".utf8))
        #expect(stage.read(socket) { $0.contains("two\n") }.contains("two\n"))
        // The library ends the process if a stream is left suspended.
        stage.server.stop()
    }

    @Test func `a file is served to who has its key, and only a picture inline`() throws {
        let stage = try Stage()
        let folder = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.html").path
        try Data("<script>".utf8).write(to: URL(filePath: path))
        let number = stage.server.files.number(for: .message(.init("m"))) {
            .disk(path: path, name: "a\r\n.html", picture: nil)
        }
        let secrets = stage.server.rules.secrets
        func get(_ number: Int) throws -> String {
            try stage.exchange(
                "GET /files/\(secrets.fileKey)/\(number) HTTP/1.1\r\nHost: \(stage.host)\r\nSec-Fetch-Site: same-origin\r\n"
                    + "Cookie: \(stage.server.rules.cookie)=\(secrets.cookie)\r\nConnection: close\r\n\r\n"
            )
        }
        let answer = try get(try #require(number))
        #expect(status(answer) == 200)
        #expect(answer.contains("Content-Type: application/octet-stream\r\n"))
        #expect(answer.contains("Content-Disposition: attachment; filename*=UTF-8''a%0D%0A.html\r\n"))
        #expect(answer.contains("Content-Security-Policy: default-src 'none'; sandbox"))
        #expect(answer.hasSuffix("<script>"))
        #expect(status(try get(99)) == 404)
    }

    @Test func `a port in use is a clear error`() throws {
        let stage = try Stage()
        let other = WebServer(
            random: RandomSource(SplitMix64(seed: 4)),
            spool: stage.server.spool,
            receive: { _ in }
        )
        #expect(throws: WebServerError.portInUse(stage.server.rules.port)) {
            try other.start(port: stage.server.rules.port)
        }
    }
}
