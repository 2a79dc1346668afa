import ChatTypes
import RuntimeKit
import Synchronization

/// The tokens of an account in use. The access token is renewed before it ends and when it is refused.
///
/// One renewal runs at a time, and all requests that wait for it share its result.
actor AccessTokens {
    private struct State {
        var tokens: LoginTokens
        /// The access token before the last renewal.
        var former: String?
        /// Whether the homeserver refused the last request that it answered.
        var isRefused = false
    }

    private let state: Mutex<State>
    private let renewal: TokenRenewal?
    private let loginCommand: String?
    private var isRenewing = false
    private var isOver = false
    /// The time since a renewal failed; nil after one that succeeded.
    private var failure: Stopwatch?
    private let changed = Signal()

    /// - Parameters:
    ///   - renewal: the way to new tokens; nil if the access token does not end.
    ///   - loginCommand: the command that logs in again.
    init(_ tokens: LoginTokens, renewedBy renewal: TokenRenewal? = nil, loginCommand: String? = nil) {
        (self.renewal, self.loginCommand) = (renewal, loginCommand)
        state = Mutex(State(tokens: tokens))
    }

    /// The tokens in use.
    nonisolated var tokens: LoginTokens { state.withLock(\.tokens) }

    /// The secrets that a response may repeat.
    nonisolated var secrets: [String?] {
        state.withLock { [$0.tokens.access, $0.former, $0.tokens.refresh] }
    }

    /// Whether the homeserver no longer accepts the login, as far as is known.
    nonisolated var hasEnded: Bool { state.withLock(\.isRefused) }

    /// Records whether the homeserver accepted a token.
    nonisolated func note(isAccepted: Bool) { state.withLock { $0.isRefused = !isAccepted } }

    /// The error of a request that the homeserver refused, with what to do.
    nonisolated var refusal: ServiceError {
        let reason = tokens.access.isEmpty ? "You have logged out" : "The server has ended this login"
        return .unauthorized(text: reason + (loginCommand.map { "; to log in again: \($0)" } ?? ": log in again"))
    }

    /// Returns the access token for the next request; a new one if the old one is about to end.
    ///
    /// Throws `.unauthorized` if the login is over.
    func token() async throws -> String {
        let tokens = tokens
        guard !tokens.access.isEmpty, !isOver else {
            note(isAccepted: false)
            throw refusal
        }
        let mayRenew = failure.map { $0.now > Self.pause } ?? true
        guard let renewal, tokens.refresh != nil, let time = tokens.renewal, time <= renewal.now(), mayRenew else {
            return tokens.access
        }
        do {
            if let renewed = try await renewed(after: tokens.access) { return renewed }
        } catch is ServiceError {
            // The homeserver may still accept the old token.
            return tokens.access
        }
        note(isAccepted: false)
        throw refusal
    }

    /// Returns a newer access token than one that the homeserver has refused; nil if the login is over.
    ///
    /// Throws a `ServiceError` or `CancellationError` if that cannot be found out now.
    func renewed(after refused: String) async throws -> String? {
        while isRenewing, tokens.access == refused {
            await changed.wait()
            try Task.checkCancellation()
        }
        guard tokens.access == refused else { return tokens.access }
        guard let renewal, tokens.refresh != nil, !isOver else { return nil }
        isRenewing = true
        defer {
            isRenewing = false
            changed.wakeAll()
        }
        do {
            let new = try await renewal.tokens(replacing: tokens)
            failure = nil
            isOver = new == nil
            if let new { state.withLock { ($0.tokens, $0.former) = (new, $0.tokens.access) } }
            return new?.access
        } catch {
            failure = Stopwatch(clock: renewal.clock)
            throw error
        }
    }

    /// The pause between renewals that fail while the homeserver accepts the old token.
    private static let pause: Duration = .seconds(30)
}
