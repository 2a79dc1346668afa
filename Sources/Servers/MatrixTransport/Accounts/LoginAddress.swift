import ChatTypes
import HTTPClient
import RuntimeKit

/// The server to log in to, as the user writes it.
public enum LoginAddress: Hashable, Sendable, CustomStringConvertible {
    /// `@user:server`, on the server's homeserver.
    case user(String, server: String)
    /// A server's name.
    case server(String)
    /// A homeserver's own address, such as `https://matrix.example.org`; `http://…` on this machine only.
    case homeserver(String)

    /// The address as a user writes it.
    public var description: String {
        switch self {
        case .user(let text, _), .server(let text), .homeserver(let text): text
        }
    }

    /// Throws `LoginError.badAddress` with the reason.
    public init(_ text: String) throws(LoginError) {
        if text.hasPrefix("https://") || text.hasPrefix("http://") {
            self = .homeserver(try Self.checked(url: text))
        } else if text.hasPrefix("@") {
            let parts = text.dropFirst().split(separator: ":", maxSplits: 1)
            guard parts.count == 2, text.utf8.count <= 255 else {
                throw .badAddress("write a user as @name:server, not \(text)")
            }
            self = .user(text, server: try Self.checked(server: String(parts[1])))
        } else {
            self = .server(try Self.checked(server: text))
        }
    }

    private static func checked(server: String) throws(LoginError) -> String {
        let isPlain = server.utf8.allSatisfy { $0.isASCIILetterOrDigit || ".-:[]".utf8.contains($0) }
        guard isPlain, (1...255).contains(server.utf8.count) else {
            throw .badAddress("\(server) is no server's name; write one as example.org, or @name:example.org")
        }
        return server
    }

    /// Returns a homeserver's address without slashes at its end. Allows plain text on this machine only, and only if the user asks
    /// for it.
    static func checked(url: String, isSaidByServer: Bool = false) throws(LoginError) -> String {
        var url = url
        while url.hasSuffix("/") { url.removeLast() }
        guard let address = HTTPAddress(url), !url.contains("?"), !url.contains("#") else {
            throw .badAddress("\(url) is no homeserver's address; write one as https://matrix.example.org")
        }
        guard address.scheme == "https" || address.isLoopback && !isSaidByServer else {
            throw .badAddress("\(url) would send the password for all to read; write https://")
        }
        return url
    }
}

/// A failed login.
public enum LoginError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address is invalid; with the reason.
    case badAddress(String)
    /// No homeserver answers there.
    case noHomeserver(String, reason: String)
    /// The homeserver offers no login of this kind.
    case notOffered(LoginMethod)
    /// The homeserver offers no login that this program knows; with the flows it offers.
    case noMethod([String])
    /// The user refused the login on the page.
    case denied
    /// Nobody approved the login in time.
    case tooLate
    /// The server refused the login; with its sentence.
    case refused(String)
    /// The authorization server cannot be trusted; with the reason.
    case untrustworthy(String)
    /// Another user approved the login than the one who was to log in.
    case otherUser(String)
    /// The server has not ended the login; with the page on which the user can.
    case notEnded(page: String?)
    /// The homeserver returns an account that cannot be used; with the reason.
    case unusableAccount(String)
    /// The access token that the user gave cannot be one.
    case badToken

    public var description: String {
        switch self {
        case .badAddress(let text): text
        case .noHomeserver(let url, let reason): "no homeserver answers at \(url): \(reason)"
        case .notOffered(let method): "this homeserver offers no login by \(method.name)"
        case .noMethod(let flows):
            "this homeserver offers no login that viperchat knows, but \(flows.isEmpty ? "nothing that it names" : flows.joined(separator: ", "))"
        case .denied: "the login was refused on the page"
        case .tooLate: "nobody approved the login in time"
        case .refused(let text): "the server refuses the login: \(text)"
        case .untrustworthy(let reason): "the homeserver's authorization server cannot be trusted: \(reason)"
        case .otherUser(let user): "\(user) approved this login; it was ended again"
        case .notEnded(let page?): "the server has not ended this login; end it on the page of your account: \(page)"
        case .notEnded(nil): "the server has not ended this login; end it with another client"
        case .unusableAccount(let reason): "the homeserver returns an account that cannot be used: \(reason)"
        case .badToken:
            "this is no access token: one is at most \(LoginTokens.tokenLimit) visible ASCII characters without spaces; copy it again"
        }
    }
}
