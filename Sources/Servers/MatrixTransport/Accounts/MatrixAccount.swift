public import ChatTypes

/// A user's account on a homeserver, with the access token of this device.
public struct MatrixAccount: Hashable, Sendable {
    /// Without a slash at its end.
    public let homeserver: String
    /// The user id, such as `@ada:example.org`, as the homeserver writes it.
    public let user: ContactID
    /// The id of this device; the same after each login, so that nothing is sent twice.
    public let device: String
    /// Empty once logged out.
    public let token: String
    /// Whether others are told what we have read.
    public var sendsReadReceipts = true
    /// Whether new chats with one person are encrypted.
    public var encryptsChats = true
    /// Whether only devices that their users have signed get the keys to messages.
    public var sharesWithSignedOnly = false

    public init(homeserver: String, user: ContactID, device: String, token: String) {
        (self.homeserver, self.user, self.device, self.token) = (homeserver, user, device, token)
    }

    /// Whether there is no token, so that the user has to log in again.
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
        guard Self.isToken(token) else {
            return "its access token is empty, too long, or holds characters that cannot be sent"
        }
        return nil
    }

    /// Whether a text can be sent as an access token.
    static func isToken(_ text: String) -> Bool {
        (1...tokenLimit).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// The maximum length of the homeserver's address in bytes.
    static let addressLimit = 2048

    /// The maximum length of a token in bytes. Tokens that are signed documents have a few thousand.
    static let tokenLimit = 16_384

    /// The same account without its token.
    public var loggedOut: Self {
        var account = Self(homeserver: homeserver, user: user, device: device, token: "")
        (account.sendsReadReceipts, account.encryptsChats) = (sendsReadReceipts, encryptsChats)
        account.sharesWithSignedOnly = sharesWithSignedOnly
        return account
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
