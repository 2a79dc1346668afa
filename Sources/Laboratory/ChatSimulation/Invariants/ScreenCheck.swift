import Chat
import ChatApp
import ChatList
import ChatStore
import ChatTypes
import RuntimeKit
import ScreenKit

/// A check that the views' states equal those of a perfect chat app.
struct ScreenCheck {
    let world: SimulatedWorld
    let actions: AppActions

    /// The number of rows that the list shows at first, and that each request for more adds.
    static var listPage: Int { 50 }
    /// The number of rows that a chat shows at first, if it has that many.
    static var chatPage: Int { 50 }
    private var evidence: Evidence { world.evidence }

    func run(_ server: [ServerChatContent], _ history: StoredHistory) {
        let (shown, environment) = (actions.shown, world.environment(run: 0))
        if shown.isSevered { return }
        func isFavourite(_ chat: ServerChatContent) -> Bool { history[chat.header.id]?.record.favourite == true }
        let sorted =
            server.filter(isFavourite).sorted { $0.isAbove($1) }
            + server.filter { !isFavourite($0) }.sorted { $0.isAbove($1) }
        let wanted = sorted.map { ListRow($0, history[$0.header.id], environment) }
        checkRendered(shown)
        if let list = shown.list?.state { checkList(list, wanted) }
        if let chat = shown.chat, let content = server.first(where: { $0.header.id == chat.id }) {
            checkChat(chat, content, history[chat.id], environment)
        }
        checkBadge(shown.badge, wanted)
    }

    /// Checks that each screen on the stack was rendered, including a form.
    private func checkRendered(_ shown: InterfaceSpy.Shown) {
        evidence.check(.complete, shown.list?.state != nil, "the list was never rendered")
        let isFormEmpty = shown.form != nil && shown.form?.state == nil
        evidence.check(.complete, !isFormEmpty, "the form was never rendered")
        let chats = shown.chats.filter { $0.state == nil }.map(\.id)
        evidence.check(.complete, chats.isEmpty, "\(chats) were never rendered")
    }

    private func checkBadge(_ badge: Int?, _ rows: [ListRow]) {
        let sum = rows.reduce(0) { $0 + $1.notifying }
        evidence.check(
            .unread,
            badge == sum,
            "the badge is \(badge.map(String.init) ?? "not told"), and the sum \(sum)"
        )
    }

    private func checkList(_ list: ChatListViewState, _ wanted: [ListRow]) {
        let rows = list.rows.map(ListRow.init)
        let isRight = rows == Array(wanted.prefix(rows.count)) && (rows.count == wanted.count) != list.hasMore
        evidence.check(.complete, isRight, "the list shows \(rows), and should show \(wanted)")
        // A list with more rows than it shows must show whole pages.
        let isPaged = rows.count == wanted.count || rows.count > 0 && rows.count.isMultiple(of: Self.listPage)
        evidence.check(.complete, isPaged, "the list shows \(rows.count) chats of \(wanted.count)")
        let isPlain = list.searchText.isEmpty && list.status == nil
        evidence.check(.modelAlone, isPlain, "the list says \(list.status ?? ""), looking for \(list.searchText)")
    }

    private func checkChat(
        _ chat: InterfaceSpy.Shown.Chat,
        _ content: ServerChatContent,
        _ stored: StoredHistory.Chat?,
        _ environment: ChatEnvironment
    ) {
        guard let state = chat.state else { return }
        let id = content.header.id
        let place = content.readByAll
        let waiting = (stored?.waiting ?? []).filter { $0.thread == nil }.map { ChatRow(waiting: $0, environment) }
        let rows = state.rows.map(ChatRow.init)
        let main = content.main
        let count = main.count + waiting.count
        // If the user has scrolled up, the newest messages are below the rows shown.
        let known = chat.place == nil ? nil : main.firstIndex { $0.id == rows.first?.id }
        let start = known ?? max(0, count - rows.count)
        let log = main.dropFirst(start).prefix(rows.count)
        let wanted =
            log.map { ChatRow($0, of: content, readUpTo: place, environment) } + waiting.prefix(rows.count - log.count)
        evidence.check(
            .complete,
            rows == wanted,
            "\(id) shows \(rows.filter { !wanted.contains($0) }), not \(wanted.filter { !rows.contains($0) }), or in another order"
        )
        let held = stored?.messages.count { $0.thread == nil } ?? 0
        evidence.check(
            .complete,
            rows.count >= min(Self.chatPage, held) || chat.place != nil,
            "\(id) shows \(rows.count) of \(held) messages"
        )
        // All gaps are filled by now, except before messages never requested.
        let gaps = state.rows.dropFirst().filter(\.followsGap).map(\.id)
        evidence.check(.complete, gaps.isEmpty, "\(id) shows a gap before \(gaps), where none is")
        let (hasEarlier, hasLater) = (start > 0, start + rows.count < count)
        evidence.check(
            .complete,
            state.hasLater == hasLater && (!hasLater || chat.place != nil),
            "\(id) shows \(start)..<\(start + rows.count) of \(count), and that there are later ones: \(state.hasLater)"
        )
        evidence.check(
            .complete,
            state.hasEarlier == hasEarlier,
            "\(id) shows \(log.count) of \(main.count), and that there are earlier ones: \(state.hasEarlier)"
        )
        let people = content.group.map(groupText(_:))
        evidence.check(
            .membership,
            state.subtitle == people,
            "\(id) says \(state.subtitle ?? "nothing") of its members, not \(people ?? "nothing")"
        )
        let isIn = content.group?.hasLeft != true
        evidence.check(.membership, state.canWrite == isIn, "\(id) can be written to: \(state.canWrite)")
        let mode = stored?.record.notifications ?? .all
        evidence.check(.complete, state.notifications == mode, "\(id) is said to notify of \(state.notifications)")
        let isPlain = state.title == content.header.contact.name && state.status == nil && !state.isLoadingEarlier
        evidence.check(
            .modelAlone,
            isPlain,
            "\(id) says \(state.title), \(state.status ?? ""), \(state.isLoadingEarlier)"
        )
        let reasons = Set((stored?.waiting ?? []).compactMap(\.failure))
        let lost = evidence.hasLostCopy(in: id) ? [FileError.lost.description] : []
        let away = evidence.with { $0.refusalsAway[id] ?? [] }
        let allowed = away.union([SeverableTransport.refusal] + lost)
        evidence.check(.sentOnce, reasons.isSubset(of: allowed), "refused for \(reasons)")
        let isKept = evidence.allows(state.draft, in: id)
        evidence.check(.survivesDeath, isKept, "the draft shown is \(state.draft)")
    }
}
