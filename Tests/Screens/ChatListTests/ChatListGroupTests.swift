import ChatTypes
import ScreenTesting
import Testing

@testable import ChatList

@Suite struct ChatListGroupTests {
    private let ben = Author.member(ContactID("ben"))

    @Test func `a group row names the author of the newest message, a chat of two does not`() {
        let rows = rows([
            walkers(author: .me), walkers(author: ben, senderName: "Ben"), summary("Ada", author: .me), summary("Cy"),
        ])
        #expect(rows.map(\.sender) == ["You", "Ben", nil, nil])
        #expect(rows.map(\.author) == [.me, ben, .me, .contact])
    }

    @Test func `a row without a message names no author`() {
        #expect(rows([walkers(author: nil)]).map(\.sender) == [nil])
    }

    @Test func `a row of an invitation or a removal says so, and names no author of a message`() {
        let states = [ChatState.invited(by: "Eve", toGroup: true), .removed(by: "Eve", reason: ""), .left]
        let rows = rows(states.map { walkers(author: ben, senderName: "Ben", state: $0) })
        #expect(rows.map(\.preview) == ["Eve invites you to a group", "Eve removed you", "hi"])
        #expect(rows.map(\.sender) == [nil, nil, "Ben"] && rows.map(\.author) == [nil, nil, ben])
    }

    @Test func `a search result in a group names its author`() {
        let finds = [
            walkers(message: "1", author: ben, senderName: "Ben"), walkers(message: "2", author: .me),
            summary("Ada", message: "3"),
        ]
        #expect(rows(finds).map(\.sender) == ["Ben", "You", nil])
    }

    @Test func `typing members are named`() {
        let typingAuthors = [["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cy"], []]
        #expect(
            rows(typingAuthors.map { walkers(author: nil, typingAuthors: $0) }).map(\.typing) == [
                "Ada is typing…", "Ada and Ben are typing…", "Ada and 2 others are typing…", nil,
            ]
        )
    }

    @Test func `a sender's new name rebuilds the row`() {
        var presenter = ChatListPresenter(environment: .test())
        let senders = ["Ben", "Benjamin"].map { name in
            presenter.receive(content([walkers(author: ben, senderName: name), summary("Ada")]))
            return presenter.state()?.rows.first?.sender
        }
        #expect(senders == ["Ben", "Benjamin"])
        #expect(presenter.rowBuildCount == 3)
    }

    private func rows(_ summaries: [ChatSummary]) -> [ChatListViewState.Row] {
        var presenter = ChatListPresenter(environment: .test())
        presenter.receive(content(summaries))
        return presenter.state()?.rows ?? []
    }

    private func walkers(
        message: String? = nil,
        author: Author?,
        senderName: String? = nil,
        state: ChatState = .joined,
        typingAuthors: [String] = []
    ) -> ChatSummary {
        ChatSummary(
            chat: ChatID("chat-walkers"),
            message: message.map { MessageID($0) },
            contact: Contact(id: ContactID("walkers"), name: "Walkers"),
            isGroup: true,
            state: state,
            text: "hi",
            author: author,
            senderName: senderName,
            time: .noon,
            unreadCount: 0,
            typingAuthors: typingAuthors
        )
    }
}
