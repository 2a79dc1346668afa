import ChatTypes
import DriverKit
import RuntimeKit

/// A check that an architecture's screens equal those of a perfect chat app.
struct PhoneScreenCheck {
    let world: SimulatedWorld
    let server: [ServerChatContent]
    let history: StoredHistory

    private var evidence: Evidence { world.evidence }
    private var environment: ChatEnvironment { world.environment(run: 0) }

    func run(_ list: ListScreen) {
        let rows = list.rows.map(ListRow.init)
        let isRight = rows == Array(wanted.prefix(rows.count)) && (rows.count == wanted.count) != list.hasMore
        evidence.check(.complete, isRight, "the list shows \(rows), and should show \(wanted)")
        let isPlain = list.searchText.isEmpty && list.status == nil
        evidence.check(.modelAlone, isPlain, "the list says \(list.status ?? ""), looking for \(list.searchText)")
    }

    func run(badge: Int) {
        let sum = wanted.reduce(0) { $0 + $1.notifying }
        evidence.check(.unread, badge == sum, "the badge is \(badge), and the sum \(sum)")
    }

    func run(_ state: ChatScreen, _ chat: ChatID?) {
        guard let content = server.first(where: { $0.header.id == chat }) else {
            return evidence.check(.complete, false, "a chat with \(state.title) is open, and there is none")
        }
        let stored = history[content.header.id]
        let waiting = (stored?.waiting ?? []).map { ChatRow(waiting: $0, environment) }
        let rows = state.rows.map(ChatRow.init)
        let log = content.log.suffix(max(0, rows.count - waiting.count))
        let place = content.readByAll
        let wanted = log.map { ChatRow($0, of: content, readUpTo: place, environment) } + waiting
        evidence.check(
            .complete,
            rows == wanted.map(\.asPreviewed),
            "\(state.title) shows \(rows.filter { !wanted.contains($0) }), not \(wanted.filter { !rows.contains($0) }), or in another order"
        )
        evidence.check(
            .complete,
            state.hasEarlier == (log.count < content.log.count),
            "\(state.title) shows \(log.count) of \(content.log.count), and that there are earlier ones: \(state.hasEarlier)"
        )
        evidence.check(.complete, !state.rows.contains(where: \.followsGap), "\(state.title) shows a gap")
        evidence.check(.modelAlone, state.status == nil, "\(state.title) says \(state.status ?? "")")
        let isKept = evidence.allows(state.field, in: content.header.id)
        evidence.check(.survivesDeath, isKept, "the draft shown is \(state.field)")
    }

    private var wanted: [ListRow] {
        server.sorted { $0.isAbove($1) }.map { chat in
            var row = ListRow(chat, history[chat.header.id], environment)
            (row.mentionCount, row.hasFailed) = (nil, nil)
            return row
        }
    }
}
