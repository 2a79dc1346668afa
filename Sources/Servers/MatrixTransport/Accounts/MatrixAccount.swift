public import ChatTypes
import HTTPClient
import RuntimeKit

/// A user's account on a homeserver, with the tokens of this device.
public struct MatrixAccount: Hashable, Sendable {
    /// Without a slash at its end.
    public let homeserver: String
    /// The user id, such as `@ada:example.org`, as the homeserver writes it.
    public let user: ContactID
    /// The id of this device; the same after each login, so that nothing is sent twice.
    public let device: String
    /// The tokens of the login.
    public var tokens: LoginTokens
    /// Whether others are told what we have read.
    public var sendsReadReceipts = true
    /// Whether others are told that we are typing.
    public var sendsTyping = true
    /// Whether new chats with one person are encrypted.
    public var encryptsChats = true
    /// Whether only devices that their users have signed get the keys to messages.
    public var sharesWithSignedOnly = false

    public init(homeserver: String, user: ContactID, device: String, tokens: LoginTokens) {
        (self.homeserver, self.user, self.device, self.tokens) = (homeserver, user, device, tokens)
    }

    /// Creates an account with an access token that does not end.
    public init(homeserver: String, user: ContactID, device: String, token: String) {
        self.init(homeserver: homeserver, user: user, device: device, tokens: LoginTokens(access: token))
    }

    /// The access token; empty once logged out.
    public var token: String { tokens.access }

    /// Whether there is no access token, so that the user has to log in again.
    public var isLoggedOut: Bool { token.isEmpty }

    /// The reason why a homeserver's account cannot be used or read back; nil if it can.
    var objection: String? {
        func isShown(_ text: String) -> Bool { !text.unicodeScalars.contains(where: \.isControlOrFormat) }
        guard user.rawValue.isUsableID, isShown(user.rawValue) else {
            return "its user id holds characters that are not shown"
        }
        guard device.utf8.count <= 255, isShown(device) else {
            return "its device id is too long, or holds characters that are not shown"
        }
        guard homeserver.utf8.count <= Self.addressLimit else {
            return "the address of its homeserver is too long"
        }
        return tokens.objection
    }

    /// The maximum length of the homeserver's address in bytes.
    static let addressLimit = 2048

    /// The same account without its tokens.
    public var loggedOut: Self {
        var account = self
        account.tokens = LoginTokens(access: "")
        return account
    }
}

extension MatrixAccount {
    /// Returns the account's tokens in use, which are renewed in its file, or in memory without one.
    func access(
        in file: AccountFile?,
        over client: any HTTPClient,
        _ environment: ChatEnvironment,
        loginCommand: String? = nil
    ) -> AccessTokens {
        let renewal = TokenRenewal(
            homeserver: homeserver,
            client: client,
            file: file,
            clock: environment.clock,
            now: environment.now
        )
        return AccessTokens(tokens, renewedBy: renewal, loginCommand: loginCommand)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control or format character, a line separator, or another invisible character.
    fileprivate var isControlOrFormat: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}

extension MatrixAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The account without the token.
    public var description: String { "\(user) on \(homeserver), device \(device)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [("account", description)]) }
}
