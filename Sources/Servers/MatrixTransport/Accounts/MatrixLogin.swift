import ChatTypes
public import HTTPClient
import JSONKit

/// Logs in and out. Requests throw a `ServiceError`, `LoginError` or `CancellationError`.
public struct MatrixLogin: Sendable {
    /// The device name that a homeserver shows to the user.
    static let deviceName = "viperchat"

    /// Without a slash at its end.
    public let homeserver: String
    private let client: any HTTPClient

    /// Finds the homeserver of an address, through `.well-known` if a server is given, and checks that it answers.
    public init(discovering address: LoginAddress, over client: any HTTPClient) async throws {
        self.client = client
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

    private var api: MatrixAPI { MatrixAPI(homeserver: homeserver, token: nil, client: client) }

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
        case .unauthorized, .responseLost: "what answers is something else"
        }
    }

    /// Logs in with a password.
    ///
    /// With the former `device` id, messages that it sent without a response can be sent again without duplicates.
    public func account(of user: String, password: String, device: String?) async throws -> MatrixAccount {
        let flows = try await api.get(["v3", "login"])["flows"]?.elements.compactMap { $0["type"]?.string } ?? []
        guard flows.contains("m.login.password") else {
            throw LoginError.noPasswords(flows.map { $0.cut(toBytes: 100) })
        }
        var members: [JSONText.Member] = [
            .init(name: "type", value: "m.login.password"), .init(name: "password", value: .string(password)),
            .init(name: "identifier", value: ["type": "m.id.user", "user": .string(user)]),
            .init(name: "initial_device_display_name", value: .string(Self.deviceName)),
        ]
        if let device { members.append(.init(name: "device_id", value: .string(device))) }
        var api = api
        api.password = password
        let answer = try await api.post(["v3", "login"], .object(members))
        // A user's name may be, or contain, the password.
        guard let id = answer["user_id"]?.unmasked, id.isUsableID, let token = answer["access_token"]?.unmasked,
            let device = answer["device_id"]?.unmasked
        else { throw ServiceError.responseLost }
        return try checked(MatrixAccount(homeserver: homeserver, user: ContactID(id), device: device, token: token))
    }

    /// Returns the account of an access token.
    public func account(of token: String) async throws -> MatrixAccount {
        guard MatrixAccount.isToken(token) else { throw LoginError.badToken }
        let api = MatrixAPI(homeserver: homeserver, token: token, client: client)
        let answer = try await api.get(["v3", "account", "whoami"])
        guard let id = answer["user_id"]?.string, id.isUsableID else { throw ServiceError.responseLost }
        let device = answer["device_id"]?.string ?? ""
        return try checked(MatrixAccount(homeserver: homeserver, user: ContactID(id), device: device, token: token))
    }

    /// Throws `LoginError.unusableAccount` for an account that could not be used, or not be read from its file.
    private func checked(_ account: MatrixAccount) throws(LoginError) -> MatrixAccount {
        if let objection = account.objection { throw .unusableAccount(objection) }
        return account
    }

    /// Returns whether the homeserver no longer accepts an account's token; false if it does not answer.
    public static func isEnded(_ account: MatrixAccount, over client: any HTTPClient) async throws -> Bool {
        let api = MatrixAPI(homeserver: account.homeserver, token: account.token, client: client)
        do { _ = try await api.get(["v3", "account", "whoami"]) } catch let error as ServiceError {
            return error == .unauthorized
        }
        return false
    }

    /// Returns whether an account has cross-signing keys; nil if the homeserver does not say.
    public static func hasIdentity(_ account: MatrixAccount, over client: any HTTPClient) async -> Bool? {
        let api = MatrixAPI(homeserver: account.homeserver, token: account.token, client: client)
        let user = account.user.rawValue
        let body: JSONText = ["device_keys": .object([.init(name: user, value: .array([]))])]
        let answer = try? await api.post(["v3", "keys", "query"], body)
        return answer.map { $0["master_keys"]?.unmaskedMembers.contains { $0.name == user } ?? false }
    }

    /// Revokes an account's token at the homeserver, which may have revoked it already.
    public static func logOut(_ account: MatrixAccount, over client: any HTTPClient) async throws {
        let api = MatrixAPI(homeserver: account.homeserver, token: account.token, client: client)
        do { try await api.post(["v3", "logout"], [:]) } catch ServiceError.unauthorized {}
    }
}
