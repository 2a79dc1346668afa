package import ChatTypes
import Foundation
import MatrixTransport

/// A profile that is logged in, and the name of its account among all of them.
package struct ProfileAccount: Sendable {
    /// The user's ID; with the profile's name where two profiles have the same user.
    package let name: AccountName
    package let profile: Profile

    package init(name: AccountName, profile: Profile) { (self.name, self.profile) = (name, profile) }

    /// Returns the account that a text names, by its name or that of its profile. Throws a `LineCommandError`.
    package static func named(_ text: String, among accounts: [ProfileAccount]) throws(LineCommandError)
        -> ProfileAccount
    {
        if let account = accounts.first(where: { $0.profile.directory.lastPathComponent == text }) { return account }
        let name = try AccountName(text, among: accounts.map(\.name))
        return accounts.first { $0.name == name } ?? accounts[0]
    }
}

extension Profile {
    /// Returns the profiles beside this one that are logged in, this one first if it is, the others by name.
    ///
    /// A profile whose account cannot be read is among them, under the profile's name: opening it says why.
    package func accountsBeside() -> [ProfileAccount] {
        let base = directory.deletingLastPathComponent()
        let own = directory.lastPathComponent
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []).sorted().filter {
            $0 != own && (try? ProfileName.parsed($0, of: "--profile")) != nil
        }
        let found = ([own] + names).compactMap { name -> (profile: Profile, user: String?)? in
            let profile = name == own ? self : beside(name)
            guard profile.account.exists else { return nil }
            guard let account = try? profile.account.read() else { return (profile, nil) }
            return account.isLoggedOut ? nil : (profile, account.user.rawValue)
        }
        let counts = Dictionary(grouping: found.compactMap(\.user)) { $0 }.mapValues(\.count)
        return found.map { profile, user in
            let profileName = profile.directory.lastPathComponent
            let name = user.map { counts[$0] == 1 ? $0 : "\($0) (\(profileName))" } ?? profileName
            return ProfileAccount(name: AccountName(name), profile: profile)
        }
    }

    /// Returns the profile of another name in the same directory, with the options that lead to it.
    func beside(_ name: String) -> Profile {
        let base = directory.deletingLastPathComponent()
        var profile = Profile(
            directory: base.appending(path: name, directoryHint: .isDirectory),
            stateDirectory: stateDirectory
        )
        // The directory of the data may have the profile's name.
        let isNamed = options.dropLast().last == "--profile"
        profile.options = (isNamed ? options.dropLast(2) : options) + ["--profile", name]
        return profile
    }
}
