import ChatTypes
import PhoneKit
import ScreenKit

/// The chat list as a function of the inbox, the pictures and the time.
struct ChatListContent: Content {
    private let app: AppModel
    private let rows: TableRows<Row, ChatCell>

    private struct Row: Identifiable, Equatable {
        let entry: ListEntry
        let picture: Picture?
        let hasNotice: Bool
        let isCompact: Bool
        let timeChanges: Int

        var id: ListEntry.ID { entry.id }
    }

    init(_ app: AppModel) {
        self.app = app
        rows = TableRows { [environment = app.environment] row in
            let entry = row.entry
            let preview = previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted)
            let typing = typingText(of: entry.typingAuthors)
            if row.isCompact {
                let line = lineText(title: entry.contact.name, preview: preview, typing: typing)
                return ChatCell(id: entry.name, line: line, unreadCount: entry.unreadCount)
            }
            return ChatCell(
                id: row.entry.name,
                title: row.entry.contact.name,
                sender: row.entry.sender.map { $0.name ?? ownName },
                preview: preview,
                time: environment.timeText(for: row.entry.time),
                unreadCount: row.entry.unreadCount,
                picture: row.picture,
                isMuted: row.entry.isMuted,
                typing: typing,
                hasNotice: row.hasNotice
            )
        }
    }

    func makeView() -> ChatListView {
        let view = ChatListView(app.strategy)
        view.searchField.onChange = app.inbox.search
        view.newChatButton.onTap = { [app] in app.path = [.newChat] }
        view.compactSwitch.onChange = { [app] in app.inbox.isCompact = $0 }
        rows.attach(to: view.table)
        rows.onShow = { [app] in for row in $0 { app.pictures.load(row.entry.contact.id) } }
        rows.onSelect = { [app] in app.path = [.chat($0.id.chat)] }
        rows.onEnd = app.inbox.showMore
        return view
    }

    func update(_ view: ChatListView) {
        view.status = app.inbox.connection?.text
        view.alert = app.inbox.problem?.text
        guard let page = app.inbox.page else { return }
        view.table.hasFurtherRows = page.hasMore
        let (pictures, timeChanges) = (app.pictures.pictures, app.timeChanges)
        let entries = page.entries.map {
            Row(
                entry: $0,
                picture: pictures[$0.contact.id],
                hasNotice: !app.notices.texts(in: $0.id.chat).isEmpty,
                isCompact: app.inbox.isCompact,
                timeChanges: timeChanges
            )
        }
        rows.show(entries, in: view.table)
    }
}
