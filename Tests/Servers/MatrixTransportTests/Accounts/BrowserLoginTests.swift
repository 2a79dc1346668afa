import ChatTypes
import Foundation
import HTTPClient
import RuntimeKit
import Testing

@testable import MatrixTransport

@Suite struct BrowserLoginTests {
    private let fake = AuthorizationFake()

    private func begin(_ method: LoginMethod = .browser) throws -> (login: MatrixLogin, browser: BrowserLogin) {
        let (login, environment) = (try fake.login(), fake.environment())
        return try fake.result {
            let offer = try await login.offer()
            let browser = try await login.beginBrowserLogin(
                offer,
                method,
                provider: method == .browser ? nil : "github",
                device: "0123456789ABCDEF",
                port: 4711,
                random: environment.random
            )
            return (login, browser)
        }
    }

    private func query(of page: String) throws -> [String: String] {
        let items = URLComponents(string: page)?.queryItems ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    @Test func `the page asks for a code with PKCE, in a query that may have begun already`() throws {
        let browser = try begin().browser
        #expect(browser.page.hasPrefix("https://as/login?from=hs&response_type=code&"))
        let query = try query(of: browser.page)
        #expect(query["code_challenge_method"] == "S256" && query["code_challenge"]?.utf8.count == 43)
        #expect(query["redirect_uri"] == "http://127.0.0.1:4711/callback" && query["response_mode"] == "query")
        #expect(query["scope"] == "urn:matrix:client:api:* urn:matrix:client:device:0123456789ABCDEF")
        #expect(query["state"]?.utf8.count == 32)
    }

    @Test func `the code of the answer is exchanged with the verifier that only this login knows`() throws {
        let (login, browser) = try begin()
        let query = try query(of: browser.page)
        let target = "/callback?code=the%2Fcode&state=\(query["state"] ?? "")&iss=https%3A%2F%2Fas%2F"
        #expect(browser.redirect.check(target) == .secret("the/code"))
        #expect(browser.redirect.check("http://127.0.0.1:4711" + target) == .secret("the/code"))
        fake.answer("token", .tokens("A", refresh: "R"))
        let clock = fake.environment().clock
        let account = try fake.result {
            try await login.account(finishing: browser, with: "the/code", of: nil, clock: clock)
        }
        #expect(account.token == "A")
        let form = fake.forms("token").last
        #expect(form?["code"] == "the/code" && form?["redirect_uri"] == query["redirect_uri"])
        #expect(form?["grant_type"] == "authorization_code" && form?["client_id"] == "C")
        let challenge = try #require(browser.exchange).verifier
        #expect(form?["code_verifier"] == challenge && challenge.utf8.count >= 43)
    }

    @Test func `the challenge of a verifier is that of RFC 7636`() throws {
        let server = try AuthorizationServer(json(AuthorizationFake.metadata), of: AuthorizationFake.homeserver)
        let client = OAuthClient("C", of: server, over: fake, now: fake.environment().now)
        let secrets = ("state", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        let login = BrowserLogin(client, at: "https://as/login", device: "D", port: 1, secrets: secrets)
        #expect(try query(of: login.page)["code_challenge"] == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `two logins share neither state nor verifier`() throws {
        let (login, environment) = (try fake.login(), fake.environment())
        let pages = try fake.result {
            let offer = try await login.offer()
            var pages: Set<String> = []
            for _ in 1...10 {
                let browser = try await login.beginBrowserLogin(
                    offer,
                    .browser,
                    device: nil,
                    port: 1,
                    random: environment.random
                )
                pages.insert(try #require(browser.exchange).verifier)
                pages.insert(browser.page)
            }
            return pages
        }
        #expect(pages.count == 20)
    }

    @Test(arguments: [
        "/callback", "/callback?", "/callback?code=c", "/callback?code=c&state=other", "/favicon.ico",
        "/callback?code=c&state=STATE&state=STATE", "/callback?code=c&code=d&state=STATE",
        "/callback/?code=c&state=STATE",
        "//callback?code=c&state=STATE", "/other?code=c&state=STATE", "/callback?code=&state=STATE",
        "/callback?code=a%20b&state=STATE", "/callback?code=%1b&state=STATE", "/callback?code=%ff&state=STATE",
        "/callback?code=c&state=STATE&iss=https%3A%2F%2Fevil%2F", "http://evil/callback?code=c&state=STATE",
        "/callback?error=access_denied", "/callback?error=access_denied&state=other", "",
    ])
    func `an answer to something else changes nothing`(_ target: String) throws {
        let browser = try begin().browser
        let state = try query(of: browser.page)["state"] ?? ""
        #expect(browser.redirect.check(target.replacing("STATE", with: state)) == .stranger)
    }

    @Test func `an answer that is too long changes nothing`() throws {
        let browser = try begin().browser
        let state = try query(of: browser.page)["state"] ?? ""
        let long = String(repeating: "x", count: 1_000_000)
        #expect(browser.redirect.check("/callback?state=\(state)&code=c&x=\(long)") == .stranger)
        let start = "/callback?state=\(state)&code=c&x="
        for count in [16_384, 16_385] {
            let target = start + String(repeating: "x", count: count - start.utf8.count)
            #expect(browser.redirect.check(target) == (count == 16_384 ? .secret("c") : .stranger))
        }
    }

    @Test func `single sign-on without a provider lets the homeserver choose`() {
        let login = BrowserLogin(homeserver: "https://hs", provider: nil, device: nil, port: 1, secret: "s")
        let start = "https://hs/_matrix/client/v3/login/sso/redirect?redirectUrl=http%3A%2F%2F127.0.0.1%3A1%2Fs"
        #expect(login.page == start + "&action=login")
    }

    @Test func `a login that the user refused on the page ends`() throws {
        let browser = try begin().browser
        let state = try query(of: browser.page)["state"] ?? ""
        #expect(browser.redirect.check("/callback?error=access_denied&state=\(state)") == .failed(.denied))
        let error = "/callback?error=server_error&error_description=Not+now&state=\(state)"
        #expect(browser.redirect.check(error) == .failed(.refused("Not now")))
        let long = "/callback?error=x&error_description=\(String(repeating: "x", count: 1025))&state=\(state)"
        let reason = String(repeating: "x", count: Limits.reasonBytes)
        #expect(browser.redirect.check(long) == .failed(.refused(reason)))
        let code = "/callback?error=server_error&state=\(state)"
        #expect(browser.redirect.check(code) == .failed(.refused("server_error")))
    }

    @Test func `an addition of the browser behind the query is ignored`() throws {
        let browser = try begin().browser
        let state = try query(of: browser.page)["state"] ?? ""
        #expect(browser.redirect.check("/callback?code=c&state=\(state)#_=_") == .secret("c"))
        let padded = "/callback?code=c=d==&state=\(state)"
        #expect(browser.redirect.check(padded) == .secret("c=d=="), "a value may have an =")
    }

    @Test func `single sign-on comes back to a path that nobody can guess`() throws {
        fake.answer(
            "login",
            .json(#"{"flows":[{"type":"m.login.sso"},{"type":"m.login.token"}]}"#),
            .json(#"{"user_id":"@me:hs","device_id":"0123456789ABCDEF","access_token":"A"}"#)
        )
        let (login, browser) = try begin(.singleSignOn)
        #expect(
            browser.page.hasPrefix(
                "https://hs/_matrix/client/v3/login/sso/redirect/github?redirectUrl=http%3A%2F%2F127.0.0.1%3A4711%2F"
            )
        )
        #expect(browser.redirect.check("/callback?loginToken=t") == .stranger)
        let path = browser.redirect.address.dropFirst("http://127.0.0.1:4711".count)
        #expect(path.utf8.count == 33)
        #expect(browser.redirect.check("\(path)?code=c") == .stranger)
        #expect(browser.redirect.check("\(path)?loginToken=t") == .secret("t"))
        let clock = fake.environment().clock
        let account = try fake.result { try await login.account(finishing: browser, with: "t", of: nil, clock: clock) }
        #expect(account.token == "A" && account.tokens.issuer == .homeserver)
    }
}
