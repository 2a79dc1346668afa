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
        let timeChanges: Int

        var id: ListEntry.ID { entry.id }
    }

    init(_ app: AppModel) {
        self.app = app
        rows = TableRows { [environment = app.environment] row in
            ChatCell(
                id: row.entry.name,
                title: row.entry.contact.name,
                sender: row.entry.sender.map { $0.name ?? ownName },
                preview: previewText(
                    of: row.entry.text,
                    imageCount: row.entry.imageCount,
                    isDeleted: row.entry.isDeleted
                ),
                time: environment.timeText(for: row.entry.time),
                unreadCount: row.entry.unreadCount,
                picture: row.picture,
                isMuted: row.entry.isMuted,
                typing: typingText(of: row.entry.typingAuthors)
            )
        }
    }

    func makeView() -> ChatListView {
        let view = ChatListView()
        view.searchField.onChange = app.inbox.search
        view.newChatButton.onTap = { [app] in app.path = [.newChat] }
        rows.attach(to: view.table)
        rows.onShow = { [app] in for row in $0 { app.pictures.load(row.entry.contact.id) } }
        rows.onAction = { [app] row, _ in app.path = [.chat(row.id.chat)] }
        rows.onEnd = app.inbox.showMore
        return view
    }

    func update(_ view: ChatListView) {
        view.status = app.inbox.connection?.text
        view.alert = app.inbox.problem?.text
        guard let page = app.inbox.page else { return }
        view.table.hasFurtherRows = page.hasMore
        let (pictures, timeChanges) = (app.pictures.pictures, app.timeChanges)
        let entries = page.entries.map { Row(entry: $0, picture: pictures[$0.contact.id], timeChanges: timeChanges) }
        rows.show(entries, in: view.table)
    }
}
