import CSystem
import HTTPClient
import HostKit
import MatrixCrypto
import MatrixTransport
import RuntimeKit

/// The command `recovery`, which makes and uses the account's recovery key.
struct RecoveryCommand: Sendable {
    let server: MatrixTransport
    let input: SecretInput
    let output: LineOutput
    let profile: Profile

    /// Runs the command. Throws `RecoveryError`, `ServiceError`, or what the stores throw.
    func run(_ action: RecoveryAction) async throws -> ExitCode {
        switch action {
        case .status:
            for sentence in try await server.recoveryStatus().sentences {
                output.write(sentence: profile.completing(sentence))
            }
        case .new: try await create(replacing: false)
        case .replace: try await create(replacing: true)
        case .restore: try await restore()
        }
        return .ok
    }

    private func create(replacing: Bool) async throws {
        let command = self
        try await server.createRecovery(
            replacing: replacing,
            hasKey: { try command.hasKey($0) },
            password: { try command.input.line(asking: "Password of the account: ", isSecret: true) },
            showPage: { page in
                OwnDevicesCommand.show(page) { command.output.write(sentence: TerminalText.oneLine($0)) }
            }
        )
        output.write(
            sentence:
                "Your account has signed this device, and its keys are backed up. The recovery key works from now on"
        )
    }

    /// Shows a new recovery key, or none for the one that was shown before, and asks whether the user has it. A program that reads the output
    /// is not asked: it has what was written.
    func hasKey(_ key: String?) throws -> Bool {
        if let key {
            output.write(sentence: "Your recovery key, which is shown only now. Keep it where you keep passwords:")
            output.write(key)
        } else {
            output.write(sentence: "An earlier attempt broke off: this goes on with the recovery key that it showed")
        }
        guard input.isTerminal else { return output.failure == nil }
        return try input.isYes("Do you have it in a safe place? Nothing is published before. (yes or no) ")
    }

    /// The sentence about a recovery key that opened no backup.
    static func sentence(withoutKeys hasBegunBackup: Bool) -> String {
        hasBegunBackup
            ? "There was no backup that this recovery key opens: a new one has begun, and gets the keys of this device"
            : "There were no keys in a backup that this recovery key opens"
    }

    private func restore() async throws {
        let text = try input.line(asking: "Recovery key: ", isSecret: true)
        let result = try await server.restore(with: text)
        output.write("Your account has signed this device")
        if let warning = result.warning { output.write(sentence: warning) }
        output.write(
            sentence: result.keys.map(KeyCommand.sentence) ?? Self.sentence(withoutKeys: result.hasBegunBackup)
        )
    }
}
