import ChatStore
import ChatTypes
import CommandLineKit
import Foundation
import HTTPClient
import MatrixTransport

/// `login`, `logout` and `whoami`: which account a profile is of.
struct AccountCommand: Sendable {
    let profile: Profile
    let client: any HTTPClient
    let input: SecretInput
    let output: LineOutput
    var hasPrivateReceipts = false

    /// Throws `StorageError`, `LoginError`, `AccountFileError`, `ServiceError`, or `Interruption` when a signal came first.
    func run(_ command: Command) async throws -> ExitCode {
        switch command {
        case .login(let address, let hasToken): try await logIn(address, hasToken: hasToken)
        case .logout: try await logOut()
        case .whoami: output.write(try described(profile.account.read()))
        // They are done elsewhere.
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
            throw StorageError.ofSimulation(path: profile.directory.path)
        }
        if let old, !old.isLoggedOut { throw StorageError.loggedIn(user: old.user.rawValue) }
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
        if let old, old.user != account.user { throw StorageError.ofOther(user: old.user.rawValue) }
        account.tellsReading = !hasPrivateReceipts
        try profile.account.write(account)
        output.write("Logged in as \(account)")
    }

    private func logOut() async throws {
        // Where nothing was ever kept there is nothing to lock, either.
        guard try profile.account.read() != nil else { return output.write(Self.notLoggedIn) }
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        guard let account = try profile.account.read(), !account.isLoggedOut else {
            return output.write(Self.notLoggedIn)
        }
        try await MatrixLogin.logOut(account, over: client)
        try profile.account.write(account.loggedOut)
        output.write("Logged out; what is stored of \(account.user) stays, and can be read")
    }

    private static let notLoggedIn = "Not logged in"

    private func described(_ account: MatrixAccount?) -> String {
        guard let account else { return "The simulated server: no account; viperchat login @name:server makes it one" }
        return account.isLoggedOut ? "\(account) (logged out)" : account.description
    }
}
