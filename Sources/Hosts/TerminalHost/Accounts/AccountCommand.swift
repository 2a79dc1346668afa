import ChatStore
import ChatTypes
import CommandLineKit
import Foundation
import HTTPClient
import MatrixCrypto
import MatrixTransport
import RuntimeKit

/// The commands `login`, `logout` and `whoami`, which manage the account of a profile.
struct AccountCommand: Sendable {
    let profile: Profile
    let client: any HTTPClient
    let environment: ChatEnvironment
    let input: SecretInput
    let output: LineOutput
    let options: CommandLineOptions

    /// Runs the command. Throws `StorageError`, `LoginError`, `AccountFileError`, `ServiceError`, or `InterruptionError`
    /// after a signal.
    func run(_ command: Command) async throws -> ExitCode {
        switch command {
        case .login(let address, let hasToken): try await logIn(address, hasToken: hasToken)
        case .logout: try await logOut()
        case .whoami: say(try described(profile.account.read()))
        // Other types run the other commands.
        default: return .software
        }
        return .ok
    }

    private func logIn(_ text: String, hasToken: Bool) async throws {
        let address = try LoginAddress(text)
        try profile.prepare()
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let old = try profile.account.read()
        if old == nil, profile.hasHistory || profile.journalLength > 0 {
            throw StorageError.hasSimulatedChats(path: profile.directory.path)
        }
        if let old, !old.isLoggedOut, try await !MatrixLogin.isEnded(old, over: client) {
            throw StorageError.loggedIn(user: old.user.rawValue)
        }
        let login = try await MatrixLogin(discovering: address, over: client)
        var account: MatrixAccount
        if hasToken {
            account = try await login.account(of: try input.line(asking: "Access token: ", isSecret: true))
        } else {
            let user: String
            if case .user(let name, _) = address {
                user = name
            } else {
                user = try input.line(asking: "User: ", isSecret: false)
            }
            let password = try input.line(asking: "Password: ", isSecret: true)
            account = try await login.account(of: user, password: password, device: old?.device)
        }
        if let old, old.user != account.user { throw StorageError.hasOtherUser(user: old.user.rawValue) }
        (account.sendsReadReceipts, account.encryptsChats) = (!options.hasPrivateReceipts, !options.hasPlainChats)
        account.sharesWithSignedOnly = options.sharesWithSignedOnly
        try profile.account.write(account)
        let problem = await publishKeys(of: account)
        say("Logged in as \(account)")
        if let problem { say(problem) }
        switch await MatrixLogin.hasIdentity(account, over: client) {
        case true?:
            say("To read earlier encrypted messages, and for others to trust this device: viperchat recovery restore")
        case false?: say("To keep encrypted messages readable on other devices: viperchat recovery new")
        case nil: break
        }
    }

    /// Publishes this device's keys: nothing that is encrypted before can ever be read here. Returns a sentence about a failure.
    private func publishKeys(of account: MatrixAccount) async -> String? {
        do {
            try await profile.homeserver(of: account, over: client, environment).publishKeys()
            return nil
        } catch {
            return
                "This device's keys are not published yet, so messages to it cannot be read until viperchat has connected: "
                + FailureText.text(of: error)
        }
    }

    private func logOut() async throws {
        // A profile without an account may not exist, so there is nothing to lock.
        guard try profile.account.read() != nil else { return say(Self.notLoggedIn) }
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        guard let account = try profile.account.read(), !account.isLoggedOut || options.forgetsProfile else {
            return say(Self.notLoggedIn)
        }
        if options.forgetsProfile { return try await forget(account) }
        try await MatrixLogin.logOut(account, over: client)
        try profile.account.write(account.loggedOut)
        try await profile.encryption(of: account, environment).forgetAccount()
        say("Logged out; stored chats of \(account.user) stay and can be read, and are synced after the next login")
        say(
            "The account's private keys were deleted here. This device's keys and the keys to messages stay for the next login; "
                + "viperchat logout --forget deletes all of it"
        )
    }

    /// Logs out and deletes all that the profile has. A person at a terminal is asked first.
    private func forget(_ account: MatrixAccount) async throws {
        let question = "Delete all chats and keys of \(account.user) on this device? (yes or no) "
        if input.isTerminal, try input.line(asking: Self.shown(question), isSecret: false).lowercased() != "yes" {
            return say("Nothing was changed")
        }
        if !account.isLoggedOut { try await MatrixLogin.logOut(account, over: client) }
        try profile.delete(of: account)
        say("Logged out; nothing of \(account.user) is stored here any more")
    }

    /// Prints a sentence that may repeat what a server said, in a form that is safe on a terminal.
    private func say(_ sentence: String) { output.write(Self.shown(sentence)) }

    private static func shown(_ sentence: String) -> String {
        TerminalText.fit(TerminalText.oneLine(sentence), columns: 1000)
    }

    private static let notLoggedIn = "Not logged in"

    private func described(_ account: MatrixAccount?) -> String {
        guard let account else {
            return "No account: this profile uses the simulated server; viperchat login @name:server logs in"
        }
        return account.isLoggedOut ? "\(account) (logged out)" : account.description
    }
}
