import CSystem
package import ChatStore
import ChatTypes
package import Foundation
package import HTTPClient
package import MatrixCrypto
package import MatrixTransport
package import RuntimeKit
import ScreenKit
package import SimulatedServer

/// The directory with one user's data.
package struct Profile: Equatable, Sendable {
    package static let standardName = "default"

    package let directory: URL
    /// The folder for notes about profiles that must not be copied with them; nil if there is none.
    let stateDirectory: URL?
    /// The options of the command line that lead to this profile.
    package var options: [String] = []

    package init(directory: URL, stateDirectory: URL? = nil) {
        (self.directory, self.stateDirectory) = (directory, stateDirectory)
    }

    /// Creates a profile below `--data-dir`, or else `$XDG_DATA_HOME/viperchat`, or else `~/.local/share/viperchat`.
    ///
    /// Without a name, `ProfileChoice` chooses one. Throws `StorageError.noHome` if no directory is known, since the current one is never
    /// used, or a `UsageError` for a wrong name in the settings.
    package init(dataDirectory: String?, name: String?, environment: [String: String], isLogin: Bool = false) throws {
        let base =
            if let dataDirectory {
                URL(filePath: dataDirectory, directoryHint: .isDirectory)
            } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
                // The XDG specification says to ignore relative paths.
                URL(filePath: data, directoryHint: .isDirectory).appending(path: "viperchat")
            } else {
                try Self.home(environment).appending(path: ".local/share/viperchat")
            }
        let choice = ProfileChoice(base: base, named: try ProfileSetting.name(environment: environment))
        let chosen = name ?? (isLogin ? choice.nameForLogin() : choice.name())
        self.init(
            directory: base.appending(path: chosen, directoryHint: .isDirectory),
            stateDirectory: Self.stateDirectory(environment)
        )
        if let dataDirectory { options += ["--data-dir", dataDirectory] }
        if name != nil || needsNameInHints { options += ["--profile", chosen] }
    }

    /// Whether a command without the profile's name may act on another account.
    private var needsNameInHints: Bool {
        let name = directory.lastPathComponent
        // A hint to log in must not lead into the demo's profile.
        if name == ProfileChoice.demoName, !account.exists { return false }
        let isUsual = [Self.standardName, ProfileChoice.demoName].contains(name)
        return !isUsual || siblings.contains { $0 != name && beside($0).account.exists }
    }

    /// Returns the folder below `$XDG_STATE_HOME`, or else `~/.local/state`.
    private static func stateDirectory(_ environment: [String: String]) -> URL? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return URL(filePath: state, directoryHint: .isDirectory).appending(path: "viperchat")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return URL(filePath: home, directoryHint: .isDirectory).appending(path: ".local/state/viperchat")
    }

    /// Returns `$HOME`, or the home directory in the system's user database.
    package static func home(_ environment: [String: String]) throws(StorageError) -> URL {
        let candidates = [environment["HOME"], accountHome()].compactMap(\.self)
        guard let home = candidates.first(where: { $0.hasPrefix("/") }) else { throw .noHome }
        return URL(filePath: home, directoryHint: .isDirectory)
    }

    private static func accountHome() -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            var account = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let text = buffer.baseAddress,
                getpwuid_r(getuid(), &account, text, buffer.count, &found) == 0, found != nil
            else { return nil }
            return account.pw_dir.map { String(cString: $0) }
        }
    }

    /// The names of the profiles beside this one, and its own if it exists, in the order of the alphabet.
    package var siblings: [String] {
        let base = directory.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
        return names.filter { name in
            guard let name = try? ProfileName.parsed(name, of: "--profile") else { return false }
            var isFolder: ObjCBool = false
            let path = base.appending(path: name, directoryHint: .isDirectory).path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }.sorted()
    }

    package var history: HistoryFile { HistoryFile(directory.appending(path: "history.sqlite")) }
    package var journal: ServerJournal { ServerJournal(file: directory.appending(path: "server.journal")) }

    package var hasHistory: Bool { FileManager.default.fileExists(atPath: history.url.path) }

    /// The size of the simulated server's journal in bytes; 0 if there is none.
    package var journalLength: UInt64 {
        let journal = directory.appending(path: "server.journal").path
        let attributes = try? FileManager.default.attributesOfItem(atPath: journal)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }

    /// Whether there is a file with the encryption keys of a device.
    package var hasEncryptionKeys: Bool {
        FileManager.default.fileExists(atPath: directory.appending(path: "crypto.sqlite").path)
    }

    /// Makes this profile the one that is used if none is named.
    package func noteLogin() {
        ProfileChoice(base: directory.deletingLastPathComponent(), named: nil).note(login: directory.lastPathComponent)
    }

    /// Whether another process is using the profile. Also false if that is unknown; `lock()` throws the reason then.
    package var isInUse: Bool { ProfileLock.isHeld(at: lockPath) }

    /// The socket at which the process that uses the profile takes commands of others.
    var socketPath: String { directory.appending(path: "socket").path }

    private var lockPath: String { directory.appending(path: "lock").path }

    /// Creates the directory, accessible to its owner only. Throws `StorageError`.
    package func prepare() throws {
        do {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StorageError.noDirectory(
                path: directory.path,
                reason: "not a directory, and it could not be created"
            )
        }
    }

    /// Locks the profile for this process, within a second. Throws `StorageError`; see `ProfileLock`.
    package func lock(attempts: Int = 100) throws(StorageError) -> ProfileLock {
        try ProfileLock(path: lockPath, in: directory.path, attempts: attempts)
    }
}

extension Profile {
    /// The file of the profile's account. Without one, the profile uses the simulated server.
    package var account: AccountFile { AccountFile(directory.appending(path: "account.json")) }

    /// Creates the connection to the account's homeserver, with its ledger and encryption keys beside the history. Throws
    /// `SQLiteError`, `LedgerError` or `CryptoStoreError`.
    package func homeserver(
        of account: MatrixAccount,
        over client: any HTTPClient,
        _ environment: ChatEnvironment
    ) throws -> MatrixTransport {
        let ledger = try MatrixLedger(
            path: directory.appending(path: "matrix.sqlite").path,
            user: account.user,
            random: environment.random,
            now: environment.now
        )
        let encryption = try encryption(of: account, environment)
        return MatrixTransport(
            account: account,
            in: self.account,
            ledger: ledger,
            client: client,
            environment: environment,
            encryption: encryption,
            settings: MatrixSettings(
                sendsReadReceipts: account.sendsReadReceipts,
                sendsTyping: account.sendsTyping,
                encryptsChats: account.encryptsChats,
                sharesWithSignedOnly: account.sharesWithSignedOnly,
                loginCommand: loginCommand(of: account)
            )
        )
    }

    /// The note about the encryption keys of an account's device, which is not in the profile.
    private func witness(of account: MatrixAccount) -> URL? {
        stateDirectory?.appending(
            path: EncryptionMachine.witnessName(user: account.user.rawValue, device: account.device)
        )
    }

    /// Deletes the profile with all that is stored in it, and the note about its keys. Throws `StorageError`.
    package func delete(of account: MatrixAccount) throws {
        if let witness = witness(of: account) { try? FileManager.default.removeItem(at: witness) }
        do { try FileManager.default.removeItem(at: directory) } catch {
            throw StorageError.noDirectory(
                path: directory.path,
                reason: "not all of it could be deleted: delete it by hand"
            )
        }
    }

    /// Opens the encryption keys of an account's device. Throws `SQLiteError` or `CryptoStoreError`.
    package func encryption(of account: MatrixAccount, _ environment: ChatEnvironment) throws -> EncryptionMachine {
        let witness = witness(of: account)
        if let folder = witness?.deletingLastPathComponent() {
            try? FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        return try EncryptionMachine(
            path: directory.appending(path: "crypto.sqlite").path,
            user: account.user.rawValue,
            device: account.device,
            witness: witness?.path,
            now: environment.now
        )
    }
}

extension HistoryFile.Opened {
    /// Sentences to show the user about the state of the history.
    package var notices: [String] {
        [
            setAside.map { "The history was damaged, and a new one was started; the damaged file is \($0.path)" },
            readOnlyReason.map { "Nothing can be saved: \(errorText($0))" },
        ].compactMap { $0 }
    }
}

extension Profile {
    /// Returns the account. Throws `StorageError.noAccount` if there is none.
    package func existingAccount() throws -> MatrixAccount {
        guard let account = try account.read() else { throw StorageError.noAccount }
        return account
    }
}
