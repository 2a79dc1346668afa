import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import ScreenTesting
import SharedPictures
import Testing

@testable import FullScreenHost

@Suite struct ListPanelTests {
    private var list = ListPanel()

    @Test mutating func `the selection stays on its row, and begins at the top of a search`() {
        list.receive(ChatListViewState(rows: [chatRow("Ada"), chatRow("Bob")]))
        #expect(list.selected?.chat == ada)
        #expect(list.move(by: 1, in: .low) == [])
        list.receive(ChatListViewState(rows: [chatRow("Bob"), chatRow("Ada")]))
        #expect(list.selectedRow?.id.chat == bob)
        list.receive(ChatListViewState(rows: [chatRow("Eve"), chatRow("Bob")], searchText: "e"))
        #expect(list.selectedIndex == 0)
        list.receive(ChatListViewState(rows: [chatRow("Eve")], isSearching: true))
        #expect(list.chats.map(\.title) == ["Bob", "Ada"], "completion offers the chats during a search")
    }

    @Test mutating func `the chats of another account, and those with drafts, begin with their first row selected`() {
        let rows = [chatRow("Ada"), chatRow("Bob")]
        for other in [
            ChatListViewState(rows: rows, account: AccountName("work")),
            ChatListViewState(rows: rows, isOfDrafts: true),
        ] {
            list.receive(ChatListViewState(rows: rows))
            _ = list.move(by: 1, in: .low)
            #expect(list.selected?.chat == bob)
            list.receive(other)
            #expect(list.selected?.chat == ada)
        }
    }

    @Test mutating func `a chat that opens keeps that of its results selected which is`() {
        let rows = ["7", "3"].map { chatRow("Bob", "tea", message: $0) }
        list.receive(ChatListViewState(rows: rows, searchText: "tea"))
        _ = list.move(by: 1, in: .low)
        list.select(bob)
        #expect(list.selected?.message == MessageID("3"))
    }

    @Test mutating func `rows are reported when others become visible, a row cut at the bottom included`() {
        list.receive(ChatListViewState(rows: [chatRow("Ada"), chatRow("Bob"), chatRow("Eve")]))
        #expect(list.show(height: 3, rowHeight: 2) == [.list(.rowsVisible([list.rows[0].id, list.rows[1].id]))])
        #expect(list.show(height: 3, rowHeight: 2) == [])
        _ = list.move(by: 2, in: .low)
        #expect(list.show(height: 3, rowHeight: 2) == [.list(.rowsVisible([list.rows[2].id]))])
        #expect(list.top == 2)
    }

    @Test mutating func `awaited results open only for their text, and not after the wait was ended`() {
        list.receive(ChatListViewState(rows: [chatRow("Ada")]))
        list.beginSearch()
        #expect(list.awaitResults(for: "bo") == false)
        list.receive(ChatListViewState(rows: [chatRow("Bob")], searchText: "b"))
        #expect(!list.opensResults(for: "bo"))
        list.receive(ChatListViewState(rows: [chatRow("Bob")], searchText: "bo", isSearching: true))
        #expect(!list.opensResults(for: "bo"), "the rows are those of the text before")
        list.receive(ChatListViewState(rows: [chatRow("Bob")], searchText: "bo"))
        #expect(list.opensResults(for: "bo"))
        list.stopAwaiting()
        #expect(!list.opensResults(for: "bo"))
    }

    @Test mutating func `a restart forgets rows and keeps the search`() {
        list.receive(ChatListViewState(rows: [chatRow("Ada")]))
        list.beginSearch()
        list.restart()
        #expect(list.rows.isEmpty && list.selected == nil && list.isSearching)
        list.endSearch()
        #expect(!list.isSearching)
    }
}

@Suite struct ChatPanelTests {
    private var chat = ChatPanel(chat: ada)

    private func visible(_ effects: [ModelEffect]?) -> String? {
        guard case .chat(.rowsVisible(let id, _)) = effects?.first else { return nil }
        return id.rawValue
    }

    /// Reports what is visible, as drawing does.
    private mutating func report() throws -> (visible: String?, below: String?) {
        let report = chat.report(try #require(chat.visibility(in: .low)))
        return (visible(report.effects), report.below)
    }

    private mutating func expectReport(visible: String?, below: String?) throws {
        let report = try report()
        #expect(report.visible == visible && report.below == below)
    }

    @Test mutating func `an edit that begins takes the place of a reply that was begun`() {
        chat.set(.reply(to: MessageID("1")))
        chat.beginEdit(of: MessageID("2"))
        #expect(chat.editing == MessageID("2") && chat.answer == nil && chat.selected == nil)
    }

    @Test mutating func `a chat opens at its first unread message though a refusal is shown before its rows`() throws {
        _ = chat.receive(ChatViewState(title: "", problem: ScreenProblem(text: "no", number: 1)))
        let rows = messages(1...60)
        _ = chat.receive(ChatViewState(title: "Ada", rows: rows, hasLater: true, firstUnread: rows[20].id))
        let last = try #require(chat.visibility(in: .low)?.lastRow)
        #expect((20..<59).contains(last))
    }

    @Test mutating func `a message of which only the beginning is visible is not reported`() throws {
        let rows = messages(1...20) + [theirs("21", "one\ntwo\nthree")] + messages(22...40)
        _ = chat.receive(ChatViewState(title: "Ada", rows: rows, found: MessageID("17")))
        var reports: [String: String] = [:]
        for _ in 0..<12 {
            let last = try #require(chat.visibility(in: .low)?.lines.last)
            let text = String(last.spans.flatMap(\.glyphs).map(\.character)).split(separator: " ").last ?? ""
            if let visible = try report().visible { reports[String(text)] = visible }
            _ = chat.scroll(by: 1, in: .low)
        }
        #expect(reports["20"] == "20" && reports["three"] == "21" && reports["22"] == "22")
        #expect(reports["one"] == nil && reports["two"] == nil, "nothing new is visible in full")
    }

    @Test mutating func `a chat opens with its first unread message at the top`() throws {
        let state = ChatViewState(title: "Ada", rows: messages(1...60), firstUnread: MessageID("20"))
        _ = chat.receive(state)
        #expect(try report().below != nil)
        let shown = try #require(chat.visibility(in: .low)?.newestRow)
        #expect((19..<40).contains(shown))
        #expect(chat.scrollToNewest() == [])
        #expect(try report().visible == "60")
        #expect(chat.scrollToUnread() == [])
        #expect(chat.visibility(in: .low)?.newestRow == shown)
    }

    @Test mutating func `an accepted text is forgotten, a refused one is returned once`() {
        chat.send("hi")
        let problem = ScreenProblem(text: "Too long", number: 1)
        #expect(chat.receive(ChatViewState(title: "Ada", draft: "hi", problem: problem)) == "hi")
        #expect(chat.receive(ChatViewState(title: "Ada", draft: "hi", problem: nil)) == nil)
        chat.send("fine")
        #expect(chat.receive(ChatViewState(title: "Ada")) == nil)
        #expect(chat.receive(ChatViewState(title: "Ada", draft: "fine", problem: problem)) == nil)
    }

    @Test mutating func `scrolling past either end asks for messages, once while they load`() {
        _ = chat.receive(ChatViewState(title: "Ada", rows: messages(1...3), hasEarlier: true, hasLater: true))
        #expect(chat.scroll(by: -1, in: .low) == [.chat(.loadEarlier)])
        #expect(chat.scroll(by: 1, in: .low) == [.chat(.showLater)])
        #expect(chat.scrollToNewest() == [.chat(.showNewest)])
        _ = chat.receive(ChatViewState(title: "Ada", rows: messages(1...3), hasEarlier: true, isLoadingEarlier: true))
        #expect(chat.scroll(by: -1, in: .low) == [])
        #expect(chat.scrollToNewest() == [])
    }

    @Test mutating func `messages that arrive below a scrolled chat are counted`() throws {
        _ = chat.receive(ChatViewState(title: "Ada", rows: messages(1...40)))
        try expectReport(visible: "40", below: nil)
        _ = chat.scroll(by: -5, in: .low)
        try expectReport(visible: "35", below: "5 newer")
        _ = chat.receive(ChatViewState(title: "Ada", rows: messages(1...42)))
        try expectReport(visible: "35", below: "2 new below")
        try expectReport(visible: nil, below: "2 new below")
    }

    @Test mutating func `below the beginning of a message that is higher than the screen there is more`() throws {
        let lines = (1...20).map { "line \($0)" }
        _ = chat.receive(ChatViewState(title: "Ada", rows: [theirs("1", lines.joined(separator: "\n"))]))
        try expectReport(visible: "1", below: nil)
        _ = chat.scroll(by: -3, in: .low)
        try expectReport(visible: nil, below: "more below")
    }

    @Test mutating func `only rows visible at Enter are counted by commands`() {
        _ = chat.receive(ChatViewState(title: "Ada", rows: messages(1...40)))
        _ = chat.scroll(by: -5, in: .low)
        #expect(chat.countedRows.isEmpty)
        chat.countVisibleRows(in: .low)
        #expect(chat.countedRows.last?.id == MessageID("35"))
    }
}

@Suite struct FormPanelTests {
    private var form = FormPanel()

    @Test mutating func `moving selects suggestions, and above the first the typed name`() {
        _ = form.receive(CreateChatViewState(name: "A", canCreate: true, suggestions: ["Ada", "Adam"]), typed: "A")
        _ = form.move(by: 5, in: .low)
        #expect(form.typeSelected() == [.form(.type("Adam"))])
        _ = form.move(by: -5, in: .low)
        #expect(form.selected == nil && form.typeSelected() == [])
        _ = form.move(by: 1, in: .low)
        _ = form.receive(CreateChatViewState(name: "Ad", suggestions: ["Adam"]), typed: "Ad")
        #expect(form.selected == nil, "other suggestions")
    }

    @Test mutating func `a name refused by a group is returned only to an empty field`() {
        let problem = ScreenProblem(text: "Ada is in it already", number: 1)
        for (typed, refused) in [("", "Ada"), ("B", nil)] {
            form = FormPanel()
            let (effects, isSubmitted) = form.add(typed: "Ada")
            #expect(effects == [.form(.add)] && isSubmitted)
            let answer = form.receive(CreateChatViewState(name: "Ada", problem: problem), typed: typed)
            #expect(answer.refusedName == refused && !answer.mustResend)
        }
    }

    @Test mutating func `text typed after the name is for the chat, and is sent to the form if creating fails`() {
        #expect(form.create(typed: "Ada") == [.form(.create)])
        #expect(form.textForChat(typed: "Ada") == nil && form.textForChat(typed: "Bob") == nil)
        #expect(form.textForChat(typed: "Ada hello") == " hello")
        _ = form.receive(CreateChatViewState(name: "Ada", isBusy: true), typed: "Ada")
        let isSubmitted = form.add(typed: "x").isSubmitted
        #expect(!isSubmitted, "a busy form adds nothing")
        let failed = CreateChatViewState(name: "Ada", problem: ScreenProblem(text: "Offline", number: 1))
        let mustResend = form.receive(failed, typed: "Ada hello").mustResend
        #expect(mustResend)
        #expect(form.textForChat(typed: "Ada hello") == nil)
    }
}

@Suite struct DetailsPanelTests {
    private var details = DetailsPanel()

    private func members(_ range: ClosedRange<Int>, hasMore: Bool = false) -> ChatDetailsViewState {
        let rows = range.map { ChatDetailsViewState.Row(id: .member(ContactID("\($0)")), name: "Member \($0)") }
        return ChatDetailsViewState(title: "Trip", rows: rows, firstNumber: range.lowerBound, hasMore: hasMore)
    }

    @Test mutating func `scrolling stops at both ends and asks for more there`() {
        details.receive(members(11...30, hasMore: true))
        #expect(details.show(from: .max, in: .low) == [.details(.showMore)])
        #expect(details.top == 15)
        #expect(details.page(by: -1, isHalf: false, in: .low) == [])
        #expect(details.top == 10)
        #expect(details.scroll(by: -11, in: .low) == [.details(.showPrevious)])
        #expect(details.top == 0)
        #expect(details.page(by: 1, isHalf: true, in: .low) == [] && details.top == 2)
    }

    @Test mutating func `visible lines stay in place when the window moves, and fill the area`() {
        details.receive(members(1...20))
        _ = details.show(from: 8, in: .low)
        details.receive(members(5...24))
        #expect(details.top == 4)
        details.receive(members(5...10))
        details.fill(.low)
        #expect(details.top == 1)
    }
}

@Suite struct PicturesPanelTests {
    private var panel = PicturesPanel()

    private func pictures(_ range: ClosedRange<Int>, hasMore: Bool = false) -> SharedPicturesViewState {
        let rows = range.map { SharedPicturesViewState.Row(id: MessageID("\($0)"), name: "\($0).png") }
        return SharedPicturesViewState(title: "Ada", rows: rows, firstNumber: range.lowerBound, hasMore: hasMore)
    }

    @Test mutating func `the selection stops at both ends and asks for more there`() {
        #expect(panel.move(by: 1, in: .low) == [] && panel.selected == nil)
        panel.receive(pictures(11...20, hasMore: true))
        #expect(panel.selected == MessageID("11"))
        #expect(panel.move(by: 9, in: .low) == [] && panel.selected == MessageID("20"))
        #expect(panel.move(by: 1, in: .low) == [.pictures(.showMore)] && panel.selected == MessageID("20"))
        #expect(panel.move(by: -20, in: .low) == [.pictures(.showPrevious)] && panel.selected == MessageID("11"))
        panel.receive(pictures(1...20))
        #expect(panel.move(by: 20, in: .low) == [] && panel.move(by: -20, in: .low) == [])
    }

    @Test mutating func `the selected picture stays selected, and the next takes its place when it is deleted`() {
        panel.receive(pictures(1...3))
        _ = panel.move(by: 1, in: .low)
        panel.receive(pictures(2...4))
        #expect(panel.selected == MessageID("2"))
        panel.receive(pictures(3...4))
        #expect(panel.selected == MessageID("3"))
        panel.receive(SharedPicturesViewState(title: "Ada"))
        #expect(panel.selected == nil)
    }

    @Test mutating func `the selected picture is scrolled into view`() {
        panel.receive(pictures(1...20))
        _ = panel.move(by: 10, in: .low)
        panel.show(height: 5)
        #expect(panel.top == 6)
        _ = panel.move(by: -7, in: .low)
        panel.show(height: 5)
        #expect(panel.top == 3)
        panel.show(height: 30)
        #expect(panel.top == 0)
    }
}

extension DrawingContext {
    /// A terminal of 10 rows, 7 of which are below the heading.
    fileprivate static var low: DrawingContext {
        DrawingContext(
            layout: Layout(rows: 10, columns: 60, inputRows: 1),
            theme: Theme(colorCount: 0),
            environment: .test()
        )
    }
}
