import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

/// Groups in a chat's screen.
@Suite struct GroupTests {
    private var presenter = ChatPresenter(environment: .test())

    @Test func `a member's message has a name, the user's own has none`() {
        var presenter = presenter
        presenter.receive(content([bens("1", isUnread: false), mine("2")], of: GroupState(memberCount: 3)))
        #expect(presenter.state()?.rows.map(\.sender) == ["Ben", nil])
        #expect(presenter.state()?.rows.map(\.author) == [.member(ContactID("ben")), .me])
    }

    @Test func `a changed name rebuilds its rows only`() {
        var presenter = presenter
        let counts = ["Ben", "Benjamin"].map { name in
            presenter.receive(content([bens("1", name: name), mine("2")], of: GroupState(memberCount: 3)))
            #expect(presenter.state()?.rows.first?.sender == name)
            return presenter.rowBuildCount
        }
        #expect(counts == [2, 3])
    }

    @Test func `a group shows its member count, and one that was left cannot be written to`() {
        var presenter = presenter
        presenter.receive(content(of: GroupState(memberCount: 3)))
        #expect(presenter.state()?.subtitle == "3 people" && presenter.state()?.canWrite == true)
        #expect(presenter.state()?.contact == nil, "a group is no contact")
        presenter.receive(content(of: GroupState(memberCount: 2, hasLeft: true)))
        #expect(presenter.state()?.subtitle == "You have left" && presenter.state()?.canWrite == false)
        presenter.receive(content())
        #expect(presenter.state()?.subtitle == nil && presenter.state()?.canWrite == true, "between two")
    }

    @Test func `typing members are named`() {
        var presenter = presenter
        let texts = [["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cy", "Dot"], []].map { names in
            presenter.receive(ChatContent(window: ChatWindow(contact: ada, typingAuthors: names), connection: .well))
            return presenter.state()?.typing
        }
        #expect(texts == ["Ada is typing…", "Ada and Ben are typing…", "Ada and 3 others are typing…", nil])
    }

    @Test func `a member's message is unread and seen with the rows above it`() {
        var presenter = presenter
        presenter.receive(content([bens("1"), mine("2"), theirs("3", isUnread: true)]))
        let first = presenter.handle(.rowsVisible(upTo: MessageID("2")))
        #expect(first.contains(.perform(.markSeen(MessageID("1")))))
        let both = presenter.handle(.rowsVisible(upTo: MessageID("3")))
        #expect(both.contains(.perform(.markSeen(MessageID("3")))))
    }

    @Test func `a member's message is marked as read once seen`() {
        let stage = ChatInteractorStage([bens("1"), mine("2"), bens("3")])
        stage.see("2")
        #expect(stage.model.calls == [.markRead(MessageID("1"))])
        stage.see("3")
        #expect(stage.model.calls == [.markRead(MessageID("1")), .markRead(MessageID("3"))])
    }

    @Test func `showDetails follows the details route`() {
        var presenter = presenter
        #expect(presenter.handle(.showDetails) == [.follow(.details)])
    }
}

/// A group that the user has left.
@Suite struct LeftGroupTests {
    private let stage = ChatStage([failed("f"), mine("m")]) { $0.group = left }

    @Test(arguments: [
        ChatAction.send("hello"), .send("  "), .resend(MessageID("f")), .resendFailed, .edit(MessageID("m"), to: "x"),
        .reply(MessageID("m"), "x"), .react(MessageID("m"), ":+1:"), .startPoll("Lunch? | Pizza | Soup"),
        .vote(MessageID("elsewhere"), [1]), .endPoll(MessageID("elsewhere")),
    ])
    func `each message to a group that was left is refused`(action: ChatAction) {
        for number in 1...2 {
            stage.module.send(action)
            stage.run()
            let text = "You have left this group: nothing can be sent"
            #expect(stage.view.last?.problem == ScreenProblem(text: text, number: number))
        }
        #expect(stage.model.sends == [])
    }

    @Test(arguments: [("hello", "hello"), ("  ", "")])
    func `a refused text stays typed unless it is blank`(text: String, kept: String) {
        stage.module.send(.send(text))
        stage.run()
        #expect(stage.view.last?.draft == text)
        stage.leave()
        #expect(stage.model.draft == kept)
    }

    @Test(arguments: [
        (ChatState.invited(by: "Eve", toGroup: false), "Eve invites you to a chat"), (.left, "You have left this chat"),
    ])
    func `nothing is sent to a chat of two that the user has not joined, or has left`(state: ChatState, reason: String)
    {
        let stage = ChatStage([theirs("1")]) { $0.standing = ChatStanding(state: state) }
        #expect(stage.view.last?.canWrite == false && stage.view.last?.stateText == state.text)
        #expect(stage.view.last?.isInvitation == state.isInvitation && stage.view.last?.subtitle == nil)
        stage.module.send(.draft("hel"))
        stage.module.send(.send("hello"))
        stage.run()
        #expect(stage.view.last?.problem?.text == "\(reason): nothing can be sent")
        #expect(stage.model.sends == [] && stage.model.typingCount == 0)
    }

    @Test func `a draft in a group that was left is kept without reporting typing`() {
        stage.module.send(.draft("hel"))
        stage.run()
        #expect(stage.model.draft == "hel")
        #expect(stage.model.typingCount == 0)
    }

    @Test func `delete and setMuted work in a group that was left`() {
        stage.module.send(.delete(MessageID("f")))
        stage.module.send(.setMuted(true))
        stage.run()
        #expect(stage.model.calls == [.delete(MessageID("f")), .setMuted(true)])
        #expect(stage.view.last?.problem == nil)
    }

    @Test func `a user added again can write`() {
        stage.model.change { $0.group = GroupState(memberCount: 3) }
        stage.run()
        #expect(stage.view.last?.canWrite == true)
        stage.module.send(.send("hello"))
        stage.run()
        #expect(stage.model.sends == [.send("hello")])
    }

    @Test func `a group that was left stays closed while the history is unreadable`() {
        stage.model.change { $0.readFailure = .diskFull }
        stage.module.send(.send("hello"))
        stage.run()
        #expect(stage.model.sends == [])
    }
}

private let left = GroupState(memberCount: 2, hasLeft: true)

/// A message of Ben, a member of a group.
private func bens(_ id: String, name: String = "Ben", isUnread: Bool = true) -> ChatMessage {
    ChatMessage(
        id: MessageID(id),
        author: .member(ContactID("ben")),
        senderName: name,
        text: "hi",
        time: .noon,
        delivery: .received,
        isUnread: isUnread
    )
}

private func content(_ messages: [ChatMessage] = [], of group: GroupState) -> ChatContent {
    let first = messages.first(where: \.isUnread)?.id
    let window = ChatWindow(contact: ada, group: group, messages: messages, firstUnread: first)
    return ChatContent(window: window, connection: .well)
}
