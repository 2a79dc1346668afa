import ChatTypes
public import Foundation
public import HTTPClient
import JSONKit
public import RuntimeKit

/// Logs in and out. Requests throw a `ServiceError`, `LoginError` or `CancellationError`.
public struct MatrixLogin: Sendable {
    /// The name of this program in other clients.
    static let clientName = "viperchat"

    /// Without a slash at its end.
    public let homeserver: String
    let client: any HTTPClient
    let now: @Sendable () -> Date
    /// The name of a new device in other clients.
    let deviceName: String

    /// Finds the homeserver of an address, through `.well-known` if a server is given, and checks that it answers.
    /// A new device has the name `deviceName` in other clients, which others may see; nil stands for that of the program.
    public init(
        discovering address: LoginAddress,
        over client: any HTTPClient,
        now: @escaping @Sendable () -> Date,
        deviceName: String? = nil
    ) async throws {
        (self.client, self.now, self.deviceName) = (client, now, deviceName ?? Self.clientName)
        switch address {
        case .homeserver(let url): homeserver = url
        case .server(let server), .user(_, let server):
            homeserver = try await Self.homeserver(of: server, client) ?? "https://\(server)"
        }
        do {
            guard try await api.get(["versions"])["versions"]?.elements.isEmpty == false else {
                throw LoginError.noHomeserver(homeserver, reason: "what answers is something else")
            }
        } catch let error as ServiceError {
            throw LoginError.noHomeserver(homeserver, reason: Self.reason(error))
        }
    }

    var api: MatrixAPI { MatrixAPI(homeserver: homeserver, token: nil, client: client) }

    /// Returns the homeserver that a server names; nil if it names none.
    private static func homeserver(of server: String, _ client: any HTTPClient) async throws -> String? {
        // The port is the homeserver's; `.well-known` has the default one.
        let port = server.hasSuffix("]") ? nil : server.lastIndex(of: ":")
        let host = server[..<(port ?? server.endIndex)]
        var request = HTTPRequest(.get, "https://\(host)/.well-known/matrix/client", redirections: 5)
        request.limits = HTTPLimits(total: .seconds(20), bodyBytes: 1 << 16)
        let response: HTTPResponse
        do { response = try await client.send(request) } catch is HTTPError { return nil }
        guard response.status == 200,
            let json = try? JSONDocument(response.body, limits: JSONLimits(values: 1000)).root,
            let url = json["m.homeserver"]?["base_url"]?.string
        else { return nil }
        return try LoginAddress.checked(url: url, isSaidByServer: true)
    }

    private static func reason(_ error: ServiceError) -> String {
        switch error {
        case .refused(_, let text): text
        case .unreachable: "it cannot be reached"
        case .tryAgain: "it is too busy"
        case .unauthorized, .responseLost, .keysNotShared: "what answers is something else"
        }
    }

    /// Logs in with a password.
    ///
    /// With the former `device` id, messages that it sent without a response can be sent again without duplicates.
    /// If it `isRenewable`, the access token may end, where the homeserver can renew it.
    public func account(
        of user: String,
        password: String,
        device: String?,
        isRenewable: Bool = true
    ) async throws -> MatrixAccount {
        let offer = LoginOffer(nil, flows: try await flows())
        guard offer.methods.contains(.password) else { throw LoginError.notOffered(.password) }
        var members: [JSONText.Member] = [
            .init(name: "type", value: "m.login.password"), .init(name: "password", value: .string(password)),
            .init(name: "identifier", value: ["type": "m.id.user", "user": .string(user)]),
            .init(name: "initial_device_display_name", value: .string(deviceName)),
        ]
        if let device { members.append(.init(name: "device_id", value: .string(device))) }
        if isRenewable { members.append(Self.renewable) }
        var api = api
        api.password = password
        return try await account(from: api, members)
    }

    /// Logs in with the token that a browser has brought from single sign-on.
    func account(ofLoginToken token: String, device: String?) async throws -> MatrixAccount {
        var members: [JSONText.Member] = [
            .init(name: "type", value: "m.login.token"), .init(name: "token", value: .string(token)), Self.renewable,
            .init(name: "initial_device_display_name", value: .string(deviceName)),
        ]
        if let device { members.append(.init(name: "device_id", value: .string(device))) }
        var api = api
        api.password = token
        return try await account(from: api, members)
    }

    private static let renewable = JSONText.Member(name: "refresh_token", value: true)

    private func account(from api: MatrixAPI, _ members: [JSONText.Member]) async throws -> MatrixAccount {
        let answer = try await api.post(["v3", "login"], .object(members))
        // A user's name may be, or contain, the password.
        guard let id = answer["user_id"]?.unmasked, id.isUsableID, let token = answer["access_token"]?.unmasked,
            let device = answer["device_id"]?.unmasked
        else { throw ServiceError.responseLost }
        let tokens = LoginTokens(
            access: token,
            refresh: answer["refresh_token"]?.unmasked,
            lifetime: answer["expires_in_ms"]?.integer.map { Double($0) / 1000 },
            received: now()
        )
        return try checked(
            MatrixAccount(homeserver: homeserver, user: ContactID(id), device: device, tokens: tokens)
        )
    }

    /// Returns the account of an access token. Pauses between attempts are those of `clock`.
    public func account(of token: String, clock: any Clock<Duration>) async throws -> MatrixAccount {
        guard LoginTokens.isToken(token) else { throw LoginError.badToken }
        return try await account(of: LoginTokens(access: token), clock: clock)
    }

    /// Returns the account of tokens.
    func account(of tokens: LoginTokens, clock: any Clock<Duration>) async throws -> MatrixAccount {
        let api = MatrixAPI(homeserver: homeserver, token: tokens.access, client: client)
        let answer = try await whoami(over: api, clock: clock)
        guard let id = answer["user_id"]?.string, id.isUsableID else { throw ServiceError.responseLost }
        let device = answer["device_id"]?.string ?? ""
        return try checked(
            MatrixAccount(homeserver: homeserver, user: ContactID(id), device: device, tokens: tokens)
        )
    }

    /// Asks who a new token belongs to, up to three times: a failure would throw away a login that the user has approved.
    ///
    /// Waits before each further attempt, for as long as the homeserver asks, up to a minute.
    private func whoami(over api: MatrixAPI, clock: any Clock<Duration>) async throws -> JSONValue {
        let path = ["v3", "account", "whoami"]
        for pause in Self.pauses {
            do { return try await api.get(path) } catch let error as ServiceError where error.mayPass {
                let asked: Duration =
                    if case .tryAgain(let rest) = error { min(rest, Self.longestPause) } else { .zero }
                try await clock.sleep(for: max(pause, asked))
            }
        }
        return try await api.get(path)
    }

    /// The pauses after the first failures.
    private static let pauses: [Duration] = [.seconds(1), .seconds(2)]
    private static let longestPause: Duration = .seconds(60)

    /// Throws `LoginError.unusableAccount` for an account that could not be used, or not be read from its file.
    private func checked(_ account: MatrixAccount) throws(LoginError) -> MatrixAccount {
        if let objection = account.objection { throw .unusableAccount(objection) }
        return account
    }

    /// Returns whether a login is over; false if that cannot be found out. Renews tokens that end, in the account's file.
    public static func isEnded(
        _ account: MatrixAccount,
        in file: AccountFile,
        over client: any HTTPClient,
        _ environment: ChatEnvironment
    ) async throws -> Bool {
        let access = account.access(in: file, over: client, environment)
        let api = MatrixAPI(homeserver: account.homeserver, access: access, client: client)
        do { _ = try await api.get(["v3", "account", "whoami"]) } catch is ServiceError { return access.hasEnded }
        return false
    }

    /// Returns the keys that an account has published; nil if the homeserver does not say.
    public static func publishedKeys(of account: MatrixAccount, over client: any HTTPClient) async -> PublishedKeys? {
        let api = MatrixAPI(homeserver: account.homeserver, token: account.token, client: client)
        let user = account.user.rawValue
        let body: JSONText = ["device_keys": .object([.init(name: user, value: .array([]))])]
        guard let answer = try? await api.post(["v3", "keys", "query"], body) else { return nil }
        let devices = answer["device_keys"]?.member(named: user)
        return PublishedKeys(
            hasIdentity: answer["master_keys"]?.member(named: user) != nil,
            hasDevice: devices?.member(named: account.device) != nil
        )
    }

    /// Ends an account's login where it began, which may have ended it already. Renews tokens that end, in the account's file: an ended one
    /// ends no login. Throws `LoginError.notEnded` if it goes on.
    public static func logOut(
        _ account: MatrixAccount,
        in file: AccountFile,
        over client: any HTTPClient,
        _ environment: ChatEnvironment
    ) async throws {
        let access = account.access(in: file, over: client, environment)
        try await logOut(account, access, over: client, now: environment.now)
    }

    /// Ends a login that has just begun and is in no file; otherwise as `logOut(_:in:over:_:)`.
    public static func logOut(
        _ account: MatrixAccount,
        over client: any HTTPClient,
        now: @escaping @Sendable () -> Date
    ) async throws {
        try await logOut(account, AccessTokens(account.tokens), over: client, now: now)
    }

    private static func logOut(
        _ account: MatrixAccount,
        _ access: AccessTokens,
        over client: any HTTPClient,
        now: @escaping @Sendable () -> Date
    ) async throws {
        guard case .authorizationServer(let issuer, let id) = account.tokens.issuer else {
            return try await logOutOfHomeserver(account, access, over: client)
        }
        let server = try await AuthorizationServer.find(for: account.homeserver, over: client)
        guard let server, server.issuer == issuer, server.revocationEndpoint != nil else {
            throw LoginError.notEnded(page: server?.pageToLogOut(account.device))
        }
        do { try await OAuthClient(id, of: server, over: client, now: now).revoke(account.tokens) } catch let refusal
            as OAuthRefusal
        {
            guard refusal.isOfUnknownClient else { throw LoginError.refused(refusal.text) }
            // A server that has forgotten this client ends nothing for it.
            if try await !isEnded(account, access, over: client) {
                throw LoginError.notEnded(page: server.pageToLogOut(account.device))
            }
        }
    }

    private static func logOutOfHomeserver(
        _ account: MatrixAccount,
        _ access: AccessTokens,
        over client: any HTTPClient
    ) async throws {
        let api = MatrixAPI(homeserver: account.homeserver, access: access, client: client)
        do {
            try await api.post(["v3", "logout"], [:])
            return
        } catch ServiceError.unauthorized {} catch ServiceError.refused(.unrecognized, _) {}
        // A homeserver with an authorization server does not end tokens that came from there.
        if try await !isEnded(account, access, over: client) {
            let server = try? await AuthorizationServer.find(for: account.homeserver, over: client)
            throw LoginError.notEnded(page: server?.pageToLogOut(account.device))
        }
    }

    /// Returns whether the homeserver no longer accepts an account's login. Throws a `ServiceError` if that cannot be found out.
    private static func isEnded(
        _ account: MatrixAccount,
        _ access: AccessTokens,
        over client: any HTTPClient
    ) async throws -> Bool {
        let api = MatrixAPI(homeserver: account.homeserver, access: access, client: client)
        do {
            _ = try await api.get(["v3", "account", "whoami"])
            return false
        } catch ServiceError.unauthorized where access.hasEnded { return true }
    }
}

/// The encryption keys that an account has published.
public struct PublishedKeys: Hashable, Sendable {
    /// Whether there are cross-signing keys.
    public let hasIdentity: Bool
    /// Whether there are keys of this device.
    public let hasDevice: Bool
}
