import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import RuntimeKit

/// This program as a client of an authorization server.
///
/// Requests throw a `ServiceError`, `OAuthRefusal`, `LoginError` or `CancellationError`.
struct OAuthClient: Sendable {
    let server: AuthorizationServer
    /// The id that the server gave to this client.
    let id: String
    let http: any HTTPClient
    let now: @Sendable () -> Date

    init(_ id: String, of server: AuthorizationServer, over http: any HTTPClient, now: @escaping @Sendable () -> Date) {
        (self.id, self.server, self.http, self.now) = (id, server, http, now)
    }

    /// Registers this client, as before every login; servers join equal registrations.
    init(
        registeringAt server: AuthorizationServer,
        over http: any HTTPClient,
        now: @escaping @Sendable () -> Date
    ) async throws {
        let body: JSONText = [
            "client_name": .string(MatrixLogin.clientName), "client_uri": .string(Self.home),
            "application_type": "native", "token_endpoint_auth_method": "none", "response_types": ["code"],
            "grant_types": [.string(Self.codeGrant), .string(Self.refreshGrant), .string(Self.deviceGrant)],
            // The port is chosen when the browser is started, RFC 8252.
            "redirect_uris": [.string("http://\(LoginRedirect.host)\(LoginRedirect.path)")],
        ]
        let answer = try await Self.post(server.registrationEndpoint, "application/json", body.bytes, over: http)
        guard let id = answer["client_id"]?.string, LoginTokens.isName(id) else { throw ServiceError.responseLost }
        self.init(id, of: server, over: http, now: now)
    }

    /// Requests tokens with a grant. The secrets in the form stay hidden in errors.
    func tokens(_ grant: String, _ form: MatrixAPI.Query) async throws -> LoginTokens {
        let answer = try await post(server.tokenEndpoint, [(name: "grant_type", value: grant)] + form)
        guard let access = answer["access_token"]?.unmasked,
            answer["token_type"]?.string?.lowercased() == "bearer"
        else { throw ServiceError.responseLost }
        let tokens = LoginTokens(
            access: access,
            refresh: answer["refresh_token"]?.unmasked,
            lifetime: answer["expires_in"]?.integer.map(Double.init),
            received: now(),
            issuer: .authorizationServer(issuer: server.issuer, client: id)
        )
        if let objection = tokens.objection { throw LoginError.unusableAccount(objection) }
        return tokens
    }

    /// Ends the login of a token at the server, with its device.
    func revoke(_ tokens: LoginTokens) async throws {
        guard let endpoint = server.revocationEndpoint else { throw LoginError.notEnded(page: nil) }
        let kind = tokens.refresh == nil ? "access_token" : "refresh_token"
        try await post(
            endpoint,
            [(name: "token", value: tokens.refresh ?? tokens.access), (name: "token_type_hint", value: kind)],
            needsAnswer: false
        )
    }

    /// Posts a form with the client's id.
    @discardableResult
    func post(_ url: String, _ form: MatrixAPI.Query, needsAnswer: Bool = true) async throws -> JSONValue {
        let body = AuthorizationServer.form(form + [(name: "client_id", value: id)])
        return try await Self.post(
            url,
            "application/x-www-form-urlencoded",
            Array(body.utf8),
            over: http,
            hiding: SecretMask(form.map(\.value)),
            needsAnswer: needsAnswer
        )
    }

    /// Posts a body and returns the JSON of the response; null if none is needed.
    private static func post(
        _ url: String,
        _ type: String,
        _ body: [UInt8],
        over http: any HTTPClient,
        hiding mask: SecretMask = SecretMask(),
        needsAnswer: Bool = true
    ) async throws -> JSONValue {
        var request = HTTPRequest(.post, url, fields: [HTTPField("Content-Type", type)], body: .bytes(body))
        request.fields.append(HTTPField("Accept", "application/json"))
        request.limits = HTTPLimits(total: .seconds(30), bodyBytes: 1 << 16)
        request.responseFields = [ServiceError.restField]
        let response: HTTPResponse
        do { response = try await http.send(request) } catch let failure as HTTPError { throw ServiceError(failure) }
        let json = try? JSONDocument(response.body, limits: JSONLimits(values: 1000), mask: mask).root
        if 200..<300 ~= response.status {
            guard let json, json.isObject else {
                guard !needsAnswer, response.body.isEmpty else { throw ServiceError.responseLost }
                return try JSONDocument(Array("null".utf8)).root
            }
            return json
        }
        guard [400, 401, 403].contains(response.status), let code = json?["error"]?.string, json?["errcode"] == nil
        else {
            let error = ServiceError(response, hiding: mask)
            // Whatever a proxy answers, it says nothing about the login.
            if case .tryAgain = error { throw error }
            throw ServiceError.responseLost
        }
        throw OAuthRefusal(code: code, text: json?["error_description"]?.string)
    }

    static let codeGrant = "authorization_code"
    static let refreshGrant = "refresh_token"
    static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
    /// The page of this program, which authorization servers show.
    private static let home = "https://viper.chat/"

    /// Returns what a login asks for: the whole API, as a device.
    static func scope(device: String) -> String { "urn:matrix:client:api:* urn:matrix:client:device:\(device)" }

    /// Returns the id of a device that a scope can name: the old one if it can, else a new one.
    static func device(_ old: String?, newDigits: String) -> String {
        if let old, (10...255).contains(old.utf8.count),
            old.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-._~".utf8.contains($0) })
        {
            return old
        }
        return newDigits.uppercased()
    }
}

/// The refusal of an authorization server.
struct OAuthRefusal: Error, Hashable, Sendable {
    /// The code as OAuth defines it, such as `invalid_grant`; of bounded length.
    let code: String
    /// The server's sentence for people, or else the code; of bounded length.
    let text: String

    /// Whether the server does not know this client any more.
    var isOfUnknownClient: Bool { code == "invalid_client" }

    /// Whether the answer to a renewal means that only a new login helps.
    var endsLogin: Bool { code == "invalid_grant" || isOfUnknownClient }

    init(code: String, text: String?) {
        self.code = code.cut(toBytes: 100)
        self.text = (text.flatMap { $0.isEmpty ? nil : $0 } ?? code).cut(toBytes: Limits.reasonBytes)
    }
}
