import Foundation
import HostKit
import MatrixTransport
import RuntimeKit

/// The commands `devices` and `devices logout`, about the devices on which the account is logged in.
struct OwnDevicesCommand: Sendable {
    let devices: AccountDevices
    let environment: ChatEnvironment
    let input: SecretInput
    let say: @Sendable (String) -> Void
    /// Returns a whole command for a hint.
    let command: @Sendable (String) -> String

    /// Prints a line for each device, the last used first. Throws a `ServiceError`.
    func list() async throws {
        for device in try await devices.all() {
            let use = device.lastUse.map { "last used \(date($0))" } ?? "last use unknown"
            say("\(device.id): \(device.name ?? "(no name)"), \(device.isThis ? "this device" : use)")
        }
        say("To log one out: \(command("devices logout ID"))")
    }

    /// Logs a device out. Throws `LoginError`, `RecoveryError`, `ServiceError` or `InterruptionError`.
    func logOut(_ device: String) async throws -> ExitCode {
        if try await devices.all().contains(where: { $0.isThis && $0.id == device }) {
            say("This is the device that you are using: \(command("logout")) logs it out")
            return .usage
        }
        let (input, say) = (input, say)
        let proof = OwnerProof(
            clock: environment.clock,
            password: { try input.line(asking: "Password of the account: ", isSecret: true) },
            showPage: { Self.show($0, say) }
        )
        guard try await devices.logOut(device, proof: proof) else {
            say("There is no device \(short(device)): \(command("devices")) lists them")
            return .dataError
        }
        say("Logged out \(device)")
        return .ok
    }

    /// Shows a page on which the user approves a change, which goes on by itself then.
    static func show(_ page: String, _ say: @Sendable (String) -> Void) {
        say("This change needs your approval. Open this page in a browser, and approve it there:")
        say(" \(page)")
        say("Waiting until you have approved it (Ctrl-C cancels)…")
    }

    private func date(_ date: Date) -> String {
        var style = Date.FormatStyle(date: .abbreviated, time: .shortened, locale: environment.locale)
        (style.calendar, style.timeZone) = (environment.calendar, environment.timeZone)
        return date.formatted(style)
    }
}
