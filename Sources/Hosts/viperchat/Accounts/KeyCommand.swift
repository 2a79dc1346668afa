import CSystem
import Foundation
import HostKit
import MatrixCrypto
import MatrixTransport
import OlmKit
import RuntimeKit

/// The command `keys`, which exports and imports the keys to encrypted messages.
struct KeyCommand: Sendable {
    let profile: Profile
    let environment: ChatEnvironment
    let input: SecretInput
    let output: LineOutput

    /// Runs the command. Throws `StorageError`, `KeyFileError`, `AccountFileError`, `CryptoStoreError` or `SQLiteError`.
    func run(_ action: KeyFileAction) async throws -> ExitCode {
        let account = try profile.existingAccount()
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        output.write(profile.heading(of: account))
        switch action {
        case .export(let file): try await export(to: file, of: account)
        case .import(let file): return try await importKeys(from: file, of: account) ? .ok : .dataError
        }
        return .ok
    }

    private func export(to file: String, of account: MatrixAccount) async throws {
        guard !FileManager.default.fileExists(atPath: file) else { throw StorageError.fileExists(path: file) }
        let passphrase = try input.line(asking: "Passphrase for the file: ", isSecret: true)
        guard !passphrase.isEmpty else { throw StorageError.noPassphrase }
        if input.isTerminal, try input.line(asking: "The same passphrase again: ", isSecret: true) != passphrase {
            throw StorageError.differentPassphrases
        }
        let machine = try profile.encryption(of: account, environment)
        let (text, count) = try await machine.exportKeys(passphrase: passphrase)
        try write(text, to: file)
        output.write(sentence: "Exported \(Self.count(count)) to \(shownPath(file))")
    }

    /// Writes a file that only its owner can read, and that did not exist.
    private func write(_ text: String, to file: String) throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError.notWritten(path: file, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            unlink(file)
            throw StorageError.notWritten(path: file, code: EIO)
        }
    }

    /// Returns whether the file has keys.
    private func importKeys(from file: String, of account: MatrixAccount) async throws -> Bool {
        guard let handle = FileHandle(forReadingAtPath: file) else { throw StorageError.notRead(path: file) }
        let data: Data
        do { data = try handle.read(upToCount: CryptoLimits.keyFile + 1) ?? Data() } catch {
            throw StorageError.notRead(path: file)
        }
        guard !data.isEmpty else { throw KeyFileError.noKeyFile }
        let passphrase = try input.line(asking: "Passphrase of the file: ", isSecret: true)
        let machine = try profile.encryption(of: account, environment)
        let result = try await machine.importKeys(String(decoding: data, as: UTF8.self), passphrase: passphrase)
        output.write(sentence: Self.sentence(result))
        return result.keys > 0
    }

    private static func count(_ keys: Int) -> String { keys == 1 ? "1 key" : "\(keys) keys" }

    /// Returns the sentence about imported keys.
    static func sentence(_ result: KeyImport) -> String {
        let entries = result.unusable == 1 ? "1 entry was no key" : "\(result.unusable) entries were no keys"
        let ending = result.unusable > 0 ? "; \(entries) of a known kind" : ""
        if result.keys == 0 { return "No keys were found\(ending)" }
        guard result.newKeys > 0 else { return "Nothing is new in \(count(result.keys))\(ending)" }
        let verb = result.newKeys == 1 ? "is" : "are"
        return "Imported \(count(result.keys)), of which \(result.newKeys) \(verb) new; "
            + "their messages become readable when viperchat next connects\(ending)"
    }
}
