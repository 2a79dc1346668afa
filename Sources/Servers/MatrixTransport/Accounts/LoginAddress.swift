import ChatTypes
import HTTPClient

/// The server to log in to, as the user writes it.
public enum LoginAddress: Hashable, Sendable {
    /// `@user:server`, on the server's homeserver.
    case user(String, server: String)
    /// A server's name.
    case server(String)
    /// A homeserver's own address, such as `https://matrix.example.org`; `http://…` on this machine only.
    case homeserver(String)

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
    /// The homeserver offers no login with a password; with the flows it offers.
    case noPasswords([String])
    /// The homeserver returns an account that cannot be used; with the reason.
    case unusableAccount(String)
    /// The access token that the user gave cannot be one.
    case badToken

    public var description: String {
        switch self {
        case .badAddress(let text): text
        case .noHomeserver(let url, let reason): "no homeserver answers at \(url): \(reason)"
        case .noPasswords(let flows):
            "this homeserver takes no passwords, but \(flows.isEmpty ? "nothing that it names" : flows.joined(separator: ", ")); "
                + "log in with another client and give its access token with --token"
        case .unusableAccount(let reason): "the homeserver returns an account that cannot be used: \(reason)"
        case .badToken:
            "this is no access token: one is at most \(MatrixAccount.tokenLimit) visible ASCII characters without spaces; copy it again"
        }
    }
}
