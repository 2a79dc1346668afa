import ChatTypes
import HTTPClient
import JSONKit
import RuntimeKit

/// A login that the user approves on any device, by a code: the device authorization grant of OAuth.
public struct DeviceLogin: Sendable {
    /// The code to type on the page.
    public let code: String
    /// The address of the page.
    public let page: String
    /// The address that contains the code; nil if the server names none.
    public let pageWithCode: String?
    /// The time for which the code can be approved.
    public let lifetime: Duration
    private let pause: Duration
    private let secret: String
    private let client: OAuthClient
    let device: String

    /// Requests a code for a device.
    init(_ client: OAuthClient, at endpoint: String, device: String, trusting isSafe: (String) -> Bool) async throws {
        let answer: JSONValue
        do {
            answer = try await client.post(endpoint, [(name: "scope", value: OAuthClient.scope(device: device))])
        } catch let refusal as OAuthRefusal { throw LoginError.refused(refusal.text) }
        guard let secret = answer["device_code"]?.unmasked, LoginTokens.isToken(secret),
            let code = answer["user_code"]?.string, let page = answer["verification_uri"]?.string
        else { throw ServiceError.responseLost }
        let complete = answer["verification_uri_complete"]?.string
        guard (1...Self.codeLimit).contains(code.utf8.count), code.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw LoginError.untrustworthy("its code cannot be shown")
        }
        guard isSafe(page), complete.map(isSafe) ?? true else {
            throw LoginError.untrustworthy("its page is not an https address")
        }
        (self.secret, self.code, self.page, pageWithCode) = (secret, code, page, complete)
        (self.client, self.device) = (client, device)
        let seconds = answer["expires_in"]?.integer ?? 0
        lifetime = .seconds(Self.lifetimes.contains(seconds) ? seconds : seconds <= 0 ? 600 : Self.lifetimes.upperBound)
        pause = .seconds(min(max(answer["interval"]?.integer ?? 5, 1), Self.longestPause))
    }

    /// Waits until the user has approved the code, and returns the tokens.
    ///
    /// Asks in the server's rhythm, slower when told to, and goes on after failures of the network until the code ends. Throws
    /// `LoginError.denied`, `.tooLate`, `.refused` or `CancellationError`.
    func tokens(clock: any Clock<Duration>) async throws -> LoginTokens {
        let watch = Stopwatch(clock: clock)
        var pause = pause
        while watch.now + pause < lifetime {
            try await watch.sleep(for: pause)
            do {
                return try await client.tokens(OAuthClient.deviceGrant, [(name: "device_code", value: secret)])
            } catch let refusal as OAuthRefusal {
                switch refusal.code {
                case "authorization_pending": break
                case "slow_down": pause = min(pause + .seconds(5), .seconds(Self.longestPause))
                case "access_denied": throw LoginError.denied
                case "expired_token": throw LoginError.tooLate
                default: throw LoginError.refused(refusal.text)
                }
            } catch ServiceError.tryAgain(let rest) {
                pause = min(max(pause, rest), .seconds(Self.longestPause))
            } catch is ServiceError {
                pause = min(pause * 2, .seconds(Self.longestPause))
            }
        }
        throw LoginError.tooLate
    }

    private static let codeLimit = 64
    private static let lifetimes: ClosedRange<Int64> = 1...1800
    private static let longestPause: Int64 = 60
}
