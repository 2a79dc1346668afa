import Foundation
import MatrixTransport
import RuntimeKit

/// Tells the user of new logins to the account, also of those from while the program did not run.
struct LoginWatch: Sendable {
    let devices: AccountDevices
    /// The file with the devices that the user knows of, a line for each.
    let file: URL
    let clock: any Clock<Duration>
    /// Returns a whole command for a hint.
    let command: @Sendable (String) -> String

    /// Looks every five minutes until the caller's task is cancelled. Calls `tell` with a sentence for each new login, once.
    func run(_ tell: @Sendable (String) async -> Void) async {
        while !Task.isCancelled {
            // Without an answer, or on a full disk, the next look finds the same.
            if let new = try? await newLogins() {
                for device in new { await tell(sentence(device)) }
            }
            try? await clock.sleep(for: Self.pause)
        }
    }

    /// Returns the devices that were not there before, and remembers all that are there. The first look finds nothing new.
    func newLogins() async throws -> [AccountDevice] {
        let all = try await devices.all()
        let known = known()
        let ids = all.map(\.id).sorted()
        if known != ids { try Data(ids.joined(separator: "\n").utf8).write(to: file, options: .atomic) }
        guard let known else { return [] }
        let old = Set(known.map { Array($0.utf8) })
        return all.filter { !$0.isThis && !old.contains(Array($0.id.utf8)) }
    }

    private func known() -> [String]? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func sentence(_ device: AccountDevice) -> String {
        "New login: \(device.name ?? "a device without a name") (\(device.id)). If that was not you: "
            + command("devices logout \(shellQuoted(device.id))")
    }

    private static let pause: Duration = .seconds(300)
}
