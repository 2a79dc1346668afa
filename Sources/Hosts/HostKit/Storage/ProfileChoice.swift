import Foundation
import MatrixTransport

/// The profile that a command uses if the command line names none.
///
/// It is the one that the settings name, or else that of the last login among those that are still logged in, or else `default`, which the
/// first login uses. The simulated server has a profile of its own, `demo`, unless its chats are in `default` already.
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
        let standard = Profile(directory: directory(Profile.standardName))
        let logins = logins + [Profile.standardName]
        // A note may lack a login, as that of an earlier version does.
        let loggedIn = (logins + standard.siblings).first { Profile(directory: directory($0)).isLoggedIn }
        if let chosen = loggedIn ?? logins.first(where: { Profile(directory: directory($0)).account.exists }) {
            return chosen
        }
        return standard.isSimulated ? Profile.standardName : Self.demoName
    }

    /// Records the last login, before the earlier ones. A failure changes nothing: the profile can still be named.
    package func note(login name: String) {
        let names = [name] + logins.filter { $0 != name }
        let text = names.prefix(Self.loginLimit).map { $0 + "\n" }.joined()
        try? Data(text.utf8).write(to: file, options: .atomic)
    }

    /// The profiles of the logins, the last one first. Lines that are no names are skipped.
    private var logins: [String] {
        guard let handle = try? FileHandle(forReadingFrom: file), let data = try? handle.read(upToCount: Self.byteLimit)
        else { return [] }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            try? ProfileName.parsed(line.trimmingCharacters(in: .whitespaces), of: "--profile")
        }
    }

    /// The number of logins in the note.
    private static let loginLimit = 50
    /// The size of the note that is read.
    private static let byteLimit = 1 << 14

    private var file: URL { base.appending(path: "last-login", directoryHint: .notDirectory) }

    private func directory(_ name: String) -> URL { base.appending(path: name, directoryHint: .isDirectory) }
}

extension Profile {
    /// Whether an account is logged in here. An unreadable account counts: opening it says why.
    var isLoggedIn: Bool {
        guard account.exists else { return false }
        guard let account = try? account.read() else { return true }
        return !account.isLoggedOut
    }

    /// Whether it holds chats of the simulated server.
    fileprivate var isSimulated: Bool { !account.exists && (hasHistory || journalLength > 0) }
}
