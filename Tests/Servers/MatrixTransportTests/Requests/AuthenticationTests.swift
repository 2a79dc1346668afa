import ChatTypes
import HTTPClient
import JSONKit
import RuntimeKit
import Testing

@testable import MatrixTransport

/// Requests that the owner of the account has to approve on a page.
@Suite struct AuthenticationTests {
    private let fake = AuthorizationFake()
    private let pages = Recorder<String>()

    /// Makes a request that needs an approval; returns the page that was shown.
    private func page(_ demand: String) throws -> String? {
        fake.answer("upload", .json(demand, status: 401), .json("{}"))
        let api = MatrixAPI(homeserver: AuthorizationFake.homeserver, token: "A", client: fake)
        let (pages, clock) = (pages, fake.environment().clock)
        let proof = OwnerProof(
            clock: clock,
            password: { throw CancellationError() },
            showPage: { page in pages.record(page) }
        )
        try fake.result { try await api.post(["v3", "upload"], [:], as: ContactID("@me:hs"), proof: proof) }
        return pages.all.last
    }

    private static let fallback = "https://hs/_matrix/client/v3/auth/m.login.sso/fallback/web?session=S"

    @Test(arguments: [
        (#"{"flows":[{"stages":["m.oauth"]}],"params":{"m.oauth":{"url":"https://as/ok"}}}"#, "https://as/ok"),
        (
            #"""
            {"flows":[{"stages":["org.matrix.cross_signing_reset"]}],
            "params":{"org.matrix.cross_signing_reset":{"url":"https://as/ok"}}}
            """#, "https://as/ok"
        ),
        (#"{"flows":[{"stages":["m.login.sso"]}],"session":"S"}"#, fallback),
        (
            #"""
            {"flows":[{"stages":["m.oauth"]},{"stages":["m.login.sso"]}],"session":"S",
            "params":{"m.oauth":{"url":"http://as/plain"}}}
            """#, fallback
        ),
    ])
    func `the page of a stage that a browser can pass is shown, if it is safe`(_ demand: String, _ page: String) throws
    {
        #expect(try self.page(demand) == page)
        #expect(fake.forms("upload").count == 2)
    }

    @Test(
        arguments: [
            (#"{"flows":[{"stages":["m.oauth"]}],"params":{"m.oauth":{"url":"http://as/plain"}}}"#, ["m.oauth"]),
            (
                #"{"flows":[{"stages":["m.oauth","m.login.terms"]}],"params":{"m.oauth":{"url":"https://as/ok"}}}"#,
                ["m.oauth", "m.login.terms"]
            ),
            (#"{"flows":[{"stages":["m.login.sso"]}]}"#, ["m.login.sso"]), (#"{"flows":[]}"#, []),
        ] as [(String, [String])]
    )
    func `a proof of more than one stage, or without a safe page, is named and not shown`(
        _ demand: String,
        _ stages: [String]
    ) {
        #expect(throws: RecoveryError.otherAuthentication(stages)) { try page(demand) }
        #expect(pages.all.isEmpty && fake.forms("upload").count == 1)
    }

    @Test func `a refusal that repeats the password hides it`() {
        fake.answer(
            "upload",
            .json(#"{"flows":[{"stages":["m.login.password"]}],"session":"S"}"#, status: 401),
            .json(#"{"errcode":"M_FORBIDDEN","error":"No: hunter22"}"#, status: 403)
        )
        let api = MatrixAPI(homeserver: AuthorizationFake.homeserver, token: "A", client: fake)
        let proof = OwnerProof(clock: fake.environment().clock, password: { "hunter22" }, showPage: nil)
        #expect(throws: ServiceError.refused(.forbidden, text: "No: [hidden]")) {
            try fake.result { try await api.post(["v3", "upload"], [:], as: ContactID("@me:hs"), proof: proof) }
        }
    }

    @Test(arguments: [(2048, true), (2049, false)])
    func `a page has an address of 2,048 bytes at most`(count: Int, isShown: Bool) throws {
        let start = "https://as/"
        let url = start + String(repeating: "x", count: count - start.utf8.count)
        let demand = #"{"flows":[{"stages":["m.oauth"]}],"params":{"m.oauth":{"url":"\#(url)"}}}"#
        if isShown {
            #expect(try page(demand) == url)
        } else {
            #expect(throws: RecoveryError.otherAuthentication(["m.oauth"])) { try page(demand) }
        }
    }
}
