import ChatStore
import SimulationKit
import Transport

/// Another process reads the history beside the app, as `viperchat list` and `export` do: whatever moment it meets is whole, and
/// so is what it exports while the app writes on.
struct HistoryIsReadBeside: OthersStep {
    func happen(in world: SimulatedWorld) async {
        let evidence = world.evidence
        do {
            let reader = try HistoryFile(world.history).openForReading()
            let before = try await reader.read { reader in
                let history = try StoredHistory(reader)
                try UnreadCheck(evidence: evidence).run(history, reader)
                return history
            }
            var (exported, count) = (Set<MessagePlace>(), 0)
            try await reader.export { records in
                for case .message(let message) in records {
                    exported.insert(MessagePlace(message))
                    count += 1
                }
                try? await world.executor.clock.sleep(for: .milliseconds(20))
            }
            evidence.check(.complete, count == exported.count, "an export has a message twice")
            let lost = Set(before.chats.flatMap { $0.delivered.map(MessagePlace.init) }).subtracting(exported)
            evidence.check(.survivesDeath, lost.isEmpty, "\(lost.map(\.message)) are not in an export of that moment")
        } catch is CancellationError {
            // The app has died, and the session goes on without this.
        } catch {
            evidence.check(.survivesDeath, false, "the history cannot be read beside the app: \(error)")
        }
    }
}

/// What names a message in a history.
private struct MessagePlace: Hashable {
    let chat: ChatID
    let message: MessageID

    init(_ record: HistoryRecord.MessageRecord) {
        (chat, message) = (record.chat, record.id)
    }
}
