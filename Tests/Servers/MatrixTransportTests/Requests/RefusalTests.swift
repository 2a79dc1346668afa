import ChatTypes
import HTTPClient
import JSONKit
import Testing

@testable import MatrixTransport

@Suite struct RefusalTests {
    @Test(arguments: [
        (
            429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2500}"#,
            ServiceError.tryAgain(after: .milliseconds(2500))
        ),
        (429, #"{"errcode":"M_LIMIT_EXCEEDED"}"#, .tryAgain(after: .seconds(1))),
        (429, #"{"retry_after_ms":-5}"#, .tryAgain(after: .zero)),
        (429, #"{"retry_after_ms":99999999999}"#, .tryAgain(after: .seconds(3600))),
        (429, "<html>", .tryAgain(after: .seconds(1))),
        (401, #"{"errcode":"M_UNKNOWN_TOKEN"}"#, .endedLogin),
        (401, #"{"errcode":"M_UNKNOWN_TOKEN","soft_logout":true}"#, .endedLogin),
        (401, "", .endedLogin), (403, #"{"errcode":"M_MISSING_TOKEN"}"#, .endedLogin),
        (403, #"{"errcode":"M_UNKNOWN_TOKEN"}"#, .endedLogin),
        (400, #"{"errcode":"M_LIMIT_EXCEEDED"}"#, .tryAgain(after: .seconds(1))),
        (408, #"{"errcode":"M_UNKNOWN"}"#, .responseLost), (399, #"{"errcode":"M_UNKNOWN"}"#, .responseLost),
        (499, #"{"error":"No"}"#, .refused(RefusalCode(rawValue: "499"), text: "No")),
        (403, #"{"errcode":"M_FORBIDDEN","error":"No"}"#, .refused(RefusalCode(rawValue: "M_FORBIDDEN"), text: "No")),
        (404, #"{"errcode":"M_NOT_FOUND","error":"No"}"#, .refused(.notFound, text: "No")),
        (400, #"{"errcode":"M_UNKNOWN_POS","error":"No"}"#, .refused(.unknownCursor, text: "No")),
        (413, #"{"errcode":"M_TOO_LARGE","error":"No"}"#, .refused(.tooLong, text: "No")),
        (400, #"{"errcode":"M_TOO_LARGE","error":"No"}"#, .refused(.tooLong, text: "No")),
        (404, "<html>Not Found</html>", .responseLost), (404, "", .responseLost),
        (403, "<html>Forbidden</html>", .responseLost), (403, "", .responseLost), (403, "{}", .responseLost),
        (502, "<html>Bad Gateway</html>", .responseLost),
        (500, #"{"errcode":"M_UNKNOWN"}"#, .responseLost), (504, "", .responseLost), (302, "", .responseLost),
        (400, "", .refused(RefusalCode(rawValue: "400"), text: "The server answers 400")),
    ])
    func `each refusal has its error`(_ status: Int, _ body: String, _ expected: ServiceError) {
        #expect(ServiceError(HTTPResponse(status: status, body: Array(body.utf8))) == expected)
    }

    @Test(arguments: [
        (#"{"errcode":"M_LIMIT_EXCEEDED"}"#, "30", Duration.seconds(30)),
        (#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2500}"#, "30", .milliseconds(2500)), ("<html>", "0", .zero),
        ("", "99999", .seconds(3600)), ("", "9223372036854775807", .seconds(3600)), ("", "-5", .zero),
        ("", "99999999999999999999", .seconds(1)), ("", "Wed, 21 Oct 2026 07:28:00 GMT", .seconds(1)),
        ("", "", .seconds(1)),
    ])
    func `a pause may be given in the header`(
        _ body: String,
        _ value: String,
        _ rest: Duration
    ) async throws {
        let fake = HTTPFake()
        fake.answer = { call in
            let fields = call.request.responseFields.map { HTTPField($0, $0 == "Retry-After" ? value : "") }
            return HTTPResponse(status: 429, fields: fields, body: Array(body.utf8))
        }
        let api = MatrixAPI(homeserver: "https://h", token: "secret", client: fake)
        await #expect(throws: ServiceError.tryAgain(after: rest)) { try await api.get(["v3", "sync"]) }
    }

    @Test(arguments: [(1, "@p1:h"), (3, "@p1:h, @p2:h, @p3:h"), (4, "@p1:h, @p2:h, @p3:h and others")])
    func `of the people whose identity has changed, three are named`(count: Int, names: String) throws {
        let error = ServiceError.changedIdentity(of: (1...count).map { ContactID("@p\($0):h") })
        guard case .refused(.changedIdentity, let text) = error else { throw Missing() }
        #expect(text.hasPrefix("The identity of \(names) has changed: "))
    }

    @Test func `a failure tells whether the request may have reached the server`() {
        #expect(ServiceError(HTTPError(.cannotConnect, host: "h", mayHaveReachedServer: false)) == .unreachable)
        #expect(ServiceError(HTTPError(.connectionLost, host: "h", mayHaveReachedServer: true)) == .responseLost)
        #expect(ServiceError(HTTPError(.tooLarge, host: "h", mayHaveReachedServer: true)) == .responseLost)
        let invalid = ServiceError(HTTPError(.invalidRequest("bad"), host: "h", mayHaveReachedServer: false))
        #expect(invalid == .refused(RefusalCode(rawValue: "http"), text: "h: bad"))
    }

    @Test(arguments: ["<html>hello</html>", "", "{", "[1,"])
    func `an unreadable response counts as lost`(_ body: String) async throws {
        let fake = HTTPFake()
        fake.answer = { _ in HTTPResponse(status: 200, body: Array(body.utf8)) }
        let api = MatrixAPI(homeserver: "https://h", token: "secret", client: fake)
        await #expect(throws: ServiceError.responseLost) { try await api.get(["v3", "sync"]) }
    }

    @Test func `a response that repeats the token hides it in every string`() async throws {
        let fake = HTTPFake()
        fake.answer = { _ in .json(#"{"body":"a syt_secret b syt_secret","syt_secret":1,"short":"syt"}"#) }
        let api = MatrixAPI(homeserver: "https://h", token: "syt_secret", client: fake)
        let answer = try await api.get(["v3", "sync"])
        #expect(answer["body"]?.string == "a [hidden] b [hidden]")
        #expect(answer.members.map(\.name) == ["body", "[hidden]", "short"])
        #expect(answer["short"]?.string == "syt")
    }

    @Test func `ids are escaped as single segments, and the token is in the header only`() async throws {
        let fake = HTTPFake()
        let api = MatrixAPI(homeserver: "https://h", token: "secret", client: fake)
        try await api.put(["v3", "rooms", "!a/b?c#d%:é", "..", "."], [:])
        let request = try fake.calls.first.unwrapped().request
        #expect(request.url == "https://h/_matrix/client/v3/rooms/%21a%2Fb%3Fc%23d%25%3A%C3%A9/%2E%2E/%2E")
        #expect(request.fields.contains { $0.name == "Authorization" && $0.value == "Bearer secret" })
    }
}
