import Foundation
import HTTPClient
package import JSONKit
import MatrixTransport

/// Homeservers without a login by password alone, started by `.ci/sign-on start`.
package struct SignOnStage: Sendable {
    /// Synapse behind an authorization server, with the login API of before.
    package let oauth: String
    /// Synapse behind the same authorization server, without a login API of its own.
    package let delegating: String
    /// Synapse with passwords and two OpenID providers.
    package let sso: String
    private let client = CurlClient()

    /// Returns the stage; nil if it was not started.
    package static func running() async -> SignOnStage? {
        let file = Synapse.package.appending(path: ".build/sign-on/stage.json")
        guard let data = try? Data(contentsOf: file), let json = try? JSONDocument(Array(data)).root,
            let oauth = json["oauth"]?.string, let delegating = json["delegating"]?.string,
            let sso = json["sso"]?.string
        else { return nil }
        let stage = SignOnStage(oauth: oauth, delegating: delegating, sso: sso)
        let isThere =
            (try? await MatrixLogin(discovering: .homeserver(oauth), over: stage.client, now: { Date() })) != nil
        return isThere ? stage : nil
    }

    private init(oauth: String, delegating: String, sso: String) {
        (self.oauth, self.delegating, self.sso) = (oauth, delegating, sso)
    }

    /// Returns a user that no other test knows. Every user exists, with the password of `password(of:)`.
    package func newUser() -> String { "u" + UUID().uuidString.replacing("-", with: "").lowercased().prefix(12) }

    package func password(of user: String) -> String { "\(user)-password" }

    /// Orders a fault, or changes a setting, for one user or client; see `.ci/sign-on.d/service.py`.
    package func order(_ order: JSONText) async throws {
        _ = try await client.send(HTTPRequest(.post, "\(oauth)/_test", body: .bytes(order.bytes)))
    }

    /// Returns the requests for tokens and the logins of a user or client.
    package func state(of name: String) async throws -> JSONValue {
        try JSONDocument(try await client.send(HTTPRequest(.get, "\(oauth)/_test?for=\(name)")).body).root
    }

    /// Decides on a page of the authorization server, as a user does in a browser. Returns the address that the browser is sent to; throws
    /// if the server fails, since a login would wait for the decision until its code expires.
    @discardableResult
    package func decide(_ page: String, as user: String, code: String = "", approves: Bool = true) async throws
        -> String?
    {
        let fields = [
            "username": user, "password": password(of: user), "decision": approves ? "approve" : "deny", "code": code,
        ]
        let answer = try await post(page, fields, cookies: [])
        guard answer.status < 500 else { throw PeerError() }
        return answer.value(of: "Location")
    }

    /// Logs in on the pages of a provider, as a user does in a browser. Returns the address that the browser is sent to at last; nil
    /// after a refusal.
    package func walk(_ page: String, as user: String?) async throws -> String? {
        var (url, cookies) = (page, [String: String]())
        for _ in 1...12 {
            var response = try await get(url, cookies.map { "\($0.key)=\($0.value)" })
            if response.value(of: "Location") == nil, url.contains("/oauth2/authorize") {
                response = try await post(url, user.map { ["sub": $0] } ?? ["action": "deny"], cookies: [])
            }
            for field in response.fields where field.name == "Set-Cookie" {
                let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
            }
            let text = String(decoding: response.body, as: UTF8.self)
            if let link = text.firstMatch(of: /href="([^"]*loginToken=[^"]*)"/) {
                return String(link.1).replacing("&amp;", with: "&")
            }
            guard let next = response.value(of: "Location") ?? Self.provider(in: text) else { return nil }
            url = URL(string: next.replacing("&amp;", with: "&"), relativeTo: URL(string: url))?.absoluteString ?? next
            if url.contains("loginToken=") { return url }
        }
        return nil
    }

    /// Returns the link to the second provider on a page that offers several.
    private static func provider(in page: String) -> String? {
        page.firstMatch(of: /href="([^"]*[?&]idp=oidc-two[^"]*)"/).map { String($0.1) }
    }

    private func get(_ url: String, _ cookies: [String]) async throws -> HTTPResponse {
        try await send(HTTPRequest(.get, url), cookies)
    }

    private func post(_ url: String, _ fields: [String: String], cookies: [String]) async throws -> HTTPResponse {
        let body = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        let type = HTTPField("Content-Type", "application/x-www-form-urlencoded")
        return try await send(HTTPRequest(.post, url, fields: [type], body: .bytes(Array(body.utf8))), cookies)
    }

    private func send(_ request: HTTPRequest, _ cookies: [String]) async throws -> HTTPResponse {
        var request = request
        request.responseFields = ["Location", "Set-Cookie"]
        if !cookies.isEmpty { request.fields.append(HTTPField("Cookie", cookies.joined(separator: "; "))) }
        return try await client.send(request)
    }
}
