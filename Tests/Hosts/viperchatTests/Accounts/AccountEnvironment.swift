import CSystem
import ChatTypes
import Foundation
import HTTPClient
import MatrixTransport
import RuntimeKit

@testable import HostKit
@testable import viperchat

extension ChatEnvironment {
    /// The environment of commands for accounts: a moment of 2020 for ever, and the real clock for pauses.
    static let ofAccounts = ChatEnvironment(
        clock: ContinuousClock(),
        now: { Date(timeIntervalSince1970: 1_600_000_000) },
        calendar: .utcInUSEnglish,
        random: RandomSource(SystemRandomNumberGenerator())
    )
}

extension AccountCommand {
    /// Creates a command on a profile, which reads what the user types from a descriptor, and asks and answers on `output`.
    init(
        _ profile: Profile,
        at homeserver: any HTTPClient,
        reading descriptor: Int32 = STDIN_FILENO,
        printingTo output: LineOutput,
        _ options: CommandLineOptions = CommandLineOptions()
    ) throws {
        self.init(
            profile: profile,
            client: homeserver,
            environment: .ofAccounts,
            input: SecretInput(signals: try SignalPipe(), prompts: output, descriptor: descriptor),
            output: output,
            options: options
        )
    }
}

extension Profile {
    /// Prepares the profile; returns its account's homeserver, which does not answer.
    func unreachableHomeserver() throws -> MatrixTransport {
        try prepare()
        let account = MatrixAccount(homeserver: "https://h.test", user: ContactID("@me:test"), device: "D", token: "")
        return try homeserver(of: account, over: UnreachableHomeserver(), .ofAccounts)
    }
}

/// A homeserver that does not answer.
struct UnreachableHomeserver: HTTPClient {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw CancellationError() }
}
