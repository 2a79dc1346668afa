import ChatStore
import ChatTypes
import Foundation
import JSONKit
import MatrixCrypto
import SimulationKit

/// A check at a session's end that a new device which restores the account's backup reads whatever this one reads.
struct BackupCheck: Sendable {
    let world: SimulatedWorld
    /// Reads the app's history.
    let read: @Sendable () async throws -> StoredHistory

    /// Runs the check. The history should have every message.
    func run() async {
        guard let encryption = world.matrix?.encryption else { return }
        do {
            // The last keys are added once the requests before them succeed, which are repeated after a minute.
            try await world.executor.clock.sleep(for: .seconds(90))
            guard let backup = encryption.backup else { return }
            let history = try await read()
            let folder = world.folder.appending(path: "restored")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let machine = try EncryptionMachine(
                path: folder.appending(path: "crypto.sqlite").path,
                user: MatrixEvents.me,
                device: "RESTORED",
                now: { Date(timeIntervalSince1970: 0) }
            )
            _ = try await machine.importBackup(JSONDocument(backup.content.bytes).root, key: backup.key)
            for chat in await world.serverContent() {
                let room = chat.header
                let readable = Set((history[room.id]?.delivered ?? []).filter(EncryptionCheck.isReadable).map(\.id))
                let messages = chat.log.filter { readable.contains($0.id) && !$0.isDeleted }
                let sealed = encryption.events(of: messages, in: room)
                for (event, result) in zip(sealed, try await machine.decrypt(sealed)) {
                    let isReadable = if case .readable = result { true } else { false }
                    world.evidence.check(
                        .encryption,
                        isReadable,
                        "\(event.id) in \(room.id) is \(result) from the backup"
                    )
                }
            }
        } catch {
            world.evidence.check(.encryption, false, "the backup cannot be restored: \(error)")
        }
    }
}
