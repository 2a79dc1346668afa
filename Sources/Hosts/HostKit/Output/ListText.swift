package import ChatList
import ChatStore
import ChatTypes
import ScreenKit

/// The list as text: numbers as `/open` takes them, and aligned columns.
struct ListText {
    private let rows: [HostEvent.ListRow]
    private let first: Int
    private let names: [String]
    private let times: [String]

    package init(_ rows: [HostEvent.ListRow], first: Int = 1) {
        (self.rows, self.first) = (rows, first)
        names = rows.map { row in
            TerminalText.name(row.contact) + (row.distinction.map { " (\(TerminalText.oneLine($0)))" } ?? "")
                + (row.favourite == true ? " ★" : "") + (row.state.map { " \($0.mark)" } ?? "")
                + (row.unread > 0 ? " [\(row.unread)\(row.unreadMore == true ? "+" : "")]" : "")
                + (row.markedUnread == true && row.unread == 0 ? " [unread]" : "") + (row.mentions == nil ? "" : " @")
                + (row.muted == true ? " (muted)" : "") + (row.draft == true ? " (draft)" : "")
                + (row.failed == true ? " (not sent)" : "")
        }
        times = rows.map { TerminalText.oneLine($0.time) }
    }

    /// - Parameter columns: the maximum width of a line.
    package func lines(_ style: Style, columns: Int?) -> [String] {
        let nameWidth = names.map(TerminalText.width).max() ?? 0
        let timeWidth = times.map(TerminalText.width).max() ?? 0
        let numberWidth = String(first + rows.count - 1).count
        return rows.indices.map { index in
            var (line, room) = ("", columns ?? .max)
            func add(_ text: String, _ dress: (String) -> String = { $0 }) {
                let text = TerminalText.fit(text, columns: room)
                (line, room) = (line + dress(text), room - TerminalText.width(text))
            }
            let number = String(first + index)
            add("  " + String(repeating: " ", count: numberWidth - number.count) + number + "  ")
            add(TerminalText.pad(names[index], columns: nameWidth), rows[index].unread > 0 ? style.bold : { $0 })
            add("  ")
            add(TerminalText.pad(times[index], columns: timeWidth), style.dim)
            add("  ")
            let sign = rows[index].warning == nil ? "" : "\(SenderWarning.sign) "
            let preview = TerminalText.oneLine(rows[index].preview)
            add(TerminalText.fit(sign + author(of: rows[index]) + preview, columns: 60))
            return line
        }
    }

    /// Returns the author of the preview, in a group or for a message that was found; in a chat of two, for the user's own.
    private func author(of row: HostEvent.ListRow) -> String {
        guard let name = row.sender ?? (row.mine == nil && row.author != .me ? nil : row.contact) else { return "" }
        return "\(TerminalText.name(name, of: row.author)): "
    }
}

extension HostEvent.ListRow {
    package init(_ row: ChatListViewState.Row) {
        self.init(
            contact: row.title,
            chat: row.id.chat.rawValue,
            account: row.id.chat.account,
            state: HostEvent.StateLine(row.state),
            distinction: row.distinction,
            sender: row.sender,
            preview: row.preview,
            time: row.time,
            at: Timestamp(row.date).text,
            unread: row.unreadCount,
            unreadMore: row.hasMoreUnread ? true : nil,
            mentions: HostEvent.ListRow.mentions(row.mentionCount, row.notifications),
            favourite: row.marks.contains(.favourite) ? true : nil,
            markedUnread: row.marks.contains(.unread) ? true : nil,
            muted: row.isMuted ? true : nil,
            draft: row.hasDraft ? true : nil,
            failed: row.hasFailed ? true : nil,
            id: row.id.message?.rawValue,
            mine: HostEvent.ListRow.isMine(row.author, isFound: row.id.message != nil, isGroup: row.sender != nil),
            warning: row.senderWarning,
            author: row.author,
            authorID: row.author?.id(contact: row.contact)
        )
    }
}
