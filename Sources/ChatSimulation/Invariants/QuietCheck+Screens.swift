import Chat
import ChatList
import ChatStore
import Foundation
import Transport

extension QuietCheck {
    /// The views' own states are what a perfect chat would show.
    func checkScreens(_ server: [ServerChatContent], _ history: StoredHistory) {
        let shown = actions.shown
        if let list = shown.list?.state, list.searchText.isEmpty {
            let expected = server.map { ExpectedRow($0, history[$0.header.id]) }.sorted(by: ExpectedRow.isBefore)
            let actual = list.rows.map { ActualRow(id: $0.id.chat, preview: $0.preview, unreadCount: $0.unreadCount) }
            let wanted = expected.map { ActualRow(id: $0.id, preview: $0.preview, unreadCount: $0.unreadCount) }
            let isRight = actual == Array(wanted.prefix(actual.count)) && (actual.count == wanted.count || list.hasMore)
            evidence.check(.complete, isRight, "the list shows \(actual), and should show \(wanted)")
            let sum = wanted.reduce(0) { $0 + $1.unreadCount }
            evidence.check(.unread, shown.badge == sum, "the badge is \(shown.badge), and the sum \(sum)")
        }
        if let chat = shown.chat, let state = chat.state, let content = server.first(where: { $0.header.id == chat.id })
        {
            let delivered = state.rows.filter { $0.delivery.rank >= Delivery.sent.rank }.map(\.id)
            let expected = content.log.suffix(delivered.count).map(\.id)
            evidence.check(
                .complete,
                delivered == expected,
                "\(chat.id) shows \(delivered), and should show \(expected)"
            )
            let isWhole = delivered.count == content.log.count || state.hasEarlier
            evidence.check(
                .complete,
                isWhole,
                "\(chat.id) shows \(delivered.count) of \(content.log.count) as if it were all"
            )
            let isKept = evidence.allows(state.draft, in: chat.id)
            evidence.check(.survivesDeath, isKept, "the draft shown is \(state.draft)")
        }
    }
}

private struct ActualRow: Equatable {
    let id: ChatID
    let preview: String
    let unreadCount: Int
}

/// A row of the list, worked out from the server's log and what waits here.
private struct ExpectedRow {
    let id: ChatID
    let preview: String
    let unreadCount: Int
    private let activity: Double

    init(_ chat: ServerChatContent, _ stored: StoredHistory.Chat?) {
        id = chat.header.id
        let marker = chat.position(of: chat.readByMe)
        unreadCount = chat.log.count { message in
            message.author == .contact && (marker.map { $0 < message.position } ?? true)
        }
        let waiting = stored?.waiting.last
        preview =
            waiting?.text
            ?? chat.log.last.map { previewText(of: $0.text, imageCount: $0.imageCount) } ?? ""
        activity = ((chat.log.last?.sentAt ?? chat.header.createdAt).timeIntervalSince1970 * 1000).rounded()
    }

    static func isBefore(_ left: ExpectedRow, _ right: ExpectedRow) -> Bool {
        left.activity == right.activity ? left.id < right.id : left.activity > right.activity
    }
}
