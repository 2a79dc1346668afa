/// A store of encryption keys that cannot be used.
public enum CryptoStoreError: Error, Hashable, Sendable {
    /// A newer version of the program has written the store.
    case newerVersion
    /// The homeserver has other keys of this device, so the store that had them was lost. Nothing is published in their place: to
    /// others, new keys under an old device look like an attack.
    case lost
}

extension CryptoStoreError: CustomStringConvertible {
    /// The problem, and what the user can do about it.
    public var description: String {
        switch self {
        case .newerVersion: "the encryption keys were written by a newer version of this program: use that version"
        case .lost: "the encryption keys of this device were lost: log in with a new profile"
        }
    }
}

/// A store that belongs to another device of the account, or to another account.
struct OtherDeviceError: Error {}
