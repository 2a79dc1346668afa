public import Transport

/// Who we are, on which homeserver; what holds the token is us.
public struct MatrixAccount: Hashable, Sendable {
    /// Without a slash at its end.
    public let homeserver: String
    public let user: ContactID
    public let device: String
    public let token: String

    public init(homeserver: String, user: ContactID, device: String, token: String) {
        (self.homeserver, self.user, self.device, self.token) = (homeserver, user, device, token)
    }
}

extension MatrixAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// All but the token.
    public var description: String { "\(user) on \(homeserver), device \(device)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [("account", description)]) }
}
