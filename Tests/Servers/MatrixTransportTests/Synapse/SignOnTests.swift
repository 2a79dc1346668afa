import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import RuntimeKit
import Testing

@testable import MatrixTransport

/// Every way to log in, renew and log out, on Synapse behind an authorization server and with single sign-on.
@Suite(
    .enabled("no stage answers: .ci/sign-on start") { await SignOnStage.running() != nil },
    .timeLimit(.minutes(20))
)
struct SignOnTests {
    private let stage: SignOnStage
    private let client = CurlClient()
    private let user: String
    private let folder: Folder
    private let file: AccountFile

    init() async throws {
        stage = try await SignOnStage.running().unwrapped()
        user = stage.newUser()
        folder = try Folder()
        file = AccountFile(folder.url.appending(path: "account.json"))
    }

    private var id: ContactID { ContactID("@\(user):test") }

    private func discover(_ url: String? = nil) async throws -> (login: MatrixLogin, offer: LoginOffer) {
        let login = try await MatrixLogin(discovering: .homeserver(url ?? stage.oauth), over: client, now: { Date() })
        return (login, try await login.offer())
    }

    /// Logs the user in by a code.
    private func byCode(approves: Bool = true, device: String? = nil) async throws -> MatrixAccount {
        let (login, offer) = try await discover()
        let begun = try await login.beginDeviceLogin(offer, device: device, random: ChatEnvironment.real().random)
        try await stage.decide(begun.pageWithCode ?? begun.page, as: user, code: begun.code, approves: approves)
        return try await login.account(approving: begun, of: id, clock: ContinuousClock())
    }

    /// Logs the user in by a browser.
    private func byBrowser(
        _ method: LoginMethod = .browser,
        approves: Bool = true,
        tamper: (String) -> String = { $0 }
    ) async throws -> MatrixAccount {
        let (login, offer) = try await discover()
        let browser = try await login.beginBrowserLogin(
            offer,
            method,
            device: nil,
            port: 4711,
            random: ChatEnvironment.real().random
        )
        let end = try await stage.decide(browser.page, as: user, approves: approves).unwrapped()
        switch browser.redirect.check(tamper(end)) {
        case .stranger: throw LoginError.untrustworthy("a stranger's answer")
        case .failed(let error): throw error
        case .secret(let secret):
            return try await login.account(finishing: browser, with: secret, of: id, clock: ContinuousClock())
        }
    }

    /// Returns the requests of an account, whose file is written first.
    private func api(_ account: MatrixAccount, ahead seconds: Double = 0) throws -> MatrixAPI {
        try file.write(account)
        return again(account, ahead: seconds)
    }

    private func again(_ account: MatrixAccount, ahead seconds: Double = 0) -> MatrixAPI {
        let access = account.access(in: file, over: client, .real(ahead: seconds))
        return MatrixAPI(homeserver: account.homeserver, access: access, client: client)
    }

    private func whoami(_ api: MatrixAPI) async throws -> String? {
        try await api.get(["v3", "account", "whoami"])["device_id"]?.string
    }

    private func renewals() async throws -> [String] {
        try await stage.state(of: user)["requests"]?.elements.map { $0["error"]?.string ?? "ok" } ?? []
    }

    // MARK: Login

    @Test func `the stage offers every way`() async throws {
        #expect(try await discover().offer.methods == LoginMethod.allCases)
        #expect(try await discover(stage.delegating).offer.methods == [.device, .browser])
        let sso = try await discover(stage.sso).offer
        #expect(sso.methods == [.singleSignOn, .password])
        #expect(sso.providers.map(\.id).sorted() == ["oidc-one", "oidc-two"])
    }

    @Test func `a code that the user approves logs in`() async throws {
        let account = try await byCode(device: "FORMERDEVICE")
        #expect(account.user == id && account.device == "FORMERDEVICE" && account.tokens.refresh != nil)
        #expect(try await whoami(try api(account)) == "FORMERDEVICE")
    }

    @Test func `a code that the user refuses does not`() async throws {
        await #expect(throws: LoginError.denied) { try await byCode(approves: false) }
    }

    @Test func `a code typed by somebody else is revoked again`() async throws {
        let (login, offer) = try await discover()
        let begun = try await login.beginDeviceLogin(offer, device: nil, random: ChatEnvironment.real().random)
        let other = stage.newUser()
        try await stage.decide(begun.page, as: other, code: begun.code)
        await #expect(throws: LoginError.otherUser("@\(other):test")) {
            try await login.account(approving: begun, of: id, clock: ContinuousClock())
        }
        #expect(try await stage.state(of: other)["logins"]?.elements.map { $0["ended"]?.string } == ["revoked"])
    }

    @Test func `a browser logs in with a code and PKCE`() async throws {
        let account = try await byBrowser()
        #expect(try await whoami(try api(account)) == account.device)
        await #expect(throws: LoginError.denied) { try await byBrowser(approves: false) }
        await #expect(throws: LoginError.untrustworthy("a stranger's answer")) {
            try await byBrowser { $0.replacing(/state=[0-9a-f]+/, with: "state=other") }
        }
        await #expect(throws: LoginError.self) {
            try await byBrowser { $0.replacing("code=", with: "code=x") }
        }
    }

    @Test func `single sign-on and a password log in by the API of before, and renew there`() async throws {
        for method in [LoginMethod.singleSignOn, .password] {
            let account =
                method == .password
                ? try await discover().login.account(of: user, password: stage.password(of: user), device: nil)
                : try await byBrowser(.singleSignOn)
            #expect(account.tokens.issuer == .homeserver)
            let api = try api(account, ahead: method == .password ? 1000 : 0)
            #expect(try await whoami(api) == account.device)
            #expect(
                (api.access?.tokens.access == account.token) == (method != .password || account.tokens.refresh == nil)
            )
            try await MatrixLogin.logOut(try file.read().unwrapped(), over: client, now: { Date() })
            #expect(try await stage.state(of: user)["logins"]?.elements.last?["ended"]?.string == "logged out")
        }
    }

    @Test func `providers of single sign-on log in`() async throws {
        let (login, offer) = try await discover(stage.sso)
        for provider in ["oidc-one", nil] {
            let browser = try await login.beginBrowserLogin(
                offer,
                .singleSignOn,
                provider: provider,
                device: nil,
                port: 4711,
                random: ChatEnvironment.real().random
            )
            let end = try await stage.walk(browser.page, as: "alice").unwrapped()
            guard case .secret(let token) = browser.redirect.check(end) else { throw CancellationError() }
            let (alice, clock) = (ContactID("@alice:test"), ContinuousClock())
            let account = try await login.account(finishing: browser, with: token, of: alice, clock: clock)
            // A login token works once.
            await #expect(throws: ServiceError.self) {
                try await login.account(finishing: browser, with: token, of: nil, clock: clock)
            }
            #expect(try await whoami(try api(account)) == account.device)
            // Its tokens end after six seconds; on a busy machine, they may have been renewed already.
            let ahead = again(try file.read().unwrapped(), ahead: 5)
            #expect(try await whoami(ahead) == account.device)
            #expect(account.tokens.refresh == nil || ahead.access?.tokens.access != account.token)
        }
        let browser = try await login.beginBrowserLogin(
            offer,
            .singleSignOn,
            provider: "oidc-one",
            device: nil,
            port: 4711,
            random: ChatEnvironment.real().random
        )
        #expect(try await stage.walk(browser.page, as: nil) == nil)
    }

    // MARK: Renewal

    @Test func `tokens are renewed before they end, once for two processes`() async throws {
        let account = try await byCode()
        let early = try api(account, ahead: 290)
        #expect(try await whoami(early) == account.device)
        #expect(early.access?.tokens.access != account.token && early.access?.tokens.refresh != account.tokens.refresh)
        #expect(try await renewals() == ["ok"])
        // The file has the successor already.
        let late = again(account, ahead: 290)
        #expect(try await whoami(late) == account.device)
        #expect(try await renewals() == ["ok"])
        #expect(late.access?.tokens.access == early.access?.tokens.access)
    }

    @Test func `a token that has ended is renewed when it is refused`() async throws {
        // Long enough for the login, which uses it, on a busy machine.
        try await stage.order(["for": .string(user), "lifetime": .integer(8)])
        let account = try await byCode()
        // Its successor does not end before it is used.
        try await stage.order(["for": .string(user), "lifetime": .integer(300)])
        // A clock that is an hour slow never renews ahead of time.
        let api = try api(account, ahead: -3600)
        while api.access?.tokens.access == account.token {
            #expect(try await whoami(api) == account.device)
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try file.read()?.tokens == api.access?.tokens)
        #expect(try await renewals() == ["ok"])
    }

    @Test(arguments: ["lost", "500", "429", "html", "temporarily_unavailable"])
    func `a renewal that fails on the way ends no login`(_ mode: String) async throws {
        let account = try await byCode()
        let renewing = try api(account, ahead: 290)
        try await stage.order([
            "for": .string(user), "at": "refresh_token", "mode": .string(mode), "times": .integer(1),
        ])
        // The old token is used meanwhile, or a second attempt succeeds.
        #expect(try await whoami(renewing) == account.device)
        let stored = try file.read().unwrapped()
        #expect(try await whoami(again(stored, ahead: 290)) == account.device)
        #expect(try await renewals().last == "ok")
    }

    @Test func `a refresh token that was used twice ends the login, and nothing stored is deleted`() async throws {
        try await stage.order(["for": .string(user), "reuse": "end"])
        let account = try await byCode()
        let first = try api(account, ahead: 290)
        #expect(try await whoami(first) == account.device)
        // A copy of the file, as a backup restores it.
        try file.write(account)
        let copy = again(account, ahead: 290)
        await #expect(throws: ServiceError.endedLogin) { try await whoami(copy) }
        #expect(copy.access?.hasEnded == true)
        #expect(try file.read()?.tokens == account.tokens)
        #expect(try await renewals() == ["ok", "invalid_grant"])
    }

    // MARK: Logout and approval

    @Test func `logging out revokes the tokens and ends the device`() async throws {
        let account = try await byCode()
        let api = try api(account)
        #expect(try await whoami(api) == account.device)
        try await MatrixLogin.logOut(account, over: client, now: { Date() })
        await #expect(throws: ServiceError.endedLogin) { try await whoami(api) }
        #expect(try await stage.state(of: user)["logins"]?.elements.map { $0["ended"]?.string } == ["revoked"])
        // Again: the server does not know the tokens any more.
        try await MatrixLogin.logOut(account, over: client, now: { Date() })
    }

    @Test func `a logout without an answer keeps the login`() async throws {
        let account = try await byCode()
        try await stage.order(["for": .string(user), "at": "revoke", "mode": "500"])
        await #expect(throws: ServiceError.responseLost) {
            try await MatrixLogin.logOut(account, over: client, now: { Date() })
        }
        #expect(try await whoami(try api(account)) == account.device)
    }

    @Test func `logging out with a token of unknown origin does not claim to have ended it`() async throws {
        let account = try await byCode()
        for url in [stage.oauth, stage.delegating] {
            let bare = MatrixAccount(homeserver: url, user: id, device: account.device, token: account.token)
            let page = "\(stage.oauth)/account?action=org.matrix.device_delete&device_id=\(account.device)"
            await #expect(throws: LoginError.notEnded(page: page)) {
                try await MatrixLogin.logOut(bare, over: client, now: { Date() })
            }
        }
    }

    @Test func `another device is logged out on the account's page`() async throws {
        let (account, other) = (try await byCode(), try await byCode())
        try file.write(account)
        let devices = AccountDevices(of: account, in: file, over: client, .real())
        let all = try await devices.all()
        #expect(Set(all.map(\.id)) == [account.device, other.device])
        #expect(all.first(where: \.isThis)?.id == account.device)
        let (stage, user) = (stage, user)
        let proof = OwnerProof(
            clock: ContinuousClock(),
            password: { throw CancellationError() },
            showPage: { page in _ = Task { try await stage.decide(page, as: user) } }
        )
        #expect(try await devices.logOut(other.device, proof: proof))
        #expect(try await devices.all().map(\.id) == [account.device])
        #expect(try await devices.logOut(other.device, proof: proof) == false)
    }

    @Test func `another device is logged out with the password where there is one`() async throws {
        let synapse = try await MatrixLogin(discovering: .homeserver(stage.sso), over: client, now: { Date() })
        let account = try await synapse.account(of: "bob", password: "bob-password", device: nil)
        let other = try await synapse.account(of: "bob", password: "bob-password", device: nil)
        try file.write(account)
        let devices = AccountDevices(of: account, in: file, over: client, .real())
        let proof = OwnerProof(clock: ContinuousClock(), password: { "bob-password" }, showPage: nil)
        #expect(try await devices.logOut(other.device, proof: proof))
        #expect(try await !devices.all().contains { $0.id == other.device })
    }

    @Test func `a new identity goes on by itself once the user has approved it`() async throws {
        let session = try RealSession(try await byCode(), over: client, in: Folder())
        let (stage, user) = (stage, user)
        for isReplacing in [false, true] {
            try await session.transport.createRecovery(
                replacing: isReplacing,
                hasKey: { _ in true },
                password: { throw CancellationError() },
                showPage: { page in _ = Task { try await stage.decide(page, as: user) } }
            )
        }
        #expect(try await session.transport.recoveryStatus().isSigned)
        await session.stop()
    }
}
