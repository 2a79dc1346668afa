public import MatrixCrypto
import OlmKit

/// A device of the account or of another user, as people compare them.
public struct DeviceSummary: Hashable, Sendable {
    public let id: String
    /// The device's public key in groups of four characters.
    public let fingerprint: String
    /// Whether its user has signed it with a cross-signing key.
    public let isSigned: Bool
    public let trust: DeviceTrust

    init(_ device: UserDevice) {
        id = device.id.rawValue
        let key = Array(device.signing.base64)
        let groups = stride(from: 0, to: key.count, by: 4).map { String(key[$0..<min($0 + 4, key.count)]) }
        fingerprint = groups.joined(separator: " ")
        (isSigned, trust) = (device.isSigned, device.trust)
    }
}

/// A verification that cannot begin or go on.
public enum VerificationError: Error, Hashable, Sendable {
    /// There are no encryption keys here.
    case noEncryption
    /// The user has no such device with encryption keys.
    case noDevice
    /// No device has asked.
    case noRequest
    /// It ended, and another user's request came, before its result was shown.
    case ended
}

extension VerificationError: CustomStringConvertible {
    /// The problem, and what the user can do about it.
    public var description: String {
        switch self {
        case .noEncryption: "there are no encryption keys here, so nothing can be verified: log in first"
        case .noDevice:
            "there is no such device with encryption keys: viperchat devices list USER shows a user's devices"
        case .noRequest: "no device has asked within ten minutes: begin the verification on the other device again"
        case .ended: "the verification ended, and somebody else asks for one: begin it again"
        }
    }
}
