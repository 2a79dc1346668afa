import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import OlmKit

/// A login in a browser, which is sent back to this machine with a secret for the tokens.
public struct BrowserLogin: Sendable {
    /// The page to open in a browser.
    public let page: String
    /// The address to which the browser is sent back.
    public let redirect: LoginRedirect
    let device: String?
    /// The client and the verifier (PKCE) of an authorization code; nil for a login token of the homeserver.
    let exchange: (client: OAuthClient, verifier: String)?

    /// An authorization code with PKCE. `secrets` are two unguessable texts: the state and the verifier.
    init(_ client: OAuthClient, at endpoint: String, device: String, port: UInt16, secrets: (String, String)) {
        redirect = LoginRedirect(port: port, state: secrets.0, issuer: client.server.issuer)
        (self.device, exchange) = (device, (client, secrets.1))
        page = AuthorizationServer.address(
            endpoint,
            adding: [
                (name: "response_type", value: "code"), (name: "client_id", value: client.id),
                (name: "redirect_uri", value: redirect.address), (name: "state", value: secrets.0),
                (name: "scope", value: OAuthClient.scope(device: device)), (name: "response_mode", value: "query"),
                (name: "code_challenge", value: Self.challenge(secrets.1)),
                (name: "code_challenge_method", value: "S256"),
            ]
        )
    }

    /// Single sign-on of before OAuth, by a provider or by the one that the homeserver chooses. The secret path stands for the state.
    init(homeserver: String, provider: String?, device: String?, port: UInt16, secret: String) {
        redirect = LoginRedirect(port: port, secretPath: secret)
        (self.device, exchange) = (device, nil)
        let path = ["v3", "login", "sso", "redirect"] + (provider.map { [$0] } ?? [])
        let query = [(name: "redirectUrl", value: redirect.address), (name: "action", value: "login")]
        page = MatrixAPI.url(homeserver, path, query)
    }

    private static func challenge(_ verifier: String) -> String {
        sha256Text(of: Array(verifier.utf8)).replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=",
            with: ""
        )
    }
}

/// The address on this machine to which a browser comes back, and the check of what it brings.
public struct LoginRedirect: Hashable, Sendable {
    /// The meaning of an address that was requested here.
    public enum Arrival: Hashable, Sendable {
        /// Not the answer to this login: the login goes on as if it had not come.
        case stranger
        /// The secret for the tokens.
        case secret(String)
        /// The login failed on the page.
        case failed(LoginError)
    }

    /// The whole address, with its port.
    public let address: String
    private let path: String
    /// The value that only the answer to this login contains; nil if the path is secret.
    private let state: String?
    private let issuer: String?

    static let host = "127.0.0.1"
    static let path = "/callback"

    init(port: UInt16, state: String, issuer: String) {
        (address, path) = ("http://\(Self.host):\(port)\(Self.path)", Self.path)
        (self.state, self.issuer) = (state, issuer)
    }

    init(port: UInt16, secretPath: String) {
        path = "/\(secretPath)"
        (address, state, issuer) = ("http://\(Self.host):\(port)\(path)", nil, nil)
    }

    /// Checks the target of a request, such as `/callback?code=…`, or the whole address as a user copies it from the browser.
    public func check(_ target: String) -> Arrival {
        var target = target[...]
        let origin = address.dropLast(path.count)
        if target.hasPrefix(origin) { target = target.dropFirst(origin.count) }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target.utf8.count <= Self.limit, parts.count == 2, parts[0] == path else { return .stranger }
        var values: [String: String] = [:]
        for item in parts[1].prefix(while: { $0 != "#" }).split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.unescaped(pair[0]), let value = Self.unescaped(pair.dropFirst().first ?? "") else {
                return .stranger
            }
            // Of two values, none is trusted.
            guard values.updateValue(value, forKey: name) == nil else { return .stranger }
        }
        if let state { guard values["state"] == state else { return .stranger } }
        // A server that names itself must be the one that was asked (RFC 9207).
        if let issuer, let named = values["iss"], named != issuer { return .stranger }
        if let error = values["error"] {
            guard error != "access_denied" else { return .failed(.denied) }
            return .failed(.refused((values["error_description"] ?? error).cut(toBytes: Limits.reasonBytes)))
        }
        guard let secret = values[state == nil ? "loginToken" : "code"], LoginTokens.isToken(secret) else {
            return .stranger
        }
        return .secret(secret)
    }

    private static func unescaped(_ text: Substring) -> String? {
        String(text.replacing("+", with: " ")).removingPercentEncoding
    }

    /// The maximum length of a target in bytes.
    public static let limit = 16_384
}
