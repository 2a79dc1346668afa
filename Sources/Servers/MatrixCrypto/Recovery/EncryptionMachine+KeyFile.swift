import JSONKit
import OlmKit

/// The result of importing keys.
public struct KeyImport: Hashable, Sendable {
    /// The keys that can be used.
    public var keys = 0
    /// Those of them that read more than was readable.
    public var newKeys = 0
    /// The entries that are not keys of a known kind.
    public var unusable = 0
}

/// A key file that cannot be read or written.
public enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The passphrase is wrong, or the file was changed.
    case wrongPassphrase
    /// It is not a file of keys.
    case noKeyFile
    /// There are too many keys for one file, or the file is too long.
    case tooLong

    public var description: String {
        switch self {
        case .wrongPassphrase: "the passphrase is wrong, or the file is damaged: try again"
        case .noKeyFile: "this is no file of exported encryption keys: choose one that a Matrix client has exported"
        case .tooLong: "there are too many keys for one file: at most about 100,000 fit"
        }
    }

    /// Throws `CancellationError` for that of the cipher.
    fileprivate init(_ error: CryptoError) throws {
        switch error {
        case .cancelled: throw CancellationError()
        case .authenticationFailed: self = .wrongPassphrase
        case .tooLong: self = .tooLong
        default: self = .noKeyFile
        }
    }
}

/// Keys to messages in a file under a passphrase, in the form of all Matrix clients.
extension EncryptionMachine {
    /// The keys that are read from the store at once.
    private static let keysAtOnce = 500
    private static let keyLimit = 200_000

    /// Returns all keys to messages as the text of a key file, and their number. Throws `KeyFileError`, `SQLiteError`, or a
    /// `CancellationError` soon after the task was cancelled.
    ///
    /// Takes a second or more on purpose: a passphrase cannot be guessed quickly then. Runs on the caller's
    /// executor, so the machine works on meanwhile.
    nonisolated public func exportKeys(
        passphrase: String,
        rounds: Int = 500_000
    ) async throws -> (text: String, count: Int) {
        let (json, count) = try await exportedKeys()
        do { return (try KeyFile.encrypt(json, passphrase: passphrase, rounds: rounds, random: random), count) } catch {
            throw try KeyFileError(error)
        }
    }

    /// Returns all keys to messages as JSON, and their number.
    private func exportedKeys() throws -> (json: Secret, count: Int) {
        var (keys, last): ([JSONText], Int64) = ([], 0)
        while case let some = try roomKeys.rows(above: last, limit: Self.keysAtOnce), let end = some.last {
            for key in some.map(\.key) {
                let names: [JSONText.Member] = [
                    .init(name: "room_id", value: .id(key.room)),
                    .init(name: "session_id", value: .string(key.session.id)),
                ]
                keys.append(names.reduce(try key.exported) { $0.with($1.name, $1.value) })
            }
            last = end.number
            guard keys.count < Self.keyLimit else { throw KeyFileError.tooLong }
        }
        return (Secret(JSONText.array(keys).bytes), keys.count)
    }

    /// Stores the keys of a key file that read more than those that are here. Throws `KeyFileError`, `SQLiteError`, or a
    /// `CancellationError` soon after the task was cancelled.
    ///
    /// Their messages become readable with the next sync. Entries that are not keys are counted, and change nothing. The file may ask for
    /// many rounds, which run on the caller's executor: the machine works on meanwhile.
    nonisolated public func importKeys(_ text: String, passphrase: String) async throws -> KeyImport {
        let json: Secret
        do { json = try KeyFile.decrypt(text, passphrase: passphrase) } catch {
            throw try KeyFileError(error)
        }
        return try await importEntries(json)
    }

    private func importEntries(_ json: Secret) throws -> KeyImport {
        guard let entries = try? JSONDocument(json.copy).root, entries.isArray else { throw KeyFileError.noKeyFile }
        return try importKeys(
            entries.elements.map {
                RoomKey(
                    exported: $0,
                    room: $0["room_id"]?.identifier(),
                    session: $0["session_id"]?.identifier(),
                    from: RoomKey.Origin.account
                )
            }
        )
    }

    /// Stores keys that prove no sender, in one transaction; nil stands for an entry that is none.
    func importKeys(_ keys: [RoomKey?]) throws -> KeyImport {
        try write { _ in
            var result = KeyImport()
            for key in keys {
                guard let key else {
                    result.unusable += 1
                    continue
                }
                result.keys += 1
                if try roomKeys.insertUnproved(key) { result.newKeys += 1 }
            }
            return result
        }
    }
}
