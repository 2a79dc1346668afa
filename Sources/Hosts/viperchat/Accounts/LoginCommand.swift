import ChatTypes
import Foundation
import HostKit
import MatrixTransport
import RuntimeKit

/// The steps of `login` from the address to the account: finds the way, leads the user through it, and waits.
struct LoginCommand: Sendable {
    let login: MatrixLogin
    let address: LoginAddress
    /// The way that the user wants; nil for the best that the homeserver offers.
    let way: LoginWay?
    /// The account that the profile had before, if any: the same user, and the same device where that is possible.
    let former: MatrixAccount?
    let environment: ChatEnvironment
    let input: SecretInput
    let say: @Sendable (String) -> Void
    /// Shows the lines of a picture on a terminal; nil without one.
    let showPicture: (@Sendable ([String]) -> Void)?
    /// Returns a whole command for a hint.
    let command: @Sendable (String) -> String

    /// Returns the account that was logged in. Throws `LoginError`, `ServiceError`, `StorageError` or `InterruptionError`.
    func account() async throws -> MatrixAccount {
        switch way {
        case .token:
            let token = try input.line(asking: "Access token: ", isSecret: true)
            return try await login.account(of: token, clock: environment.clock)
        case .password: return try await byPassword()
        case .browser, .sso, nil: break
        }
        let offer = try await login.offer()
        switch try offer.method(way?.method) {
        case .device: return try await byCode(offer)
        case .browser: return try await byBrowser(offer, .browser)
        case .singleSignOn: return try await byBrowser(offer, .singleSignOn)
        case .password: return try await byPassword()
        }
    }

    /// The user who is to log in; nil if that is open.
    private var user: ContactID? {
        if let former { return former.user }
        if case .user(let name, _) = address { return ContactID(name) }
        return nil
    }

    private func byPassword() async throws -> MatrixAccount {
        let name = try nameForPassword()
        let password = try input.line(asking: "Password: ", isSecret: true)
        return try await login.account(of: name, password: password, device: former?.device)
    }

    /// Asks for the user, unless the address names one. An empty line means the profile's user.
    private func nameForPassword() throws -> String {
        if case .user(let name, _) = address { return name }
        guard let former else { return try input.line(asking: "User: ", isSecret: false) }
        let name = try input.line(asking: "User (\(former.user.rawValue)): ", isSecret: false)
        return name.isEmpty ? former.user.rawValue : name
    }

    private func byCode(_ offer: LoginOffer) async throws -> MatrixAccount {
        let begun = try await login.beginDeviceLogin(offer, device: former?.device, random: environment.random)
        let minutes = max(1, Int(begun.lifetime / .seconds(60)))
        let whole = begun.pageWithCode.flatMap { $0 == begun.page ? nil : $0 }
        let picture = showPicture == nil ? nil : whole.flatMap { QRCode($0) }
        // The text below it is short, so that the picture stays on a terminal of 24 rows.
        if let showPicture, let picture { showPicture(picture.lines()) }
        say("To log in, \(picture == nil ? "" : "scan this picture, or ")open this page in a browser on any device:")
        say(" \(begun.page)")
        say("and type this code there, within \(minutes) minute\(minutes == 1 ? "" : "s"):")
        say(" \(begun.code)")
        if let whole, picture == nil {
            say("This address contains the code:")
            say(" \(whole)")
        }
        say("Waiting until you approve the login there (Ctrl-C cancels)…")
        return try await login.account(approving: begun, of: user, clock: environment.clock)
    }

    private func byBrowser(_ offer: LoginOffer, _ method: LoginMethod) async throws -> MatrixAccount {
        let provider = method == .singleSignOn ? try provider(of: offer) : nil
        let listener = try RedirectListener()
        let begun = try await login.beginBrowserLogin(
            offer,
            method,
            provider: provider,
            device: former?.device,
            port: listener.port,
            random: environment.random
        )
        say("To log in, open this page in a browser on this machine:")
        say(" \(begun.page)")
        if input.isTerminal {
            say("With a browser elsewhere: paste the address here at which it ends (http://127.0.0.1:…)")
        }
        if method == .singleSignOn, offer.methods.contains(.password) {
            say("With a password instead: \(command("login \(shellQuoted(address.description)) --password"))")
        }
        say("Waiting until you have logged in there (Ctrl-C cancels)…")
        let secret = try listener.secret(
            for: begun.redirect,
            signals: input.signals,
            pasted: input.isTerminal ? 0 : nil
        )
        return try await login.account(finishing: begun, with: secret, of: user, clock: environment.clock)
    }

    /// Asks for one of several providers.
    private func provider(of offer: LoginOffer) throws -> String? {
        let providers = offer.providers
        guard providers.count > 1 else { return providers.first?.id }
        say("Log in with:")
        for (index, provider) in providers.enumerated() { say(" \(index + 1)  \(provider.name)") }
        while true {
            let line = try input.line(asking: "Number (1 to \(providers.count)): ", isSecret: false)
            if let number = Int(line), providers.indices.contains(number - 1) { return providers[number - 1].id }
            say("Type one of the numbers")
        }
    }
}
