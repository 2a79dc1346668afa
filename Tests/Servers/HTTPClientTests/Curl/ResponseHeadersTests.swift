import Testing

@testable import HTTPClient

@Suite struct ResponseHeadersTests {
    private func headers(_ lines: [String], wanted: [String] = [], limit: Int = 1000) throws -> ResponseHeaders {
        var headers = ResponseHeaders(wanted: wanted, limit: limit)
        for line in lines {
            try ([UInt8]((line + "\r\n").utf8)).withUnsafeBytes { _ = try headers.append($0) }
        }
        return headers
    }

    @Test func `interim responses leave nothing behind`() throws {
        let early = ["HTTP/1.1 103 Early", "X: 1", "Content-Type: a/b", ""]
        #expect(try headers(early).isComplete == false)
        let whole = try headers(early + ["HTTP/1.1 204 No", "Y: 2", ""], wanted: ["X", "Y"])
        #expect(whole.isComplete)
        #expect((whole.status, whole.mediaType, whole.fields) == (204, "", [HTTPField("Y", "2")]))
    }

    @Test func `a field is found however it is spelled, and has the name that was asked for`() throws {
        let lines = ["HTTP/1.1 429 No", "retry-AFTER: 5", "Other: 1", ""]
        #expect(try headers(lines, wanted: ["Retry-After"]).fields == [HTTPField("Retry-After", "5")])
        let response = HTTPResponse(status: 429, fields: [HTTPField("Retry-After", "5")])
        #expect(response.value(of: "retry-after") == "5" && response.value(of: "Retry") == nil)
    }

    @Test func `trailers are dropped but count towards the limit`() throws {
        let answer = ["HTTP/1.1 200 OK", ""]
        #expect(try headers(answer + ["X: 1"], wanted: ["X"]).fields.isEmpty)
        #expect(throws: HTTPError.Reason.tooLarge) { try headers(answer + ["X: 1"], limit: 24) }
    }

    @Test func `headers of exactly the limit pass, and one byte more does not`() throws {
        let lines = ["HTTP/1.1 200 OK", "A: 1", ""]
        let length = lines.map { $0.utf8.count + 2 }.reduce(0, +)
        #expect(try headers(lines, wanted: ["A"], limit: length).isComplete)
        #expect(throws: HTTPError.Reason.tooLarge) { try headers(lines, limit: length - 1) }
    }

    @Test(arguments: [
        ("text/html", "text/html"), ("Text/HTML ; charset=x", "text/html"), ("image/svg+xml;a", "image/svg+xml"),
        ("", ""), ("html", ""), ("a/b/c", ""), ("/b", ""), ("a/", ""), ("a b/c", ""), ("a/\u{1B}[31m", ""), ("ä/b", ""),
    ])
    func `a malformed media type is empty`(_ value: String, _ expected: String) throws {
        #expect(try headers(["HTTP/1.1 200 OK", "Content-Type: \(value)", ""]).mediaType == expected)
    }

    @Test(arguments: [
        ("bytes 100-199/200", 100), ("Bytes 0-0/*", 0), ("bytes */200", nil), ("bytes=1-2/3", nil),
        ("bytes -1-2/3", nil),
        ("bytes 99999999999999999999-1/2", nil), ("", nil), ("bytes /", nil), ("bytes //", nil), ("bytes /200", nil),
        ("bytes -/", nil), ("bytes 5/", 5),
    ])
    func `the start of a range is parsed`(_ value: String, _ expected: Int64?) throws {
        #expect(try headers(["HTTP/1.1 206 Part", "Content-Range: \(value)", ""]).rangeStart == expected)
    }

    @Test(arguments: [
        ("bytes 100-198/200", true), ("bytes 100-199/200", false), ("bytes 100-199/*", false), ("bytes 100-199", false),
        ("bytes 100-9223372036854775807/9223372036854775807", false), ("bytes 5", false), ("", false),
        ("bytes /", false), ("bytes //", false), ("bytes 1-2/", false),
    ])
    func `a range that ends before the file is recognised`(_ value: String, _ expected: Bool) throws {
        #expect(try headers(["HTTP/1.1 206 Part", "Content-Range: \(value)", ""]).isCutShort == expected)
    }

    @Test func `any bytes are parsed up to the limit`() throws {
        var state: UInt64 = 7
        for _ in 0..<200 {
            var headers = ResponseHeaders(wanted: ["A"], limit: 400)
            var taken = 0
            do {
                for _ in 0..<20 {
                    let line = (0..<30).map { _ in
                        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return Array("HTTP/1.20: \r\nA,;-\u{FF}\u{0}".utf8)[Int(state >> 33) % 19]
                    }
                    try line.withUnsafeBytes { _ = try headers.append($0) }
                    taken += line.count
                }
            } catch { #expect(error as? HTTPError.Reason == .tooLarge) }
            #expect(taken <= 400)
            #expect(headers.fields.allSatisfy { $0.name == "A" && !$0.value.utf8.contains { $0 < 0x20 } })
        }
    }

    @Test(arguments: [("gzip", true), ("br", true), ("identity", false), ("Identity", false)])
    func `only a body whose encoding changes it is encoded`(_ encoding: String, _ isEncoded: Bool) throws {
        #expect(try headers(["HTTP/1.1 206 Part", "Content-Encoding: \(encoding)", ""]).isEncoded == isEncoded)
    }
}
