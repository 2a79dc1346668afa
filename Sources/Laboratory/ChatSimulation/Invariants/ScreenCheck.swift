import Chat
import ChatApp
import ChatList
import ChatStore
import ScreenKit
import Transport

/// The views' own states are what a perfect chat would show.
struct ScreenCheck {
    let world: SimulatedWorld
    let actions: AppActions

    /// How many rows the list shows at first, and more each time that it is asked.
    static var listPage: Int { 50 }
    private var evidence: Evidence { world.evidence }

    func run(_ server: [ServerChatContent], _ history: StoredHistory) {
        let (shown, environment) = (actions.shown, world.environment(life: 0))
        if let list = shown.list?.state { checkList(list, shown.badge, server, history, environment) }
        if let chat = shown.chat, let state = chat.state, let content = server.first(where: { $0.header.id == chat.id })
        {
            checkChat(state, content, history[chat.id], environment)
        }
    }

    private func checkList(
        _ list: ChatListViewState,
        _ badge: Int?,
        _ server: [ServerChatContent],
        _ history: StoredHistory,
        _ environment: ChatEnvironment
    ) {
        let rows = list.rows.map(ListRow.init)
        let wanted = server.sorted { $0.isAbove($1) }.map { ListRow($0, history[$0.header.id], environment) }
        let isRight = rows == Array(wanted.prefix(rows.count)) && (rows.count == wanted.count) != list.hasMore
        evidence.check(.complete, isRight, "the list shows \(rows), and should show \(wanted)")
        // Of more than is shown, whole pages are.
        let isPaged = rows.count == wanted.count || rows.count > 0 && rows.count.isMultiple(of: Self.listPage)
        evidence.check(.complete, isPaged, "the list shows \(rows.count) chats of \(wanted.count)")
        let isPlain = list.searchText.isEmpty && list.status == nil
        evidence.check(.modelAlone, isPlain, "the list says \(list.status ?? ""), looking for \(list.searchText)")
        let sum = wanted.reduce(0) { $0 + ($1.isMuted ? 0 : $1.unreadCount) }
        evidence.check(
            .unread,
            badge == sum,
            "the badge is \(badge.map(String.init) ?? "not told"), and the sum \(sum)"
        )
    }

    private func checkChat(
        _ state: ChatViewState,
        _ content: ServerChatContent,
        _ stored: StoredHistory.Chat?,
        _ environment: ChatEnvironment
    ) {
        let id = content.header.id
        let place = content.readByAll
        let waiting = (stored?.waiting ?? []).map { ChatRow(waiting: $0, environment) }
        let rows = state.rows.map(ChatRow.init)
        let log = content.log.suffix(max(0, rows.count - waiting.count))
        let wanted = log.map { ChatRow($0, of: content, readUpTo: place, environment) } + waiting
        evidence.check(
            .complete,
            rows == wanted,
            "\(id) shows \(rows.filter { !wanted.contains($0) }), not \(wanted.filter { !rows.contains($0) }), or in another order"
        )
        evidence.check(
            .complete,
            state.hasEarlier == (log.count < content.log.count),
            "\(id) shows \(log.count) of \(content.log.count), and that there are earlier ones: \(state.hasEarlier)"
        )
        let people = content.group.map(groupText(_:))
        evidence.check(
            .membership,
            state.subtitle == people,
            "\(id) says \(state.subtitle ?? "nothing") of its members, not \(people ?? "nothing")"
        )
        let isPlain = state.title == content.header.contact.name && state.status == nil && !state.isLoadingEarlier
        evidence.check(
            .modelAlone,
            isPlain,
            "\(id) says \(state.title), \(state.status ?? ""), \(state.isLoadingEarlier)"
        )
        let reasons = Set((stored?.waiting ?? []).compactMap(\.failure))
        let lost = evidence.hasLostCopy(in: id) ? [FileFault.lost.description] : []
        let away = evidence.with { $0.refusalsAway[id] ?? [] }
        let allowed = away.union([SeverableTransport.refusal] + lost)
        evidence.check(.sentOnce, reasons.isSubset(of: allowed), "refused for \(reasons)")
        let isKept = evidence.allows(state.draft, in: id)
        evidence.check(.survivesDeath, isKept, "the draft shown is \(state.draft)")
    }
}
