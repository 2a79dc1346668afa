import ChatTypes
import ScreenTesting
import Testing

@testable import ChatList

@Suite struct ChatListGroupTests {
    private let ben = Author.member(ContactID("ben"))

    @Test func `a group says who wrote the newest message; between two that is clear`() {
        let rows = rows([
            walkers(author: .me), walkers(author: ben, senderName: "Ben"), summary("Ada", author: .me), summary("Cy"),
        ])
        #expect(rows.map(\.sender) == ["You", "Ben", nil, nil])
        #expect(rows.map(\.author) == [.me, ben, .me, .contact])
    }

    @Test func `where nothing was written, nobody has written`() {
        #expect(rows([walkers(author: nil)]).map(\.sender) == [nil])
    }

    @Test func `what was found in a group says who wrote it`() {
        let finds = [
            walkers(message: "1", author: ben, senderName: "Ben"), walkers(message: "2", author: .me),
            summary("Ada", message: "3"),
        ]
        #expect(rows(finds).map(\.sender) == ["Ben", "You", nil])
    }

    @Test func `those are named who type`() {
        let typists = [["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cy"], []]
        #expect(
            rows(typists.map { walkers(author: nil, typists: $0) }).map(\.typing) == [
                "Ada is typing…", "Ada and Ben are typing…", "Ada and 2 others are typing…", nil,
            ]
        )
    }

    @Test func `a sender's new name is a row that changed`() {
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
        typists: [String] = []
    ) -> ChatSummary {
        ChatSummary(
            chat: ChatID("chat-walkers"),
            message: message.map { MessageID($0) },
            contact: Contact(id: ContactID("walkers"), name: "Walkers"),
            isGroup: true,
            text: "hi",
            author: author,
            senderName: senderName,
            time: .noon,
            unreadCount: 0,
            typists: typists
        )
    }
}
