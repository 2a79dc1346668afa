import CSystem
import OlmKit
import SQLiteKit

/// A note outside the profile's folder about the newest state of a store's ratchets.
///
/// A copy of the store that is put back contradicts it, and so does a store that is used in two places: with old ratchets, keys that
/// encrypted one text would encrypt another. A copy of the whole disk is not noticed.
///
/// The note has the number of the store's file and the store's last change. It is written before and after each change, so that the
/// death of the process in between is no contradiction. It is not flushed: after a power failure the store may count as a copy,
/// which costs new sessions only. While the note cannot be written, the store says so, and no copy is noticed.
final class StoreWitness: Sendable {
    private let descriptor: Int32
    private let file: UInt64
    /// The length of the note in bytes.
    private static let length = 160

    /// Opens or creates the note at a path about the store at another. Nil if that is not possible.
    init?(path: String, store: String) {
        var status = stat()
        guard stat(store, &status) == 0 else { return nil }
        file = UInt64(status.st_ino)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether the note confirms a store's last change.
    func confirms(_ change: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.length)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        let words = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
        return words.first == "\(file)" && words.dropFirst().contains { $0 == change }
    }

    /// Writes a note that confirms the given changes. Returns false if that fails.
    func write(_ changes: [String]) -> Bool {
        let text = ([String(file)] + changes).joined(separator: " ") + " "
        let bytes = Array(text.utf8) + [UInt8](repeating: 0x20, count: max(0, Self.length - text.utf8.count))
        // An incomplete note confirms nothing.
        return bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, Self.length, 0) } == Self.length
    }
}

extension EncryptionMachine {
    /// Returns the name of the witness of a device, for a folder that has those of all profiles.
    public static func witnessName(user: String, device: String) -> String {
        sha256Text(of: Array("\(user) \(device)".utf8)).replacing("/", with: "_").replacing("+", with: "-")
    }

    /// Returns the witness of a store that was just opened, and whether the store is a copy. Of a copy, what encrypts is retired.
    static func openWitness(
        at path: String?,
        of store: String,
        _ connection: SQLiteConnection
    ) throws -> (witness: StoreWitness?, isCopy: Bool) {
        guard let path else { return (nil, false) }
        let witness = StoreWitness(path: path, store: store)
        let change = try connection.first("SELECT change FROM account") { $0.optionalText(0) } ?? nil
        // A store without a change is new, or from before there were notes.
        let isCopy = change.map { witness?.confirms($0) != true } ?? false
        if isCopy {
            try connection.transaction {
                try connection.run("DELETE FROM outbound")
                try connection.run("DELETE FROM shared")
                try connection.run("DELETE FROM notice")
                try connection.run("UPDATE olm_session SET retired = 1")
                // It is a copy once: until the next change, nothing more is to be confirmed.
                try connection.run("UPDATE account SET change = NULL")
            }
        }
        return (witness, isCopy)
    }

    /// Runs `body`, which changes a ratchet that encrypts, in one transaction that the witness confirms.
    func writeRatchet<Value>(_ body: (inout DeviceLists) throws -> Value) throws -> Value {
        guard let witness else { return try write(body) }
        let new = Base64.encode(try random.bytes(count: 18), alphabet: .urlSafe)
        let old = try connection.first("SELECT change FROM account") { $0.optionalText(0) } ?? nil
        let isNoted = witness.write([new] + (old.map { [$0] } ?? []))
        let value = try write { lists in
            try connection.run("UPDATE account SET change = ?", isNoted ? new : nil)
            return try body(&lists)
        }
        _ = witness.write([new])
        return value
    }
}
