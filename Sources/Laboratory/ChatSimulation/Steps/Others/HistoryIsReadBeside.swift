import ChatStore
import ChatTypes
import SimulationKit

/// Another process reads the history while the app runs, as `viperchat list` and `export` do. Each read must see a
/// consistent state, and an export must be complete although the app keeps writing.
struct HistoryIsReadBeside: OthersStep {
    func happen(in world: SimulatedWorld) async {
        let evidence = world.evidence
        do {
            let reader = try HistoryFile(world.history).openForReading()
            let before = try await reader.read { reader in
                let history = try StoredHistory(reader)
                evidence.checkForgotten(history.chats.map(\.record.id))
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
            // The app was killed, and the session continues without this step.
        } catch {
            evidence.check(.survivesDeath, false, "the history cannot be read beside the app: \(error)")
        }
    }
}

/// The key of a message in a history.
private struct MessagePlace: Hashable {
    let chat: ChatID
    let message: MessageID

    init(_ record: HistoryRecord.MessageRecord) {
        (chat, message) = (record.chat, record.id)
    }
}
