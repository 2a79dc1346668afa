import CSystem
import HTTPClient
import MatrixCrypto
import MatrixTransport
import RuntimeKit

/// The command `recovery`, which makes and uses the account's recovery key.
struct RecoveryCommand: Sendable {
    let server: MatrixTransport
    let input: SecretInput
    let output: LineOutput

    /// Runs the command. Throws `RecoveryError`, `ServiceError`, or what the stores throw.
    func run(_ action: RecoveryAction) async throws -> ExitCode {
        switch action {
        case .status: for sentence in try await server.recoveryStatus().sentences { output.write(sentence) }
        case .new: try await create(replacing: false)
        case .replace: try await create(replacing: true)
        case .restore: try await restore()
        }
        return .ok
    }

    private func create(replacing: Bool) async throws {
        let input = input
        let key = try await server.createRecovery(replacing: replacing) {
            try input.line(asking: "Password of the account: ", isSecret: true)
        }
        output.write("Your recovery key, which is shown only now. Keep it where you keep passwords:")
        output.write(key)
    }

    private func restore() async throws {
        let text = try input.line(asking: "Recovery key: ", isSecret: true)
        let result = try await server.restore(with: text)
        output.write("Your account has signed this device")
        output.write(result.keys.map(KeyCommand.sentence) ?? "There is no backup of keys that this recovery key opens")
    }
}
