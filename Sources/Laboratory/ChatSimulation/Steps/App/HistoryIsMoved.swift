import ChatStore
import Foundation

/// The user leaves the app and replaces the history with an import of its own export, as when restoring a backup.
/// Then the app starts again.
struct HistoryIsMoved: Step {
    func happen(in session: SessionRunner) throws {
        session.leave()
        try HistoryMove(world: session.world, bug: session.bug).run()
        try session.start()
    }
}

private struct HistoryMove {
    let world: SimulatedWorld
    let bug: PlantedBug?

    /// Exports and imports the history. Throws errors of the disk.
    func run() throws {
        let lines = try export()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: world.history.path + suffix) }
        let opened = try HistoryFile(world.history).open(at: world.serverNow)
        try bug?.prepareImport(opened.database)
        let rejected = try opened.database.write { writer in
            lines.filter { line in (try? writer.restore(JSONDecoder().decode(HistoryRecord.self, from: line))) == nil }
        }
        world.evidence.check(.survivesDeath, rejected.isEmpty, "an import does not take \(Self.text(rejected))")
        world.evidence.noteMoved(tellsMutes: world.matrix != nil)
        let again = try export()
        let (lost, new) = (lines.filter { !again.contains($0) }, again.filter { !lines.contains($0) })
        world.evidence.check(
            .survivesDeath,
            again == lines,
            "what was exported as \(Self.text(lost)) is imported as \(Self.text(new))"
        )
    }

    private func export() throws -> [Data] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try ChatDatabase(.file(path: world.history.path)).read { reader in
            var lines: [Data] = []
            try reader.export { lines.append(try encoder.encode($0)) }
            return lines
        }
    }

    private static func text(_ lines: [Data]) -> [String] { lines.map { String(decoding: $0, as: UTF8.self) } }
}
