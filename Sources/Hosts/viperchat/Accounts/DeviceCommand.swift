import ChatTypes
import HTTPClient
import HostKit
import MatrixCrypto
import MatrixTransport
import OlmKit
import RuntimeKit

/// The command `devices`, which shows, blocks and verifies devices.
struct DeviceCommand: Sendable {
    let server: MatrixTransport
    let input: SecretInput
    let output: LineOutput

    /// Runs the command. Throws `VerificationError`, `ServiceError`, or what the stores throw.
    func run(_ action: DeviceAction) async throws -> ExitCode {
        let user = ContactID(action.user)
        switch action.verb {
        case .list: try await list(user)
        case .block, .unblock:
            let (isBlocked, device) = (action.verb == .block, action.device ?? "")
            try await server.setBlocked(isBlocked, device: device, of: user)
            say(isBlocked ? "Blocked \(device): it gets no keys to messages" : "Unblocked \(device)")
        case .acknowledge:
            try await server.acknowledgeIdentity(of: user)
            say("Acknowledged the identity of \(user.rawValue)")
        case .verify:
            say("Accept the verification on the other device")
            return exitCode(try await server.verify(user, device: action.device) { try show($0) })
        case .answer:
            say("Begin the verification on the other device")
            return exitCode(try await server.answerVerification(of: user) { try show($0) })
        }
        return .ok
    }

    private func list(_ user: ContactID) async throws {
        let devices = try await server.devices(of: user)
        switch try await server.isVerified(user) {
        case true?: say("You verified \(user.rawValue)")
        case false?: break
        case nil:
            say(
                "The identity of \(user.rawValue) has changed since you verified it: somebody may read along. Verify it again"
            )
        }
        guard !devices.isEmpty else { return say("\(user.rawValue) has no other devices with encryption keys") }
        for device in devices {
            let states = [
                device.trust == .verified ? "verified" : nil, device.trust == .blocked ? "blocked" : nil,
                device.isSigned ? "signed by its user" : "not signed by its user",
            ]
            let text = "\(device.id): \(states.compactMap(\.self).joined(separator: ", ")); key \(device.fingerprint)"
            output.write(wrapping: TerminalText.oneLine(text))
        }
    }

    /// Shows a stage. Returns whether to go on.
    func show(_ stage: VerificationStage) throws -> Bool {
        switch stage {
        case .waiting, .ready: return true
        case .asked: return try input.isYes("The other device asks to be verified. Compare emoji with it? (yes or no) ")
        case .comparing(let emoji, let numbers):
            say("Both devices must show these:")
            for emoji in emoji { say("\(emoji.symbol) \(emoji.name)") }
            say("or these numbers: \(numbers.map(String.init).joined(separator: " "))")
            return try input.isYes("Are they the same? (yes or no) ")
        case .confirmed: say("Waiting for the other device")
        case .done: say("Verified")
        case .cancelled(let reason, _):
            let warning = reason.isSuspicious ? ". Somebody may read along: do not trust the other device" : ""
            say("Not verified: \(reason)\(warning)")
        }
        return true
    }

    func exitCode(_ stage: VerificationStage) -> ExitCode { stage == .done ? .ok : .dataError }

    /// Ids are the server's text, which must not reach a terminal as it came.
    private func say(_ text: String) { output.write(sentence: TerminalText.oneLine(text)) }
}
