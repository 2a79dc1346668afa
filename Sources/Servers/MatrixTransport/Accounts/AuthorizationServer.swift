import ChatTypes
import HTTPClient
import JSONKit

/// The authorization server (OAuth 2.0) of a homeserver, as the homeserver's metadata describe it.
///
/// Every address leads to `https`, or to this machine if the homeserver itself is on it.
struct AuthorizationServer: Hashable, Sendable {
    /// The name of the server, which never changes for a login.
    let issuer: String
    let tokenEndpoint: String
    let registrationEndpoint: String
    /// Nil if the server has no device authorization grant.
    let deviceEndpoint: String?
    /// Nil if the server has no authorization code grant with PKCE.
    let authorizationEndpoint: String?
    let revocationEndpoint: String?
    /// The page on which the user manages the account.
    private let accountPage: String?

    /// Throws `LoginError.untrustworthy` for metadata that lack an address or name one that is not safe to visit.
    init(_ json: JSONValue, of homeserver: String) throws(LoginError) {
        let mayBeLoopback = HTTPAddress(homeserver)?.isLoopback ?? false
        func address(_ value: JSONValue?, _ name: String) throws(LoginError) -> String? {
            guard let url = value?.string else { return nil }
            let parsed = url.utf8.count <= MatrixAccount.addressLimit ? HTTPAddress(url) : nil
            guard let parsed, parsed.scheme == "https" || parsed.isLoopback && mayBeLoopback, !url.contains("#") else {
                throw .untrustworthy("its \(name) is not an https address")
            }
            return url
        }
        func needed(_ value: JSONValue?, _ name: String) throws(LoginError) -> String {
            guard let url = try address(value, name) else { throw .untrustworthy("it has no \(name)") }
            return url
        }
        func lists(_ value: JSONValue?, _ word: String) -> Bool {
            value?.elements.contains { $0.string == word } ?? false
        }
        issuer = try needed(json["issuer"], "issuer")
        tokenEndpoint = try needed(json["token_endpoint"], "token endpoint")
        registrationEndpoint = try needed(json["registration_endpoint"], "registration endpoint")
        revocationEndpoint = try address(json["revocation_endpoint"], "revocation endpoint")
        accountPage = try address(json["account_management_uri"], "account page")
        let grants = json["grant_types_supported"]
        let device = try address(json["device_authorization_endpoint"], "device endpoint")
        deviceEndpoint = lists(grants, OAuthClient.deviceGrant) ? device : nil
        let page = try address(json["authorization_endpoint"], "login page")
        let hasCode =
            lists(json["response_types_supported"], "code")
            && lists(json["code_challenge_methods_supported"], "S256")
            && (json["response_modes_supported"].map { lists($0, "query") } ?? true)
        authorizationEndpoint = hasCode ? page : nil
    }

    /// Returns the address of the page on which the user logs a device out; nil if there is none.
    func pageToLogOut(_ device: String) -> String? {
        accountPage(action: "org.matrix.device_delete", device: device)
    }

    /// Returns the address of the account page for an action, such as `org.matrix.device_delete`; nil if there is no page.
    func accountPage(action: String, device: String? = nil) -> String? {
        var query = [(name: "action", value: action)]
        if let device { query.append((name: "device_id", value: device)) }
        return accountPage.map { Self.address($0, adding: query) }
    }

    /// Returns an address with more values in its query, which may be there already.
    static func address(_ url: String, adding query: MatrixAPI.Query) -> String {
        let end = url.hasSuffix("?") || url.hasSuffix("&") ? "" : url.contains("?") ? "&" : "?"
        return url + end + Self.form(query)
    }

    /// Returns names and values as a form or a query contains them.
    static func form(_ values: MatrixAPI.Query) -> String {
        values.map { "\(MatrixAPI.escaped($0.name))=\(MatrixAPI.escaped($0.value))" }.joined(separator: "&")
    }

    /// Returns the authorization server of a homeserver; nil if it has none.
    ///
    /// Throws a `ServiceError` or `LoginError`. A request that failed does not mean that there is none.
    static func find(for homeserver: String, over client: any HTTPClient) async throws -> Self? {
        let api = MatrixAPI(homeserver: homeserver, token: nil, client: client)
        let limits = HTTPLimits(total: .seconds(30), bodyBytes: 1 << 16)
        let request = HTTPRequest(.get, api.url(["v1", "auth_metadata"], []), limits: limits)
        let response: HTTPResponse
        do { response = try await client.send(request) } catch let failure as HTTPError { throw ServiceError(failure) }
        // A homeserver without it may answer in any of these ways.
        if [400, 403, 404, 405, 501].contains(response.status) { return nil }
        guard response.status == 200 else { throw ServiceError(response) }
        guard let json = try? JSONDocument(response.body, limits: JSONLimits(values: 1000)).root, json.isObject else {
            throw ServiceError.responseLost
        }
        return try Self(json, of: homeserver)
    }
}
