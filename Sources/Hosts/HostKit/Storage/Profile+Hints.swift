import ChatTypes
import CommandLineKit
import Foundation
import HTTPClient
package import MatrixTransport
import RuntimeKit

/// Commands in hints to the user, which work when they are copied.
extension Profile {
    /// Returns a whole command for this profile, such as `viperchat --profile alice login @alice:example.org`.
    package func command(_ words: String = "") -> String {
        (["viperchat"] + options.map(shellQuoted) + (words.isEmpty ? [] : [words])).joined(separator: " ")
    }

    /// Returns a sentence in which each command of `viperchat` is the whole one for this profile.
    package func completing(_ sentence: String) -> String {
        guard !options.isEmpty else { return sentence }
        return ProgramText.commandNames.reduce(sentence) { sentence, name in
            sentence.replacing("viperchat \(name)", with: command(name))
        }
    }

    /// Returns the first line of a command that acts on an account, so that the user sees which one.
    package func heading(of account: MatrixAccount) -> String {
        TerminalText.oneLine("Account: \(account.user.rawValue), profile \(directory.lastPathComponent)")
    }

    /// Returns the whole command that logs an account in again.
    package func loginCommand(of account: MatrixAccount) -> String {
        let isNamed = account.homeserver.hasPrefix("https://")
        return command("login \(shellQuoted(isNamed ? account.user.rawValue : account.homeserver))")
    }

    /// Returns a profile beside this one that does not exist yet.
    package func unused() -> Profile {
        let base = directory.deletingLastPathComponent()
        for number in 2...99 {
            let name = "account\(number)"
            let url = base.appending(path: name, directoryHint: .isDirectory)
            guard FileManager.default.fileExists(atPath: url.path) else {
                return beside(name)
            }
        }
        return self
    }

    /// Returns the watch for new logins to an account.
    func loginWatch(
        of account: MatrixAccount,
        over client: any HTTPClient,
        _ environment: ChatEnvironment
    ) -> LoginWatch {
        LoginWatch(
            devices: AccountDevices(of: account, in: self.account, over: client, environment),
            file: directory.appending(path: "logins", directoryHint: .notDirectory),
            clock: environment.clock,
            command: { command($0) }
        )
    }

    /// Returns the account. Throws `StorageError.noAccount` if there is none, and `.loggedOut` without a token.
    package func loggedInAccount() throws -> MatrixAccount {
        let account = try existingAccount()
        guard !account.isLoggedOut else { throw StorageError.loggedOut(login: loginCommand(of: account)) }
        return account
    }
}

/// Returns a word as a shell reads it back.
package func shellQuoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_./:@,+=%".utf8.contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
}
