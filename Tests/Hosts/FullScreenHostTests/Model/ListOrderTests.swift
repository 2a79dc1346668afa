import Chat
import ChatApp
import ChatList
import ChatTypes
import Testing

@testable import FullScreenHost

/// The orders of the list, and the spaces that it shows.
@Suite struct ListOrderTests {
    @Test func `the list begins in the order of the settings`() {
        for order in ChatOrder.allCases {
            var stage = ModelStage()
            stage.model.settings.listOrder = order
            stage.handle(.begins(.chatList))
            #expect(stage.takeEffects() == (order == .favourites ? [] : [.list(.setOrder(order))]))
        }
    }

    @Test func `Alt-s sorts the list in one order after the other, and the heading names it`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob", unread: 2)])
        let headings = [
            (ChatOrder.unread, "Chats, unread first"), (.recent, "Chats, newest first"), (.favourites, "Chats "),
        ]
        for (order, heading) in headings {
            stage.press(.alt("s"))
            #expect(stage.takeEffects().contains(.list(.setOrder(order))))
            stage.handle(.list(ChatListViewState(rows: [chatRow("Bob", unread: 2), chatRow("Ada")], order: order)))
            #expect(stage.rows()[0].hasPrefix(heading))
        }
    }

    @Test func `a list in another order begins with its first row selected, and the command sorts it, too`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob", unread: 2)])
        stage.type("/order unread")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().contains(.list(.setOrder(.unread))))
        stage.handle(.list(ChatListViewState(rows: [chatRow("Bob", unread: 2), chatRow("Ada")], order: .unread)))
        #expect(stage.model.panels.list.selected?.chat == bob)
    }

    @Test(
        arguments: [
            (ChatListViewState(rows: [chatRow("Ada")], searchText: "t", isSearching: true), "Searching…  "),
            (ChatListViewState(rows: [chatRow("Ada")], searchText: "t"), "Results  "),
            (ChatListViewState(searchText: "t"), "Nothing found  "),
            (ChatListViewState(isOfDrafts: true), "Chats with drafts  "),
        ]
    )
    func `the heading says what is listed, and what has come of a search`(state: ChatListViewState, heading: String) {
        var stage = ModelStage()
        stage.openList([])
        stage.handle(.list(state))
        #expect(stage.rows()[0].hasPrefix(heading))
    }

    @Test func `the heading names the space whose chats are listed`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob")])
        stage.press(Key(.down))
        stage.type("/space Big Work")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().contains(.list(.showSpace(named: "Big Work"))))
        let work = ChatSpace(id: ChatID("!work"), name: "Big Work")
        let rows = [chatRow("Ada"), chatRow("Bob")]
        stage.handle(.list(ChatListViewState(rows: rows, order: .recent, space: work)))
        #expect(stage.rows()[0].hasPrefix("Chats in Big Work, new"))
        #expect(stage.model.panels.list.selected?.chat == ada, "another list begins with its first row")
        stage.press(Key(.down))
        stage.handle(.list(ChatListViewState(rows: rows, order: .recent)))
        #expect(stage.model.panels.list.selected?.chat == ada, "so does the list in the same order without a space")
    }
}
