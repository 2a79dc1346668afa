import ChatApp
import ChatList
import ChatTypes
import ScreenKit

/// A check that a search finds exactly the names and stored messages that have a word beginning with the search text,
/// page by page.
struct SearchCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run(_ history: StoredHistory) async {
        guard actions.shown.stack.last == .chatList, let list = actions.shown.list?.module else { return }
        for word in ["typ", "a"] {
            await list.perform(.search(word))
            let wanted = history.rows(matching: word, by: world.words)
            var found: Set<String> = []
            var isAll = false
            // Loads as many pages as there can be, and no more.
            for _ in 0...wanted.count / ScreenCheck.listPage {
                guard let state = actions.shown.list?.state else { return }
                world.evidence.check(.complete, state.searchText == word, "the list looks for \(state.searchText)")
                found.formUnion(state.rows.map(\.name))
                isAll = !state.hasMore
                if isAll { break }
                await list.perform(.showMore)
            }
            let others = found.symmetricDifference(wanted)
            world.evidence.check(.complete, others.isEmpty, "\(word) finds \(others) too many or too few")
            world.evidence.check(.complete, isAll, "\(word) finds more than \(wanted.count) rows, it says")
        }
        await list.perform(.search(""))
    }
}

extension ChatListViewState.Row {
    /// The row's name as used by `StoredHistory.rows(matching:by:)`.
    fileprivate var name: String { id.message.map { "\(id.chat)/\($0)" } ?? id.chat.rawValue }
}
