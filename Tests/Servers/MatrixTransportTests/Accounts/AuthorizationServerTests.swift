import ChatTypes
import HTTPClient
import JSONKit
import RuntimeKit
import Testing

@testable import MatrixTransport

@Suite struct AuthorizationServerTests {
    private let fake = AuthorizationFake()

    private func offer() throws -> LoginOffer {
        let login = try fake.login()
        return try fake.result { try await login.offer() }
    }

    private func metadata(_ old: String, _ new: String) -> HTTPResponse {
        .json(AuthorizationFake.metadata.replacing(old, with: new))
    }

    @Test func `the ways of login are offered in the order of preference`() throws {
        #expect(try offer().methods == [.device, .browser])
        let flows = #"{"flows":[{"type":"m.login.password"},{"type":"m.login.token"},{"type":"m.login.sso"}]}"#
        fake.answer("login", .json(flows))
        #expect(try offer().methods == [.device, .browser, .singleSignOn, .password])
        fake.answer("auth_metadata", metadata("device_code", "other"))
        #expect(try offer().methods == [.browser, .singleSignOn, .password])
        fake.answer("auth_metadata", metadata("S256", "plain"))
        #expect(try offer().methods == [.device, .singleSignOn, .password])
        #expect(try offer().method(nil) == .device)
        #expect(try offer().method(.password) == .password)
        #expect(throws: LoginError.notOffered(.browser)) { try offer().method(.browser) }
    }

    @Test(arguments: [
        HTTPResponse.failure(404, "M_UNRECOGNIZED"), HTTPResponse(status: 404), HTTPResponse(status: 405),
        HTTPResponse(status: 400), HTTPResponse(status: 403), HTTPResponse(status: 501),
    ])
    func `a homeserver without an authorization server offers its own flows`(_ answer: HTTPResponse) throws {
        fake.answer("auth_metadata", answer)
        #expect(throws: LoginError.noMethod([])) { try offer().method(nil) }
        fake.answer("login", .json(#"{"flows":[{"type":"m.login.password"}]}"#))
        #expect(try offer().methods == [.password])
    }

    @Test(arguments: [
        HTTPResponse(status: 500), HTTPResponse(status: 502), .lost, .json("<html>Welcome"), .json("[]"),
        HTTPResponse(status: 302),
    ])
    func `metadata that could not be read are no sign that there are none`(_ answer: HTTPResponse) {
        fake.answer("auth_metadata", answer)
        fake.answer("login", .json(#"{"flows":[{"type":"m.login.password"}]}"#))
        #expect(throws: ServiceError.self) { try offer() }
    }

    @Test(arguments: [
        ("https://as/token", "http://as/token"), ("https://as/token", "http://127.0.0.1/token"),
        ("https://as/token", "javascript:alert(1)"), ("https://as/login", "file:///etc/passwd"),
        ("https://as/register", "https://me:secret@as/"), (#""https://as/""#, #""https://as/\u001b""#),
        ("https://as/device", #"https://as/\u202e"#), (#""issuer":"https://as/","#, ""),
        ("https://as/revoke", "ftp://as/"), ("https://as/account", "https://as/#x"), ("https://as/token", "https:///"),
        ("https://as/token", "https://as/" + String(repeating: "t", count: 2038)),
    ])
    func `an address that is not safe to visit spoils the whole server`(_ old: String, _ new: String) {
        fake.answer("auth_metadata", metadata(old, new))
        #expect(throws: LoginError.self) { try offer() }
    }

    @Test(arguments: [
        (#""response_types_supported":["code"]"#, #""response_types_supported":["token"]"#, false),
        (#"["query","fragment"]"#, #"["fragment"]"#, false), (#""response_modes_supported""#, #""odd""#, true),
    ])
    func `a login in the browser is offered if the code comes in a query`(
        _ old: String,
        _ new: String,
        isOffered: Bool
    ) throws {
        fake.answer("auth_metadata", metadata(old, new))
        #expect(try offer().methods.contains(.browser) == isOffered)
    }

    @Test(arguments: [(9, false), (10, true), (255, true), (256, false)])
    func `a device keeps its id if a scope has room for it`(count: Int, isKept: Bool) {
        let old = String(repeating: "x", count: count)
        #expect(OAuthClient.device(old, newDigits: "ab12") == (isKept ? old : "AB12"))
    }

    @Test func `a refusal without a sentence is told by its code`() {
        #expect(OAuthRefusal(code: "odd", text: "").text == "odd" && OAuthRefusal(code: "odd", text: nil).text == "odd")
    }

    @Test func `a homeserver on this machine may have its authorization server here, too`() throws {
        let local = try json(AuthorizationFake.metadata.replacing("https://as", with: "http://127.0.0.1:8080"))
        #expect(throws: Never.self) { try AuthorizationServer(local, of: "http://127.0.0.1:8008") }
        #expect(throws: LoginError.self) { try AuthorizationServer(local, of: "https://example.org") }
    }

    @Test func `the account page's query is added to one that it has`() throws {
        let first = try AuthorizationServer(json(AuthorizationFake.metadata), of: "https://hs")
        #expect(
            first.accountPage(action: "a.b", device: "D E")
                == "https://as/account?action=a.b&device_id=D%20E"
        )
        let text = AuthorizationFake.metadata.replacing("/account", with: "/account?lang=en")
        let second = try AuthorizationServer(json(text), of: "https://hs")
        #expect(second.accountPage(action: "x") == "https://as/account?lang=en&action=x")
        for end in ["?", "?a=b&"] {
            #expect(AuthorizationServer.address("https://as/\(end)", adding: [("c", "d")]) == "https://as/\(end)c=d")
        }
    }

    @Test func `a refusal by the server hides what was sent to it`() throws {
        fake.answer("token", .json(#"{"error":"odd","error_description":"no device-code \u001b here"}"#, status: 400))
        let (login, environment) = (try fake.login(), fake.environment())
        #expect(throws: LoginError.refused("no [hidden] \u{1B} here")) {
            try fake.result {
                let offer = try await login.offer()
                let begun = try await login.beginDeviceLogin(offer, device: nil, random: environment.random)
                return try await login.account(approving: begun, of: nil, clock: environment.clock)
            }
        }
    }
}
