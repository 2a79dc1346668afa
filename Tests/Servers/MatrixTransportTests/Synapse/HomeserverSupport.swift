import Foundation
import HomeserverTesting
import RuntimeKit
import Testing

@testable import MatrixTransport

extension Trait where Self == ConditionTrait {
    /// Runs a suite only if a homeserver answers.
    static var needsHomeserver: Self {
        .enabled("no homeserver answers: .ci/matrix start") { await Synapse.running() != nil }
    }

    /// Runs a suite only if a homeserver answers, and there is a client that encrypts beside it.
    static var needsEncryptedPeer: Self {
        .enabled("needs .ci/matrix start and .ci/oracle install") { await Synapse.runsWithEncryptedPeer }
    }
}

extension ChatEnvironment {
    /// The environment of a session in real time, whose date is some seconds ahead.
    static func real(ahead seconds: Double = 0) -> ChatEnvironment {
        ChatEnvironment(
            clock: ContinuousClock(),
            now: { Date() + seconds },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SystemRandomNumberGenerator())
        )
    }
}

extension MatrixTransport {
    /// Creates a recovery key, which the user says to have.
    func createRecovery(replacing: Bool, password: String) async throws {
        try await createRecovery(replacing: replacing) { _ in
            true
        } password: {
            password
        }
    }
}
