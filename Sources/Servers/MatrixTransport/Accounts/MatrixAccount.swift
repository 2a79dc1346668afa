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

    public init(homeserver: String, user: ContactID, device: String, token: String) {
        (self.homeserver, self.user, self.device, self.token) = (homeserver, user, device, token)
    }

    /// Whether there is no token, so that the user has to log in again.
    public var isLoggedOut: Bool { token.isEmpty }

    /// The same account without its token.
    public var loggedOut: Self {
        var account = Self(homeserver: homeserver, user: user, device: device, token: "")
        account.sendsReadReceipts = sendsReadReceipts
        return account
    }
}

extension MatrixAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The account without the token.
    public var description: String { "\(user) on \(homeserver), device \(device)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [("account", description)]) }
}
