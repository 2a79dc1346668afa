import Foundation
import MatrixTransport

/// The profile that a command uses if the command line names none.
///
/// It is the one that the settings name, or else that of the last login, or else `default`, which the first login uses. The simulated
/// server has a profile of its own, `demo`, unless its chats are in `default` already.
package struct ProfileChoice: Sendable {
    /// The directory of all profiles.
    let base: URL
    /// The profile that the settings name.
    package let named: String?

    package static let demoName = "demo"

    /// Returns the name of the profile for a login.
    ///
    /// Simulated chats in `default` move to `demo` first, if that is free.
    func nameForLogin() -> String {
        if let named { return named }
        let standard = Profile(directory: directory(Profile.standardName))
        if standard.isSimulated, !FileManager.default.fileExists(atPath: directory(Self.demoName).path),
            let lock = try? standard.lock(attempts: 1)
        {
            try? FileManager.default.moveItem(at: standard.directory, to: directory(Self.demoName))
            withExtendedLifetime(lock) {}
        }
        return Profile.standardName
    }

    /// Returns the name of the profile for all other commands.
    package func name() -> String {
        if let named { return named }
        if let last = lastLogin, Profile(directory: directory(last)).account.exists { return last }
        let standard = Profile(directory: directory(Profile.standardName))
        return standard.account.exists || standard.isSimulated ? Profile.standardName : Self.demoName
    }

    /// Records the last login. A failure changes nothing: the profile can still be named.
    package func note(login name: String) {
        try? Data((name + "\n").utf8).write(to: file, options: .atomic)
    }

    private var lastLogin: String? {
        guard let handle = try? FileHandle(forReadingFrom: file), let data = try? handle.read(upToCount: 100) else {
            return nil
        }
        let name = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return try? ProfileName.parsed(name, of: "--profile")
    }

    private var file: URL { base.appending(path: "last-login", directoryHint: .notDirectory) }

    private func directory(_ name: String) -> URL { base.appending(path: name, directoryHint: .isDirectory) }
}

extension Profile {
    /// Whether it holds chats of the simulated server.
    fileprivate var isSimulated: Bool { !account.exists && (hasHistory || journalLength > 0) }
}
