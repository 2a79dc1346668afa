import ChatStore
import ChatTypes
import CommandLineKit
import Foundation
import HTTPClient
import HostKit
import MatrixCrypto
import MatrixTransport
import RuntimeKit

/// The commands `login`, `logout`, `whoami` and `devices`, which manage the account of a profile.
struct AccountCommand: Sendable {
    let profile: Profile
    let client: any HTTPClient
    let environment: ChatEnvironment
    let input: SecretInput
    let output: LineOutput
    let options: CommandLineOptions

    /// Runs the command. Throws `StorageError`, `LoginError`, `AccountFileError`, `RecoveryError`, `ServiceError`, or
    /// `InterruptionError` after a signal.
    func run(_ command: Command) async throws -> ExitCode {
        switch command {
        case .login(let address, let way): try await logIn(address, way)
        case .logout: try await logOut()
        case .whoami: say(try described(profile.account.read()))
        case .ownDevices(.list): try await ownDevices().list()
        case .ownDevices(.logOut(let device)): return try await ownDevices().logOut(device)
        // Other types run the other commands.
        default: return .software
        }
        return .ok
    }

    private func logIn(_ text: String, _ way: LoginWay?) async throws {
        let address = try LoginAddress(text)
        try profile.prepare()
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let old = try profile.account.read()
        if old == nil, profile.hasHistory || profile.journalLength > 0 {
            throw StorageError.hasSimulatedChats(path: profile.directory.path, login: otherLogin(text))
        }
        if let old, !old.isLoggedOut,
            try await !MatrixLogin.isEnded(old, in: profile.account, over: client, environment)
        {
            throw StorageError.loggedIn(user: old.user.rawValue, login: otherLogin(text))
        }
        let login = try await MatrixLogin(
            discovering: address,
            over: client,
            now: environment.now,
            deviceName: options.deviceName ?? DeviceName.ofMachine()
        )
        let showPicture: @Sendable ([String]) -> Void = { lines in output.write(lines.map { picture($0) }) }
        let steps = LoginCommand(
            login: login,
            address: address,
            way: way,
            former: old,
            environment: environment,
            input: input,
            say: { say($0) },
            showPicture: output.columns == nil ? nil : showPicture,
            command: { profile.command($0) }
        )
        var account = try await steps.account()
        if let old, old.user != account.user {
            // A token that the user brought is another client's.
            if way != .token { try? await MatrixLogin.logOut(account, over: client, now: environment.now) }
            throw StorageError.hasOtherUser(user: old.user.rawValue, login: otherLogin(text))
        }
        (account.sendsReadReceipts, account.sendsTyping) = (!options.hasPrivateReceipts, !options.hidesTyping)
        (account.encryptsChats, account.sharesWithSignedOnly) = (!options.hasPlainChats, options.sharesWithSignedOnly)
        try profile.account.write(account)
        // The keys of another client's device cannot be replaced.
        let published = await MatrixLogin.publishedKeys(of: account, over: client)
        let isElsewhere = way == .token && published?.hasDevice == true && !profile.hasEncryptionKeys
        let problem = isElsewhere ? nil : await publishKeys(of: account)
        profile.noteLogin()
        say("Logged in as \(account)")
        say("To chat: \(profile.command())")
        if let problem { say(problem) }
        guard !isElsewhere else {
            say("This token is of a device whose encryption keys are in another client: encrypted chats stay shut here")
            return say("To read them, log in as a new device: \(otherLogin(account.user.rawValue))")
        }
        switch published?.hasIdentity {
        case true?:
            say(
                "To read earlier encrypted messages, and for others to trust this device: \(profile.command("recovery restore"))"
            )
        case false?: say("To keep encrypted messages readable on other devices: \(profile.command("recovery new"))")
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

    /// Returns the whole command that logs in to an address in a profile that is not in use.
    private func otherLogin(_ address: String) -> String { profile.unused().command("login \(shellQuoted(address))") }

    private func logOut() async throws {
        // A profile without an account may not exist, so there is nothing to lock.
        guard try profile.account.read() != nil else { return say(Self.notLoggedIn) }
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        guard let account = try profile.account.read(), !account.isLoggedOut || options.forgetsProfile else {
            return say(Self.notLoggedIn)
        }
        if options.forgetsProfile { return try await forget(account) }
        try await MatrixLogin.logOut(account, in: profile.account, over: client, environment)
        try profile.account.write(account.loggedOut)
        try await profile.encryption(of: account, environment).forgetAccount()
        say("Logged out; stored chats of \(account.user) stay and can be read, and are synced after the next login")
        say(
            "The account's private keys were deleted here. This device's keys and the keys to messages stay for the next login; "
                + "\(profile.command("logout --forget")) deletes all of it"
        )
        say("To log in again: \(profile.loginCommand(of: account))")
    }

    /// Logs out and deletes all that the profile has. A person at a terminal is asked first.
    private func forget(_ account: MatrixAccount) async throws {
        let question = "Delete all chats and keys of \(account.user) on this device? (yes or no) "
        if input.isTerminal, try input.line(asking: Self.shown(question), isSecret: false).lowercased() != "yes" {
            return say("Nothing was changed")
        }
        if !account.isLoggedOut {
            try await MatrixLogin.logOut(account, in: profile.account, over: client, environment)
        }
        try profile.delete(of: account)
        say("Logged out; nothing of \(account.user) is stored here any more")
    }

    private func ownDevices() throws -> OwnDevicesCommand {
        let account = try profile.loggedInAccount()
        say(profile.heading(of: account))
        return OwnDevicesCommand(
            devices: AccountDevices(
                of: account,
                in: profile.account,
                over: client,
                environment,
                loginCommand: profile.loginCommand(of: account)
            ),
            environment: environment,
            input: input,
            say: { say($0) },
            command: { profile.command($0) }
        )
    }

    /// Prints a sentence that may repeat what a server said, in a form that is safe on a terminal.
    private func say(_ sentence: String) { output.write(sentence: Self.shown(sentence)) }

    private static func shown(_ sentence: String) -> String {
        TerminalText.fit(TerminalText.oneLine(sentence), columns: 3000)
    }

    /// Returns a line of a picture in dark on light, if colours are wanted; otherwise it is right on a dark terminal.
    private func picture(_ line: String) -> String {
        options.isColorUnwanted ? line : "\u{1B}[97;40m\(line)\u{1B}[m"
    }

    private static let notLoggedIn = "Not logged in"

    private func described(_ account: MatrixAccount?) -> String {
        guard let account else {
            return profile.completing(
                "No account: this profile uses the simulated server; to log in: viperchat login @name:server"
            )
        }
        return account.isLoggedOut ? "\(account) (logged out)" : account.description
    }
}
