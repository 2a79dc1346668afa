public import ChatTypes
import Foundation
import HTTPClient
import JSONKit
public import RuntimeKit

/// A way to log in, in the order of preference.
public enum LoginMethod: CaseIterable, Hashable, Sendable {
    /// A code that the user approves on any device.
    case device
    /// A page of the authorization server, in a browser on this machine.
    case browser
    /// Single sign-on of before OAuth, in a browser on this machine.
    case singleSignOn
    case password

    /// The name in a sentence.
    var name: String {
        switch self {
        case .device: "a code"
        case .browser: "browser"
        case .singleSignOn: "single sign-on"
        case .password: "password"
        }
    }
}

/// The ways to log in that a homeserver offers.
public struct LoginOffer: Hashable, Sendable {
    /// A service at which users of the homeserver log in.
    public struct Provider: Hashable, Sendable {
        public let id: String
        /// The homeserver's name for it, of bounded length.
        public let name: String
    }

    /// The ways that this program knows, the best first.
    public let methods: [LoginMethod]
    /// The providers of single sign-on; empty if the homeserver names none.
    public let providers: [Provider]
    let server: AuthorizationServer?
    /// The names of the homeserver's flows.
    let flows: [String]

    init(_ server: AuthorizationServer?, flows json: JSONValue?) {
        let elements = json?["flows"]?.elements.prefix(Self.limit) ?? []
        let flows = elements.compactMap { $0["type"]?.string?.cut(toBytes: 100) }
        (self.server, self.flows) = (server, flows)
        let sso = elements.first { $0["type"]?.string == "m.login.sso" }
        providers = (sso?["identity_providers"]?.elements.prefix(Self.limit) ?? []).compactMap { provider in
            guard let id = provider["id"]?.string, (1...255).contains(id.utf8.count) else { return nil }
            return Provider(id: id, name: (provider["name"]?.string ?? id).cut(toBytes: 100))
        }
        methods = LoginMethod.allCases.filter { method in
            switch method {
            case .device: server?.deviceEndpoint != nil
            case .browser: server?.authorizationEndpoint != nil
            case .singleSignOn: flows.contains("m.login.sso") && flows.contains("m.login.token")
            case .password: flows.contains("m.login.password")
            }
        }
    }

    /// Returns the wanted way, or else the best one. Throws `LoginError.notOffered` or `.noMethod`.
    public func method(_ wanted: LoginMethod?) throws(LoginError) -> LoginMethod {
        if let wanted {
            guard methods.contains(wanted) else { throw .notOffered(wanted) }
            return wanted
        }
        guard let best = methods.first else { throw .noMethod(flows) }
        return best
    }

    private static let limit = 100
}

/// The steps of a login, each of which throws a `ServiceError`, `LoginError` or `CancellationError`.
extension MatrixLogin {
    /// Asks the homeserver which ways to log in it offers.
    public func offer() async throws -> LoginOffer {
        let server = try await AuthorizationServer.find(for: homeserver, over: client)
        return LoginOffer(server, flows: try await flows())
    }

    /// Returns the flows of the homeserver's own login API; nil if it has none.
    func flows() async throws -> JSONValue? {
        do { return try await api.get(["v3", "login"]) } catch ServiceError.refused { return nil }
    }

    /// Begins a login that is approved by a code. `device` is the former id of this device.
    public func beginDeviceLogin(
        _ offer: LoginOffer,
        device: String?,
        random: RandomSource
    ) async throws -> DeviceLogin {
        guard let server = offer.server, let endpoint = server.deviceEndpoint else {
            throw LoginError.notOffered(.device)
        }
        let client = try await registered(at: server)
        let device = OAuthClient.device(device, newDigits: random.hexadecimalDigits(wordCount: 1))
        return try await DeviceLogin(client, at: endpoint, device: device, trusting: api.isSafe)
    }

    /// Begins a login in a browser that comes back to a port of this machine: by OAuth, or by single sign-on with a provider.
    public func beginBrowserLogin(
        _ offer: LoginOffer,
        _ method: LoginMethod,
        provider: String? = nil,
        device: String?,
        port: UInt16,
        random: RandomSource
    ) async throws -> BrowserLogin {
        let secret = random.hexadecimalDigits(wordCount: 2)
        if method == .singleSignOn {
            return BrowserLogin(homeserver: homeserver, provider: provider, device: device, port: port, secret: secret)
        }
        guard let server = offer.server, let endpoint = server.authorizationEndpoint else {
            throw LoginError.notOffered(.browser)
        }
        return BrowserLogin(
            try await registered(at: server),
            at: endpoint,
            device: OAuthClient.device(device, newDigits: random.hexadecimalDigits(wordCount: 1)),
            port: port,
            secrets: (secret, random.hexadecimalDigits(wordCount: 4))
        )
    }

    /// Waits until the user has approved the code; see `DeviceLogin`. Only `user`, if given, may log in.
    public func account(
        approving login: DeviceLogin,
        of user: ContactID?,
        clock: any Clock<Duration>
    ) async throws -> MatrixAccount {
        let account = try await account(of: login.tokens(clock: clock), clock: clock)
        return try await named(checked(account, user: user, device: login.device))
    }

    /// Exchanges the secret that a browser has brought. Only `user`, if given, may log in.
    public func account(
        finishing login: BrowserLogin,
        with secret: String,
        of user: ContactID?,
        clock: any Clock<Duration>
    ) async throws -> MatrixAccount {
        guard let (client, verifier) = login.exchange else {
            let account = try await account(ofLoginToken: secret, device: login.device)
            return try await checked(account, user: user, device: login.device)
        }
        let tokens: LoginTokens
        do {
            tokens = try await client.tokens(
                OAuthClient.codeGrant,
                [
                    (name: "code", value: secret), (name: "redirect_uri", value: login.redirect.address),
                    (name: "code_verifier", value: verifier),
                ]
            )
        } catch let refusal as OAuthRefusal { throw LoginError.refused(refusal.text) }
        return try await named(checked(account(of: tokens, clock: clock), user: user, device: login.device))
    }

    /// Names the device of an account, to which an authorization server gives the name of the program. A name of the user's stays, and a
    /// failure changes nothing.
    private func named(_ account: MatrixAccount) async -> MatrixAccount {
        let api = MatrixAPI(homeserver: homeserver, token: account.token, client: client)
        let path = ["v3", "devices", account.device]
        guard deviceName != Self.clientName, let device = try? await api.get(path),
            device["display_name"]?.string ?? Self.clientName == Self.clientName
        else { return account }
        _ = try? await api.put(path, ["display_name": .string(deviceName)])
        return account
    }

    /// Ends the login again if another user approved it, or if it is for another device than was asked for.
    private func checked(_ account: MatrixAccount, user: ContactID?, device: String?) async throws -> MatrixAccount {
        var objection: LoginError?
        // Old user IDs may contain capitals, which users do not type.
        if let user, user.rawValue.lowercased() != account.user.rawValue.lowercased() {
            objection = .otherUser(account.user.rawValue)
        }
        if let device, device != account.device {
            objection = objection ?? .unusableAccount("it is for another device than was asked for")
        }
        guard let objection else { return account }
        try? await Self.logOut(account, over: client, now: now)
        throw objection
    }

    private func registered(at server: AuthorizationServer) async throws -> OAuthClient {
        do { return try await OAuthClient(registeringAt: server, over: client, now: now) } catch let refusal
            as OAuthRefusal
        {
            throw LoginError.refused(refusal.text)
        }
    }
}
