/// The end-to-end encryption of a chat, as far as this device knows it.
public struct ChatEncryption: Hashable, Sendable {
    /// The people whose identity changed since the user verified or acknowledged it. Nothing is sent before the user does so again.
    public var changedPeople: [ChatMember]
    /// The devices of verified people, and of the user's proved account, that get no keys because nobody has signed them, at most
    /// `Limits.devices` of each. Each is here until the user acknowledges it.
    public var unsignedDevices: [ChatDevice]
    /// A text that differs for each warning: for other changed identities, and without any for other devices that get no keys. Empty without
    /// a warning.
    public var warningID: String
    /// The devices of the chat's people, the user's own last, at most `Limits.devices`.
    public var devices: [ChatDevice]
    /// Whether there are more devices than these.
    public var hasMoreDevices: Bool

    public init(
        changedPeople: [ChatMember] = [],
        unsignedDevices: [ChatDevice] = [],
        warningID: String = "",
        devices: [ChatDevice] = [],
        hasMoreDevices: Bool = false
    ) {
        (self.changedPeople, self.unsignedDevices) = (changedPeople, unsignedDevices)
        (self.warningID, self.devices, self.hasMoreDevices) = (warningID, devices, hasMoreDevices)
    }
}

/// The reason why nothing proves who sent a message of an encrypted chat, from the least to the most serious.
public enum SenderWarning: String, Hashable, Codable, CaseIterable, Comparable, Sendable {
    /// Its key came from a file or a backup, or another device had shared it before.
    case unprovedKey
    /// Its sender has not signed the device that it came from.
    case unsignedDevice
    /// The device that it came from is in no list of its sender: the server may have made it up, or its sender had removed it.
    case unknownDevice
    /// The identity of its sender has changed, and the user has not acknowledged that.
    case changedIdentity
    /// It came in the clear: the server and anybody on its way can have read and written it.
    case unencrypted

    public static func < (first: Self, second: Self) -> Bool { first.seriousness < second.seriousness }

    private var seriousness: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A device of a person in an encrypted chat.
public struct ChatDevice: Hashable, Sendable {
    /// The person: the user, the contact, or in a group a member.
    public let owner: ChatMember
    /// The server's ID, unique among the owner's devices.
    public let id: String
    /// The name that its owner gave it, which nothing proves; empty without one.
    public let name: String
    /// The public key in groups of four characters, for comparison.
    public let fingerprint: String
    /// The trust in it.
    public let trust: Trust

    public init(owner: ChatMember, id: String, name: String = "", fingerprint: String = "", trust: Trust) {
        (self.owner, self.id, self.name) = (owner, id, name)
        (self.fingerprint, self.trust) = (fingerprint, trust)
    }

    /// The trust in a device.
    public enum Trust: String, Hashable, Codable, Sendable {
        /// Its owner has not signed it.
        case unsigned
        /// Its owner has signed it.
        case signed
        /// The user compared emoji with it.
        case verified
        /// The user blocked it: it gets no keys to messages.
        case blocked
    }
}

/// A change to the encryption of a chat, or to the trust in its people and devices, made by the user on this device.
public enum EncryptionChange: Hashable, Sendable {
    /// Encrypts a chat that is not encrypted, from now on and for everybody. Nothing turns that off again.
    case encrypt
    /// Acknowledges the warning with that `ChatEncryption.warningID`, which a screen shows: accepts identities that have changed, or ends
    /// the warning about devices that nobody has signed. Refused if the chat has another warning by then.
    case acknowledge(String)
    /// Keeps keys to messages from a device of the chat's people, given by its ID, or ends that.
    case setBlocked(Bool, device: String)
    /// Asks a person's devices, or one of them, to compare emoji. A person is given by name or ID; without one, it is the contact.
    case verify(person: String?, device: String?)
}
