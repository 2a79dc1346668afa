import ChatApp
import ChatList
import ScreenKit
import Transport

/// A search finds the names and the stored messages in which some word begins like that, and nothing else.
struct SearchCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run(_ history: StoredHistory) async {
        guard actions.shown.stack.last == .chatList, let list = actions.shown.list?.module else { return }
        for word in ["typ", "a"] {
            await list.perform(.search(word))
            let wanted = history.rows(matching: word, by: world.words)
            guard let state = actions.shown.list?.state else { return }
            let found = Set(
                state.rows.map { row in row.id.message.map { "\(row.id.chat)/\($0)" } ?? row.id.chat.rawValue }
            )
            let isAll = found == wanted || state.hasMore && found.isSubset(of: wanted)
            world.evidence.check(
                .complete,
                isAll,
                "\(word) finds \(found.symmetricDifference(wanted)) too many or too few"
            )
        }
        await list.perform(.search(""))
    }
}
