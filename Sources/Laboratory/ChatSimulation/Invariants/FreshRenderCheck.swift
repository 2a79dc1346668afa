import Chat
import ChatList
import ChatSession
import ScreenKit
import SimulationKit

/// A check that new screens on the same model show the same as the existing ones. If a contact writes at that moment,
/// the existing screens are read again afterwards.
struct FreshRenderCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions
    let session: Session

    func run() async {
        let environment = world.environment(run: 0)
        let shown = actions.shown
        if let list = shown.list?.state, list.searchText.isEmpty {
            let fresh = LastState<ChatListViewState>()
            let module = ChatListModule(model: session, router: NoRouter(), environment: environment)
            await render { await module.run(rendering: fresh) }
            let rows = fresh.value?.rows.map(RowText.init(_:))
            let old = list.rows.prefix(ScreenCheck.listPage).map(RowText.init(_:))
            let now = actions.shown.list?.state?.rows.prefix(ScreenCheck.listPage).map(RowText.init(_:))
            let isSame = rows != nil && [old, now].contains(rows)
            world.evidence.check(
                .modelAlone,
                isSame,
                "a fresh list shows \(rows.map { "\($0)" } ?? "nothing"), not \(old)"
            )
        }
        // A chat scrolled up shows a different part of its messages.
        if let chat = shown.chat, chat.place == nil, let state = chat.state {
            let fresh = LastState<ChatViewState>()
            let model = Unattended(inner: session)
            let module = ChatModule(chat: chat.id, model: model, router: NoRouter(), environment: environment)
            await render {
                await module.run(rendering: fresh)
            } then: {
                // With more unread messages than fit it opens at the first of them.
                if fresh.value?.hasLater == true { module.send(.showNewest) }
            }
            let rows = fresh.value?.rows
            let old = Array(state.rows.suffix(ScreenCheck.chatPage))
            let now = actions.shown.chat?.state.map { Array($0.rows.suffix(ScreenCheck.chatPage)) }
            let isSame = rows != nil && [old, now].contains(rows)
            world.evidence.check(
                .modelAlone,
                isSame,
                rows.map { rows in
                    "a fresh \(chat.id) shows \(rows.filter { !old.contains($0) }), not \(old.filter { !rows.contains($0) })"
                } ?? "a fresh \(chat.id) shows nothing"
            )
        }
    }

    private func render(
        _ run: @escaping @Sendable () async -> Void,
        then act: @escaping @Sendable () -> Void = {}
    ) async {
        await withTaskGroup { group in
            group.addTask { await run() }
            group.addTask {
                try? await world.executor.clock.sleep(for: .milliseconds(25))
                act()
                try? await world.executor.clock.sleep(for: .milliseconds(25))
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// A row without its picture, which may load at any time.
    private struct RowText: Equatable {
        let id: ChatSummary.ID
        let texts: [String?]

        init(_ row: ChatListViewState.Row) {
            id = row.id
            texts = [row.title, row.preview, row.time, row.badge]
        }
    }
}
