public import Foundation

/// The tokens of a login, and the service that issued them.
public struct LoginTokens: Hashable, Sendable {
    /// The service that renews and revokes tokens. The two kinds never mix.
    public enum Issuer: Hashable, Sendable {
        /// The login API of the homeserver.
        case homeserver
        /// An authorization server (OAuth 2.0), with the id that it gave to this client.
        case authorizationServer(issuer: String, client: String)
    }

    /// The access token; empty once logged out.
    public let access: String
    /// The token for the next pair; nil if the access token does not end.
    public let refresh: String?
    /// The time from which the access token is renewed; nil if its lifetime is unknown.
    public let renewal: Date?
    /// The service that issued the tokens.
    public let issuer: Issuer

    /// Creates tokens of which `lifetime` is the time in seconds that a server gives the access token, from `received` on.
    public init(
        access: String,
        refresh: String? = nil,
        lifetime: Double? = nil,
        received: Date = .distantPast,
        issuer: Issuer = .homeserver
    ) {
        let renewal = lifetime.map { lifetime in
            received + Self.renewalPoint * min(max(lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
        }
        self.init(access: access, refresh: refresh, renewal: renewal, issuer: issuer)
    }

    init(access: String, refresh: String?, renewal: Date?, issuer: Issuer) {
        (self.access, self.refresh, self.issuer) = (access, refresh, issuer)
        // In whole seconds, so that what is written to a file is equal when it is read.
        self.renewal = renewal.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
    }

    /// The part of its lifetime after which a token is renewed.
    private static let renewalPoint = 0.8
    /// A token that ends at once would be renewed for each request.
    private static let lifetimes = 2.0...315_360_000

    /// The reason why the tokens cannot be used or read back; nil if they can.
    var objection: String? {
        guard Self.isToken(access), refresh.map(Self.isToken) ?? true else {
            return "its access token is empty, too long, or holds characters that cannot be sent"
        }
        guard case .authorizationServer(let issuer, let client) = issuer else { return nil }
        return [issuer, client].allSatisfy(Self.isName) ? nil : "the names of its authorization server cannot be sent"
    }

    /// Whether a text can be sent as a token.
    static func isToken(_ text: String) -> Bool {
        (1...tokenLimit).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// Whether a text can be the id of a client, or the name of an issuer.
    static func isName(_ text: String) -> Bool { isToken(text) && text.utf8.count <= nameLimit }

    /// The maximum length of a token in bytes. Tokens that are signed documents have a few thousand.
    static let tokenLimit = 16_384
    private static let nameLimit = 2048
}

extension LoginTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of the tokens, without the tokens.
    public var description: String { refresh == nil ? "an access token" : "an access token that is renewed" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [("tokens", description)]) }
}
