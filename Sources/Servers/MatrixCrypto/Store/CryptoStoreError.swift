/// A store of encryption keys that cannot be used. It is never begun anew under the same device: its keys are part of the device.
public enum CryptoStoreError: Error, Hashable, Sendable {
    /// The store belongs to another device, given by its user and id.
    case otherDevice(String)
    /// A newer version of the program has written the store.
    case newerVersion
    /// The file at a path is damaged.
    case damaged(path: String)
    /// The homeserver has other keys of this device, so the store that had them was lost.
    case lost
}

extension CryptoStoreError: CustomStringConvertible {
    /// The problem, and what the user can do about it.
    public var description: String {
        switch self {
        case .otherDevice(let device):
            "the encryption keys in the data directory belong to another device (\(device)): log out, then log in again"
        case .newerVersion: "the encryption keys were written by a newer version of this program"
        case .damaged(let path):
            "the encryption keys in \(path) are damaged: move the file away, log out, then log in again as a new device"
        case .lost: "the encryption keys of this device were lost: log out, then log in again as a new device"
        }
    }
}
