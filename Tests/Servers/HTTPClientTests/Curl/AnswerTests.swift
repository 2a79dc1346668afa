import HTTPClient
import Testing

@Suite(.timeLimit(.minutes(1))) struct AnswerTests {
    @Test func `status, media type, body and the fields that are asked for`() async throws {
        let server = try ServerFake { _, connection in
            connection.answer(
                418,
                ["Content-Type: Application/JSON; charset=utf-8", "Retry-After:  7 ", "X-Other: 1", "ETAG: a", "etag: b"],
                [UInt8]("{}".utf8)
            )
        }
        let request = HTTPRequest(.get, server.url, answerFields: ["retry-after", "ETag", "Missing"])
        let response = try await CurlClient().send(request)
        #expect(response.status == 418)
        #expect(response.mediaType == "application/json")
        #expect(response.body == [UInt8]("{}".utf8))
        #expect(
            response.fields == [HTTPField("retry-after", "7"), HTTPField("ETag", "a"), HTTPField("ETag", "b")]
        )
        #expect(response.value(of: "Retry-After") == "7")
        #expect(response.value(of: "X-Other") == nil)
    }
}
