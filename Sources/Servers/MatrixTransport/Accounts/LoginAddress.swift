import ChatTypes
import HTTPClient

/// Where to log in, as a person writes it.
public enum LoginAddress: Hashable, Sendable {
    /// `@user:server`, on the homeserver that the server names.
    case user(String, server: String)
    /// A server's name.
    case server(String)
    /// A homeserver itself, as `https://matrix.example.org`; as `http://…` only on this machine.
    case homeserver(String)

    /// Throws `LoginError.badAddress` with what is wrong.
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

    /// A homeserver's address without slashes at its end. What is not encrypted stays on this machine, and only a person may say so.
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

/// Why no one is logged in.
public enum LoginError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address is none; the text says what is wrong with it.
    case badAddress(String)
    /// What answers there, if anything, is no homeserver.
    case noHomeserver(String, reason: String)
    /// The homeserver takes no passwords; what it takes instead.
    case noPasswords([String])

    public var description: String {
        switch self {
        case .badAddress(let text): text
        case .noHomeserver(let url, let reason): "no homeserver answers at \(url): \(reason)"
        case .noPasswords(let flows):
            "this homeserver takes no passwords, but \(flows.isEmpty ? "nothing that it names" : flows.joined(separator: ", ")); "
                + "log in with another client and give its access token with --token"
        }
    }
}
