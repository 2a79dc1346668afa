public import ChatTypes

/// The objection to an action that only an encrypted chat has.
public let notEncryptedText = "This chat is not encrypted"

/// The warning about a chat of which this device cannot tell whether it is encrypted.
public let unknownEncryptionText = "The encryption keys cannot be read: this chat may be encrypted"

extension EncryptionChange {
    /// Returns why a chat cannot be changed so; `nil` if it can. An encrypted one may be encrypted again, if the server's response was lost.
    public func objection(isEncrypted: Bool) -> String? { isEncrypted || self == .encrypt ? nil : notEncryptedText }
}

extension ChatEncryption {
    /// The people whose identity has changed, or without any the devices that get no keys, as a sentence; `nil` if there are none. Names two
    /// people, or one device.
    ///
    /// - Parameter contact: the contact's name, in a chat of two.
    public func warningText(contact: String) -> String? {
        let names = changedPeople.map { $0.id == .me ? "your account" : $0.shownName(contact: contact) }
        let whose: String
        switch names.count {
        case 0: return unsignedText(contact: contact)
        case 1: whose = names[0]
        case 2: whose = "\(names[0]) and \(names[1])"
        default: whose = "\(names[0]) and \(names.count - 1) others"
        }
        return
            "The identity of \(whose) has changed, and somebody may read along; verify it again, or acknowledge the change"
    }

    /// The ID of the warning that `warningText` is about; `nil` without one.
    public var shownWarningID: String? { changedPeople.isEmpty && unsignedDevices.isEmpty ? nil : warningID }

    private func unsignedText(contact: String) -> String? {
        guard let device = unsignedDevices.first else { return nil }
        let owner = device.owner.id == .me ? "your account" : device.owner.shownName(contact: contact)
        let others = unsignedDevices.count - 1
        let more = others == 0 ? "" : " and \(others) \(others == 1 ? "other" : "others")"
        return
            "A device that its owner has not signed gets no keys: \(device.id.prefix(40)) of \(owner)\(more); verify it, block it, or acknowledge this"
    }
}

extension ChatMember {
    /// The name to show: "You" for the user, and the contact's name in a chat of two.
    public func shownName(contact: String) -> String {
        switch id {
        case .me: ownName
        case .contact: contact
        case .member: name
        }
    }
}

extension SenderWarning {
    /// The sign before a text that has no room for the words.
    public static let sign = "!"

    /// The warning in words, as a mark behind a message.
    public var text: String {
        switch self {
        case .unsignedDevice: "sender not verified"
        case .unknownDevice: "from an unknown device"
        case .changedIdentity: "sender's identity changed"
        case .unprovedKey: "key from a backup: sender not proved"
        case .unencrypted: "not encrypted"
        }
    }
}

extension ChatDevice.Trust {
    /// The trust in words.
    public var text: String {
        switch self {
        case .unsigned: "not signed by its owner"
        case .signed: "signed by its owner"
        case .verified: "verified"
        case .blocked: "blocked"
        }
    }
}
