import Foundation
import HTTPClient
import Testing

@Suite(.timeLimit(.minutes(20))) struct AnswerTests {
    /// Sends a GET that is answered by some bytes and the end of the connection.
    private func get(
        _ bytes: String,
        ending: ServerFake.Ending = .close,
        limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPResponse {
        try await get([UInt8](bytes.utf8), ending: ending, limits: limits)
    }

    private func get(
        _ bytes: [UInt8],
        ending: ServerFake.Ending = .close,
        limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPResponse {
        let server = try ServerFake { _, connection in
            connection.write(bytes)
            return ending
        }
        return try await PatientClient().send(HTTPRequest(.get, server.url, limits: limits))
    }

    private func lost(_ reason: HTTPError.Reason) -> HTTPError {
        HTTPError(reason, host: "127.0.0.1", mayHaveReachedServer: true)
    }

    @Test func `status, media type, body and requested fields are returned`() async throws {
        let server = try ServerFake { _, connection in
            connection.answer(
                418,
                [
                    "Content-Type: Application/JSON; charset=utf-8", "Retry-After:  7 ", "X-Other: 1", "ETAG: a",
                    "etag: b",
                ],
                [UInt8]("{}".utf8)
            )
        }
        let request = HTTPRequest(.get, server.url, responseFields: ["retry-after", "ETag", "Missing"])
        let response = try await PatientClient().send(request)
        #expect(response.status == 418)
        #expect(response.mediaType == "application/json")
        #expect(response.body == [UInt8]("{}".utf8))
        #expect(response.fields == [HTTPField("retry-after", "7"), HTTPField("ETag", "a"), HTTPField("ETag", "b")])
        #expect(response.value(of: "Retry-After") == "7")
        #expect(response.value(of: "X-Other") == nil)
    }

    @Test func `chunked, unbounded and empty bodies are returned`() async throws {
        let chunks = try await get(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nT: 1\r\n\r\n"
        )
        #expect(chunks.body == [UInt8]("abc".utf8))
        #expect(try await get("HTTP/1.0 200 OK\r\n\r\nab").body == [UInt8]("ab".utf8))
        #expect(try await get("HTTP/1.1 204 No\r\n\r\n") == HTTPResponse(status: 204))
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Ty",
        "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123456789",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
    ])
    func `a response that is cut in its header or body is lost`(_ bytes: String) async {
        for ending in [ServerFake.Ending.close, .reset] {
            await #expect(throws: lost(.connectionLost)) { try await get(bytes, ending: ending) }
        }
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "\0\u{FF}\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx",
    ])
    func `an invalid response fails`(_ bytes: String) async throws {
        let failure = try #require(await #expect(throws: HTTPError.self) { try await get(bytes) })
        #expect(failure.mayHaveReachedServer)
        #expect([.unusableAnswer, .connectionLost, .tooLarge].contains(failure.reason))
    }

    @Test func `a compressed body is decompressed`() async throws {
        let server = try ServerFake { request, connection in
            #expect(request.value(of: "Accept-Encoding")?.contains("gzip") == true)
            return connection.answer(200, ["Content-Encoding: gzip"], Sample.squeezed)
        }
        let response = try await PatientClient().send(HTTPRequest(.get, server.url))
        #expect(response.body == [UInt8]("squeezed".utf8))
    }

    @Test func `a compressed bomb ends at the limit`() async {
        // 100,000,000 zeros, compressed twice.
        let text = """
            H4sIAAAAAAACA+3cLU4DURiF4TttSRoELQKFoOyipgk/CY4EQTVhAUg0TQgKwybQKBaAYweAA08QTUARBmY2QTLnedTVnzy5ebeuh6XR678/\
            VNXfY3Hzc/cxXC0AAABAxy1eLvvNGFAm9dPB0RwAAADoutPR2qAdBb5PNnedAwAAADrvajYdtz8ElhdnA+cAAACAztv4et1pt4DH+n792D0AAACg\
            854FAwAAACCKYAAAAABkEQwAAACALIIBAAAAEEYwAAAAALIIBgAAAEAWwQAAAADIIhgAAAAAYQQDAAAAIItgAAAAAGQRDAAAAIAsggEAAAAQRjAA\
            AAAAsggGAAAAQBbBAAAAAMgiGAAAAABhBAMAAAAgi2AAAAAAZLmdTSfNFjBe1uf7vQIAAP9hVB3O97bL2+fKL0v2M9TFewEA
            """
        let bomb = [UInt8](Data(base64Encoded: text) ?? Data())
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
        await #expect(throws: lost(.tooLarge)) { try await get([UInt8](head.utf8) + bomb) }
    }

    @Test func `a body may reach its limit but not exceed it`() async throws {
        for head in ["Content-Length: 5\r\n", ""] {
            let bytes = "HTTP/1.1 200 OK\r\n\(head)\r\n12345"
            #expect(try await get(bytes, limits: HTTPLimits(bodyBytes: 5)).body.count == 5)
            for limit: Int64 in [4, 0, -1] {
                await #expect(throws: lost(.tooLarge)) { try await get(bytes, limits: HTTPLimits(bodyBytes: limit)) }
            }
        }
    }

    @Test func `a body declared as too large is not received`() async {
        let limits = HTTPLimits(bodyBytes: 100)
        await #expect(throws: lost(.tooLarge)) {
            try await get("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", ending: .hold, limits: limits)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    ])
    func `an endless body is not received to its end`(_ head: String) async throws {
        // An endless body, header line, header, and sequence of interim responses.
        let drop = head.hasSuffix(": ") ? "yyyyyyyyyyyyyyyy" : head.hasPrefix("HTTP/1.1 100") ? head : "X: yyyyyyyy\r\n"
        let flood = String(repeating: drop, count: 1000)
        let server = try ServerFake { _, connection in
            connection.write(head)
            while connection.write(flood) {}
            return .close
        }
        await #expect(throws: lost(.tooLarge)) { try await PatientClient().send(HTTPRequest(.get, server.url)) }
        await server.wait(for: .closed)
    }
}
