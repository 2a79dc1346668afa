import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import RuntimeKit

/// Renews an account's tokens: reads them, sends the refresh token, and writes the new pair before anybody uses it.
///
/// Another process with the same file waits meanwhile, and then uses what it finds. A new pair that was lost or could not be written was
/// never used, so servers accept the old refresh token again.
struct TokenRenewal: Sendable {
    let homeserver: String
    let client: any HTTPClient
    /// The file of the account; nil keeps tokens in memory.
    let file: AccountFile?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// Returns the tokens that replace others; nil if the login is over: `invalid_grant` says so, or `invalid_client` of a server that has
    /// forgotten this client, which the next login registers anew. The stored tokens stay until then.
    ///
    /// Throws a `ServiceError` or `CancellationError` if that cannot be found out now.
    func tokens(replacing old: LoginTokens) async throws -> LoginTokens? {
        // Before the refresh token is read: this takes long, and another process may renew meanwhile.
        let oauth = try await oauthClient(of: old.issuer)
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        let stored = try saving { try file?.read() }
        if let stored, stored.tokens.access != old.access { return stored.isLoggedOut ? nil : stored.tokens }
        guard let refresh = old.refresh else { return nil }
        do {
            let new = try await answered { try await request(refresh, oauth) }
            if let file, var account = stored {
                account.tokens = new
                try saving { try file.write(account) }
            }
            return new
        } catch let refusal as OAuthRefusal {
            guard refusal.endsLogin else { throw ServiceError.responseLost }
            return nil
        } catch is LoginError {
            // Tokens that cannot be used.
            throw ServiceError.responseLost
        }
    }

    private func request(_ refresh: String, _ oauth: OAuthClient?) async throws -> LoginTokens {
        guard let oauth else { return try await request(ofHomeserver: refresh) }
        let new = try await oauth.tokens(OAuthClient.refreshGrant, [(name: "refresh_token", value: refresh)])
        // A server that does not replace the refresh token accepts the old one again.
        return new.refresh == nil
            ? LoginTokens(access: new.access, refresh: refresh, renewal: new.renewal, issuer: new.issuer) : new
    }

    private func request(ofHomeserver refresh: String) async throws -> LoginTokens {
        var api = MatrixAPI(homeserver: homeserver, access: nil, client: client)
        api.password = refresh
        let answer: JSONValue
        do { answer = try await api.post(["v3", "refresh"], ["refresh_token": .string(refresh)]) } catch {
            switch error as? ServiceError {
            // The homeserver does not know the refresh token.
            case .unauthorized?, .refused(.forbidden, _)?: throw Self.invalidGrant
            case .refused?: throw ServiceError.responseLost
            default: throw error
            }
        }
        guard let access = answer["access_token"]?.unmasked else { throw ServiceError.responseLost }
        let new = LoginTokens(
            access: access,
            refresh: answer["refresh_token"]?.unmasked ?? refresh,
            lifetime: answer["expires_in_ms"]?.integer.map { Double($0) / 1000 },
            received: now()
        )
        guard new.objection == nil else { throw ServiceError.responseLost }
        return new
    }

    /// Repeats a request once if its answer was lost or unusable.
    private func answered(_ request: () async throws -> LoginTokens) async throws -> LoginTokens {
        do { return try await request() } catch ServiceError.responseLost {
            try Task.checkCancellation()
            return try await request()
        }
    }

    /// Returns this program as a client of the authorization server that issued the tokens; nil for the homeserver's own.
    private func oauthClient(of issuer: LoginTokens.Issuer) async throws -> OAuthClient? {
        guard case .authorizationServer(let name, let id) = issuer else { return nil }
        let found: AuthorizationServer?
        do { found = try await AuthorizationServer.find(for: homeserver, over: client) } catch is LoginError {
            throw ServiceError.responseLost
        }
        // The refresh token is for the server that issued it, and for no other.
        guard let found, found.issuer == name else { throw ServiceError.responseLost }
        return OAuthClient(id, of: found, over: client, now: now)
    }

    private func lock() async throws -> AccountLock? {
        guard let file else { return nil }
        let watch = Stopwatch(clock: clock)
        while watch.now < Self.lockTimeout {
            if let lock = try saving({ try file.lock() }) { return lock }
            try await watch.sleep(for: .milliseconds(50))
        }
        throw ServiceError.responseLost
    }

    private func saving<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch let error as AccountFileError {
            throw ServiceError.unauthorized(text: "The renewed login cannot be saved (\(error)); trying again")
        }
    }

    private static let invalidGrant = OAuthRefusal(code: "invalid_grant", text: nil)
    private static let lockTimeout: Duration = .seconds(60)
}
