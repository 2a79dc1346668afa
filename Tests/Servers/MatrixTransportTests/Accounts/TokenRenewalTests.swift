import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import RuntimeKit
import SimulationKit
import Testing

@testable import MatrixTransport

@Suite struct TokenRenewalTests {
    private let fake = AuthorizationFake()
    private let folder: Folder
    private let file: AccountFile

    init() throws {
        folder = try Folder()
        file = AccountFile(folder.url.appending(path: "account.json"))
    }

    private static let refused = HTTPResponse.failure(401, "M_UNKNOWN_TOKEN")
    private static let mine = HTTPResponse.json(#"{"user_id":"@me:hs"}"#)

    private func account(
        refresh: String? = "R1",
        lifetime: Double? = nil,
        issuer: LoginTokens.Issuer = .authorizationServer(issuer: "https://as/", client: "C")
    ) -> MatrixAccount {
        MatrixAccount(
            homeserver: AuthorizationFake.homeserver,
            user: ContactID("@me:hs"),
            device: "D",
            tokens: LoginTokens(
                access: "A1",
                refresh: refresh,
                lifetime: lifetime,
                received: Date(timeIntervalSince1970: 1_600_000_000),
                issuer: issuer
            )
        )
    }

    /// Returns the requests of an account, whose file is written first.
    private func api(_ account: MatrixAccount) throws -> MatrixAPI {
        try file.write(account)
        return again(account)
    }

    /// Returns the requests of an account as another process makes them.
    private func again(_ account: MatrixAccount) -> MatrixAPI {
        let access = account.access(in: file, over: fake, fake.environment(), loginCommand: "viperchat login @me:hs")
        return MatrixAPI(homeserver: account.homeserver, access: access, client: fake)
    }

    private func whoami(_ api: MatrixAPI) throws -> String? {
        try fake.result { try await api.get(["v3", "account", "whoami"])["user_id"]?.string }
    }

    @Test func `a refused token is renewed, stored and used in its place`() throws {
        fake.answer("whoami", Self.refused, Self.mine)
        fake.answer("token", .tokens("A2", refresh: "R2"))
        let api = try api(account())
        #expect(try whoami(api) == "@me:hs")
        #expect(fake.bearers == ["A1", "A2"])
        #expect(fake.forms("token") == [["grant_type": "refresh_token", "refresh_token": "R1", "client_id": "C"]])
        let stored = try #require(try file.read())
        #expect(stored.tokens.access == "A2" && stored.tokens.refresh == "R2" && stored.user == ContactID("@me:hs"))
        let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: [(100.0, 80.0), (0, 1), (-5, 1), (1e15, 252_288_000)] as [(Double, Double)])
    func `a token is renewed after four fifths of its lifetime, which is two seconds to ten years`(
        lifetime: Double,
        seconds: Double
    ) {
        let received = Date(timeIntervalSince1970: 1_600_000_000)
        let tokens = LoginTokens(access: "A", refresh: "R", lifetime: lifetime, received: received)
        #expect(tokens.renewal == received + seconds)
        #expect(LoginTokens(access: "A", refresh: "R", received: received).renewal == nil)
    }

    @Test func `a login that ended says whether the user ended it, and how to log in again`() {
        func text(_ token: String, _ command: String? = nil) -> ServiceError {
            AccessTokens(LoginTokens(access: token), loginCommand: command).refusal
        }
        #expect(text("") == .unauthorized(text: "You have logged out: log in again"))
        #expect(
            text("", "viperchat login") == .unauthorized(text: "You have logged out; to log in again: viperchat login")
        )
        #expect(text("A") == .endedLogin)
    }

    @Test(arguments: [true, false])
    func `a token is renewed before it ends, and the one after it, too`(isOAuth: Bool) throws {
        fake.answer("whoami", Self.mine)
        fake.answer("token", .tokens("A2", refresh: "R2", seconds: 100), .tokens("A3", refresh: "R3", seconds: 100))
        let new = [2, 3].map { #"{"access_token":"A\#($0)","refresh_token":"R\#($0)","expires_in_ms":100000}"# }
        fake.answer("refresh", .json(new[0]), .json(new[1]))
        let account = isOAuth ? account(lifetime: 100) : account(lifetime: 100, issuer: .homeserver)
        let (api, fake) = (try api(account), fake)
        try fake.result {
            for _ in 1...7 {
                _ = try await api.get(["v3", "account", "whoami"])
                try await fake.executor.clock.sleep(for: .seconds(30))
            }
        }
        #expect(fake.bearers == ["A1", "A1", "A1", "A2", "A2", "A2", "A3"])
    }

    @Test func `a renewal that fails while the old token is accepted is tried again after thirty seconds`() throws {
        fake.answer("whoami", Self.mine)
        fake.answer("token", HTTPResponse(status: 503))
        let (api, fake) = (try api(account(lifetime: 100)), fake)
        let counts = try fake.result {
            var counts: [Int] = []
            for pause in [85, 10, 30] {
                try await fake.executor.clock.sleep(for: .seconds(pause))
                _ = try await api.get(["v3", "account", "whoami"])
                counts.append(fake.forms("token").count)
            }
            return counts
        }
        // A lost answer is asked for twice.
        #expect(counts == [2, 2, 4] && fake.bearers == ["A1", "A1", "A1"])
    }

    @Test(arguments: [true, false])
    func `a refresh token that is not replaced stays in use`(isOAuth: Bool) throws {
        fake.answer("whoami", Self.refused, Self.mine)
        fake.answer("token", .tokens("A2"))
        fake.answer("refresh", .json(#"{"access_token":"A2"}"#))
        let api = try api(isOAuth ? account() : account(issuer: .homeserver))
        #expect(try whoami(api) == "@me:hs")
        let stored = try #require(try file.read()).tokens
        #expect(stored.access == "A2" && stored.refresh == "R1")
    }

    @Test(arguments: [
        (401, "M_UNKNOWN_TOKEN", true), (403, "M_FORBIDDEN", true), (400, "M_UNKNOWN", false), (500, "", false),
        (429, "M_LIMIT_EXCEEDED", false),
    ])
    func `a homeserver ends a login only if it does not know the refresh token`(
        _ status: Int,
        _ code: String,
        isOver: Bool
    ) throws {
        fake.answer("whoami", Self.refused)
        fake.answer("refresh", .failure(status, code))
        let api = try api(account(issuer: .homeserver))
        #expect(throws: ServiceError.self) { try whoami(api) }
        #expect(api.access?.hasEnded == isOver)
    }

    @Test func `a login that another process has ended is not renewed`() throws {
        fake.answer("whoami", Self.refused)
        let account = account()
        let api = try api(account)
        try file.write(account.loggedOut)
        #expect(throws: ServiceError.self) { try whoami(api) }
        #expect(fake.forms("token").isEmpty && fake.bearers == ["A1"])
    }

    @Test func `a response that repeats tokens, former ones too, hides them`() throws {
        let said = #"{"said":"former-access newer-access newer-refresh"}"#
        fake.answer("whoami", Self.refused, .json(said))
        fake.answer("token", .tokens("newer-access", refresh: "newer-refresh"))
        var account = account()
        account.tokens = LoginTokens(access: "former-access", refresh: "R1", issuer: account.tokens.issuer)
        let api = try api(account)
        let text = try fake.result { try await api.get(["v3", "account", "whoami"])["said"]?.string }
        #expect(text == "[hidden] [hidden] [hidden]")
    }

    @Test func `many requests at once share one renewal`() throws {
        fake.answer("whoami", Self.refused, Self.refused, Self.refused, Self.mine)
        fake.answer("token", .tokens("A2", refresh: "R2"))
        let api = try api(account())
        try fake.result {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...3 { group.addTask { _ = try await api.get(["v3", "account", "whoami"]) } }
                try await group.waitForAll()
            }
        }
        #expect(fake.forms("token").count == 1)
    }

    @Test(arguments: [(true, "invalid_grant"), (true, "invalid_client"), (false, "")])
    func `only two refusals end a login, in one sentence with the command that mends it`(
        _ isOAuth: Bool,
        _ code: String
    ) throws {
        fake.answer("whoami", Self.refused)
        fake.answer("token", .oauthError(code, status: code == "invalid_client" ? 401 : 400))
        fake.answer("refresh", .failure(403, "M_FORBIDDEN"))
        let api = try api(isOAuth ? account() : account(issuer: .homeserver))
        let end = ServiceError.unauthorized(
            text: "The server has ended this login; to log in again: viperchat login @me:hs"
        )
        #expect(throws: end) { try whoami(api) }
        // The stored login stays for another try, and the next request makes none.
        #expect(throws: end) { try whoami(api) }
        #expect(fake.forms(isOAuth ? "token" : "refresh").count == 1 && fake.forms("whoami").count == 1)
        #expect(try file.read()?.tokens.refresh == "R1")
    }

    @Test(arguments: [
        HTTPResponse.lost, HTTPResponse(status: 500), HTTPResponse(status: 429), HTTPResponse(status: 408),
        .json("<html>Welcome"),
        .json("{}"), .failure(400, "M_UNKNOWN_TOKEN"), .failure(401, "M_UNKNOWN_TOKEN"),
        .oauthError("server_error", status: 500), .json(#"{"error":"invalid_grant"}"#, status: 502),
        HTTPResponse(status: 400),
        .json(#"{"access_token":"A2","token_type":"mac"}"#), .json(#"{"access_token":"A 2","token_type":"Bearer"}"#),
        HTTPResponse(status: 307),
    ])
    func `any other failure of a renewal keeps the login`(_ failure: HTTPResponse) throws {
        fake.answer("whoami", Self.refused)
        fake.answer("token", failure)
        let api = try api(account())
        #expect {
            try whoami(api)
        } throws: { error in
            if case .unauthorized? = error as? ServiceError { false } else { true }
        }
        #expect(try file.read()?.tokens.refresh == "R1")
        fake.answer("whoami", Self.refused, Self.mine)
        fake.answer("token", .tokens("A2", refresh: "R2"))
        #expect(try whoami(api) == "@me:hs")
    }

    @Test func `after a server forgot this client, the next login registers it anew`() throws {
        fake.answer("whoami", Self.refused)
        fake.answer("token", .oauthError("invalid_client", status: 401))
        let (account, file, fake, environment) = (account(), file, fake, fake.environment())
        try file.write(account)
        #expect(try fake.result { try await MatrixLogin.isEnded(account, in: file, over: fake, environment) })
        #expect(try file.read()?.tokens.refresh == "R1", "it stays until the login")
        fake.answer("register", .json(#"{"client_id":"C2"}"#, status: 201))
        fake.answer("token", .tokens("A2", refresh: "R2"))
        let login = try fake.login()
        let new = try fake.result {
            let device = "FORMERDEVICE"
            let begun = try await login.beginDeviceLogin(login.offer(), device: device, random: environment.random)
            fake.answer("whoami", .json(#"{"user_id":"@me:hs","device_id":"FORMERDEVICE"}"#))
            return try await login.account(approving: begun, of: account.user, clock: environment.clock)
        }
        #expect(new.tokens.issuer == .authorizationServer(issuer: "https://as/", client: "C2"))
        #expect(fake.forms("token").last?["client_id"] == "C2")
    }

    @Test(arguments: [true, false])
    func `a logout of a forgotten client succeeds only if the homeserver has ended the login`(_ isEnded: Bool) throws {
        fake.answer("whoami", isEnded ? Self.refused : Self.mine)
        fake.answer("revoke", .oauthError("invalid_client", status: 401))
        let (account, fake, now) = (account(), fake, fake.environment().now)
        let logOut = { try fake.result { try await MatrixLogin.logOut(account, over: fake, now: now) } }
        if isEnded {
            try logOut()
        } else {
            let page = "https://as/account?action=org.matrix.device_delete&device_id=D"
            #expect(throws: LoginError.notEnded(page: page)) { try logOut() }
        }
    }

    @Test func `a logout sends tokens to the server that issued them, and to no other`() throws {
        let (fake, now) = (fake, fake.environment().now)
        func logOut(_ account: MatrixAccount) throws {
            try fake.result { try await MatrixLogin.logOut(account, over: fake, now: now) }
        }
        try logOut(account())
        try logOut(account(refresh: nil))
        let forms = [
            ["token": "R1", "token_type_hint": "refresh_token", "client_id": "C"],
            ["token": "A1", "token_type_hint": "access_token", "client_id": "C"],
        ]
        #expect(fake.forms("revoke") == forms)
        let other = AuthorizationFake.metadata.replacing("https://as/\"", with: "https://other/\"")
        fake.answer("auth_metadata", .json(other))
        let page = "https://as/account?action=org.matrix.device_delete&device_id=D"
        #expect(throws: LoginError.notEnded(page: page)) { try logOut(account()) }
        #expect(fake.forms("revoke").count == 2)
        fake.answer("auth_metadata", .json(AuthorizationFake.metadata))
        fake.answer("revoke", HTTPResponse(status: 200), .json("<html>Welcome"))
        try logOut(account())
        #expect(throws: ServiceError.responseLost) { try logOut(account()) }
    }

    @Test(arguments: [true, false])
    func `a homeserver without a logout has ended a login if it accepts it no more`(_ isEnded: Bool) throws {
        fake.answer("logout", .failure(404, "M_UNRECOGNIZED"))
        fake.answer("whoami", isEnded ? Self.refused : Self.mine)
        fake.answer("refresh", .failure(403, "M_FORBIDDEN"))
        let (account, file, fake, environment) = (account(issuer: .homeserver), file, fake, fake.environment())
        try file.write(account)
        let logOut = { try fake.result { try await MatrixLogin.logOut(account, in: file, over: fake, environment) } }
        if isEnded {
            try logOut()
        } else {
            let page = "https://as/account?action=org.matrix.device_delete&device_id=D"
            #expect(throws: LoginError.notEnded(page: page)) { try logOut() }
        }
    }

    @Test func `a logout with an ended access token ends the login with a renewed one`() throws {
        fake.answer("logout", Self.refused, .json("{}"))
        fake.answer("refresh", .json(#"{"access_token":"A2","refresh_token":"R2"}"#))
        fake.answer("whoami", Self.refused)
        let (account, file, fake, environment) = (account(issuer: .homeserver), file, fake, fake.environment())
        try file.write(account)
        try fake.result { try await MatrixLogin.logOut(account, in: file, over: fake, environment) }
        #expect(fake.bearers == ["A1", "A2"] && fake.forms("logout").count == 2)
        #expect(try file.read()?.tokens.access == "A2")
    }

    @Test func `a logout with an ended access token that cannot be renewed now ends nothing`() throws {
        fake.answer("logout", Self.refused)
        fake.answer("refresh", .lost)
        fake.answer("whoami", Self.refused)
        let (account, file, fake, environment) = (account(issuer: .homeserver), file, fake, fake.environment())
        try file.write(account)
        #expect(throws: ServiceError.responseLost) {
            try fake.result { try await MatrixLogin.logOut(account, in: file, over: fake, environment) }
        }
        #expect(try file.read()?.tokens == account.tokens)
    }

    @Test(arguments: [500, 503, 404])
    func `an authorization server that is away ends no login`(_ status: Int) throws {
        fake.answer("whoami", Self.refused)
        fake.answer("auth_metadata", HTTPResponse(status: status))
        let api = try api(account())
        #expect(throws: ServiceError.responseLost) { try whoami(api) }
        #expect(fake.forms("token").isEmpty)
    }

    @Test func `a refresh token goes to the server that issued it, and to no other`() throws {
        fake.answer("whoami", Self.refused)
        fake.answer(
            "auth_metadata",
            .json(AuthorizationFake.metadata.replacing("https://as/\"", with: "https://evil/\""))
        )
        let api = try api(account())
        #expect(throws: ServiceError.responseLost) { try whoami(api) }
        #expect(fake.forms("token").isEmpty)
    }

    @Test func `a lost answer is asked for once more with the same refresh token`() throws {
        fake.answer("whoami", Self.refused, Self.mine)
        fake.answer("token", .lost, .tokens("A3", refresh: "R3"))
        #expect(try whoami(try api(account())) == "@me:hs")
        #expect(fake.forms("token").map { $0["refresh_token"] } == ["R1", "R1"])
        #expect(try file.read()?.tokens.refresh == "R3")
    }

    @Test func `new tokens that cannot be saved are not used`() throws {
        fake.answer("whoami", Self.refused, Self.mine)
        fake.answer("token", .tokens("A2", refresh: "R2"), .tokens("A3", refresh: "R3"))
        let api = try api(account())
        // In the draft's place, so that no tokens can be written.
        let draft = folder.url.appending(path: "account.json.new")
        try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
        #expect {
            try whoami(api)
        } throws: { error in
            guard case .unauthorized(let text)? = error as? ServiceError else { return false }
            return text.hasPrefix("The renewed login cannot be saved") && text.hasSuffix("trying again")
        }
        #expect(fake.bearers == ["A1"])
        try FileManager.default.removeItem(at: draft)
        fake.answer("whoami", Self.refused, Self.mine)
        #expect(try whoami(api) == "@me:hs")
        #expect(fake.forms("token").map { $0["refresh_token"] } == ["R1", "R1"])
        #expect(fake.bearers == ["A1", "A1", "A3"])
    }

    @Test func `a process uses the tokens that another one has stored`() throws {
        fake.answer("whoami", Self.refused, Self.mine, Self.refused, Self.mine)
        fake.answer("token", .tokens("A2", refresh: "R2"))
        let account = account()
        let (first, second) = (try api(account), again(account))
        #expect(try whoami(first) == "@me:hs")
        #expect(try whoami(second) == "@me:hs")
        #expect(fake.bearers == ["A1", "A2", "A1", "A2"])
        #expect(fake.forms("token").count == 1)
    }

    @Test func `a process waits while another one renews`() throws {
        fake.answer("whoami", Self.refused, Self.mine)
        let (api, fake, file) = (try api(account()), fake, file)
        let environment = fake.environment()
        let other = Task(executorPreference: fake.executor) {
            let lock = try file.lock()
            try await environment.clock.sleep(for: .seconds(5))
            var account = try #require(try file.read())
            account.tokens = LoginTokens(access: "A9", refresh: "R9")
            try file.write(account)
            withExtendedLifetime(lock) {}
        }
        fake.executor.run(for: .seconds(1))
        #expect(try file.lock() == nil)
        #expect(try whoami(api) == "@me:hs")
        #expect(fake.bearers == ["A1", "A9"] && fake.forms("token").isEmpty)
        other.cancel()
    }

    @Test func `a homeserver that refuses every token is asked in bounds`() throws {
        fake.answer("whoami", Self.refused)
        fake.answer("token", .tokens("A2", refresh: "R2"), .tokens("A3", refresh: "R3"), .tokens("A4", refresh: "R4"))
        let api = try api(account())
        #expect(throws: ServiceError.tryAgain(after: .seconds(5))) { try whoami(api) }
        #expect(fake.forms("whoami").count == 3)
    }

    @Test(arguments: [-3600.0, 3600])
    func `a clock that is an hour off costs one refused request at most`(_ error: Double) throws {
        fake.answer("whoami", Self.refused, Self.mine)
        fake.answer("token", .tokens("A2", refresh: "R2"))
        var account = account()
        account.tokens = LoginTokens(
            access: "A1",
            refresh: "R1",
            lifetime: 300,
            received: Date(timeIntervalSince1970: 1_600_000_000 + error),
            issuer: account.tokens.issuer
        )
        #expect(try whoami(try api(account)) == "@me:hs")
        #expect(fake.forms("token").count <= 2 && fake.bearers.count <= 2)
    }

    @Test func `a token without a refresh token ends as the homeserver says`() throws {
        fake.answer("whoami", Self.refused)
        let api = try api(account(refresh: nil))
        #expect(throws: ServiceError.self) { try whoami(api) }
        #expect(fake.forms("token").isEmpty && api.access?.hasEnded == true)
    }

    @Test func `a demand for another proof renews nothing`() throws {
        fake.answer("whoami", .json(#"{"flows":[{"stages":["m.oauth"]}],"session":"S"}"#, status: 401))
        let api = try api(account())
        #expect(throws: (any Error).self) { try whoami(api) }
        #expect(fake.forms("token").isEmpty)
    }

    @Test func `no description of an account shows a token`() throws {
        let account = account()
        var text = ""
        dump(account, to: &text)
        dump(account.tokens, to: &text)
        text += "\(account) \(account.tokens) \(String(reflecting: account))"
        #expect(!text.contains("A1") && !text.contains("R1"))
    }
}
