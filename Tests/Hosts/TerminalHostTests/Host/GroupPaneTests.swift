import Chat
import ChatList
import ChatTypes
import CreateChat
import Foundation
import ScreenKit
import Testing

@testable import TerminalHost

@Suite struct GroupPaneTests {
    @Test func `a group says how many it has, and who wrote what`() throws {
        var pane = LineChatPane()
        let first = pane.update(to: state(people: "3 people", sender: "Ada"))
        #expect(first.prefix(2) == [.screen(.chat, contact: "Trip"), .group("3 people", contact: "Trip")])
        guard case .message(let message)? = first.last else { return #expect(Bool(false), "no message") }
        #expect(message.from == "Ada" && message.contact == "Trip")
        #expect(pane.update(to: state(people: "4 people", sender: "Ada")) == [.group("4 people", contact: "Trip")])
        #expect(pane.update(to: state(people: "4 people", sender: "Ada Lovelace")).isEmpty)
    }

    @Test func `a chat that its details cover prints what has changed once it is back`() {
        var pane = LineChatPane()
        #expect(pane.appear().isEmpty)
        _ = pane.update(to: state(people: "3 people", sender: "Ada"))
        #expect(pane.appear() == [.screen(.chat, contact: "Trip")])
        pane.cover(state(people: "4 people", sender: "Ada"))
        #expect(pane.state?.subtitle == "4 people")
        #expect(pane.appear() == [.screen(.chat, contact: "Trip"), .group("4 people", contact: "Trip")])
        #expect(pane.appear() == [.screen(.chat, contact: "Trip")])
    }

    @Test func `a row of the list says who wrote, in a group`() {
        let row = ChatListViewState.Row(
            id: ChatSummary.ID(chat: ChatID("t")),
            title: "Trip",
            preview: "Hi",
            author: .member(ContactID("ada")),
            sender: "Ada"
        )
        #expect(HostEvent.ListRow(row).sender == "Ada")
    }

    @Test func `who is taken into a group is told, and who is taken out`() {
        var pane = LineFormPane()
        _ = pane.update(to: CreateChatViewState())
        #expect(pane.update(to: CreateChatViewState(added: ["Ada"])) == [.added(["Ada"])])
        #expect(pane.update(to: CreateChatViewState(added: ["Ada"])).isEmpty)
        #expect(pane.update(to: CreateChatViewState()) == [.added([])])
    }

    private func state(people: String, sender: String) -> ChatViewState {
        let row = ChatViewState.Row(
            id: MessageID("1"),
            author: .member(ContactID("ada")),
            sender: sender,
            text: "Hi",
            date: Date(timeIntervalSince1970: 0)
        )
        return ChatViewState(title: "Trip", subtitle: people, rows: [row])
    }
}
