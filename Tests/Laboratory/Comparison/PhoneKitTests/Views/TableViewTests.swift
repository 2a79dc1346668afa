import ChatTypes
import PhoneKit
import Testing

@Suite struct TableViewTests {
    private let rows = RowsFake(count: 120)

    @Test func `cells are created for visible rows only`() {
        rows.show()
        #expect(rows.made == Array(0..<50))
        #expect(rows.table.cells?.map(\.id) == (0..<50).map { "row \($0)" })
        #expect(rows.table.hasMore)
    }

    @Test func `a chat shows its newest rows`() {
        let rows = RowsFake(count: 120)
        rows.showChat()
        #expect(rows.chat.table.visibleRows == 70..<120)
    }

    @Test func `scrolling shows hidden rows first and then notifies the delegate`() {
        rows.show()
        rows.table.scroll()
        rows.table.scroll()
        #expect(rows.table.visibleRows == 0..<120)
        #expect(rows.endCount == 0)
        #expect(!rows.table.hasMore)
        rows.table.scroll()
        #expect(rows.endCount == 1)
    }

    @Test func `only changed rows get a new cell`() {
        rows.show()
        rows.made = []
        let old = rows.entries
        rows.entries.swapAt(3, 4)
        rows.entries[7].text = "changed"
        rows.table.reload(from: old, to: rows.entries)
        #expect(rows.made == [7])
        #expect(rows.table.cells?[3].id == "row 4")
    }

    @Test func `a covered table is drawn when it is visible again`() {
        rows.show()
        rows.window.navigation.push(ViewController(view: CreateChatView()))
        rows.made = []
        rows.entries[0].text = "changed"
        rows.table.reloadData()
        #expect(rows.made.isEmpty)
        rows.window.navigation.pop()
        #expect(rows.made == Array(0..<50))
    }

    @Test func `a tap selects the row of the matching cell`() {
        rows.show()
        rows.table.tap { $0.id == "row 12" }
        rows.table.tap { $0.id == "row 99" }
        #expect(rows.performed == [12: .select])
    }

    @Test func `an edit applies to the row of the matching cell`() {
        rows.show()
        rows.table.perform(.edit(to: "changed")) { $0.id == "row 12" }
        rows.table.perform(.edit(to: "lost")) { $0.id == "row 99" }
        #expect(rows.performed == [12: .edit(to: "changed")])
    }
}

/// Rows on a window, with a record of what the table does with them.
final class RowsFake: TableViewDataSource, TableViewDelegate {
    struct Entry: Identifiable, Equatable {
        let id: Int
        var text = ""
    }

    let window = Window()
    let list: ChatListView
    let chat: ChatView
    var entries: [Entry]
    var made: [Int] = []
    private(set) var performed: [Int: RowAction] = [:]
    private(set) var endCount = 0

    var table: TableView<ChatCell> { list.table }

    init(count: Int) {
        entries = (0..<count).map { Entry(id: $0) }
        (list, chat) = (ChatListView(), ChatView())
        list.table.dataSource = self
        list.table.delegate = self
        chat.table.dataSource = messages
    }

    private lazy var messages = MessagesFake(count: entries.count)

    func show() {
        window.navigation.push(ViewController(view: list))
        table.reloadData()
    }

    func showChat() {
        window.navigation.push(ViewController(view: chat))
        chat.table.reloadData()
    }

    func numberOfRows(in table: TableView<ChatCell>) -> Int { entries.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        made.append(row)
        let id = "row \(entries[row].id)"
        return ChatCell(id: id, title: "", preview: entries[row].text, time: "", unreadCount: 0, picture: nil)
    }

    func table(_ table: TableView<ChatCell>, didShow rows: Range<Int>) {}
    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) { performed[row] = action }
    func tableDidReachEnd(_ table: TableView<ChatCell>) { endCount += 1 }
}

private final class MessagesFake: TableViewDataSource {
    private let count: Int

    init(count: Int) { self.count = count }

    func numberOfRows(in table: TableView<MessageCell>) -> Int { count }

    func cell(forRow row: Int, in table: TableView<MessageCell>) -> MessageCell {
        MessageCell(id: "\(row)", text: "", isMine: false, time: "", delivery: .received, followsGap: false)
    }
}
