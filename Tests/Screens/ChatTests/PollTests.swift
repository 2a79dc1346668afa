import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

@Suite struct PollTests {
    private static let poll = ChatPoll(
        question: "Lunch?",
        answers: [.init(text: "Pizza", votes: 1, isMine: true), .init(text: "Soup", votes: 0)],
        voters: 1
    )
    private static let ended = ChatPoll(question: "Lunch?", answers: poll.answers, voters: 1, isEnded: true)

    private func presenter() -> ChatPresenter {
        var messages = [
            theirs("1"), theirs("2"), theirs("3"), mine("4", position: 4), mine("5", delivery: .sending),
            failed("6"),
        ]
        for (index, poll) in [(1, Self.poll), (2, Self.ended), (3, Self.poll), (4, Self.poll), (5, Self.poll)] {
            messages[index].poll = poll
        }
        var presenter = ChatPresenter(environment: .test())
        presenter.receive(ChatContent(window: ChatWindow(contact: ada, messages: messages), connection: .well))
        return presenter
    }

    @Test func `a row has the poll of its message`() {
        var presenter = presenter()
        #expect(presenter.state()?.rows.map(\.poll) == [nil, Self.poll, Self.ended, Self.poll, Self.poll, Self.poll])
    }

    @Test(
        arguments: [
            (ChatAction.vote(MessageID("2"), [2]), nil), (.vote(MessageID("2"), []), nil),
            (.vote(MessageID("elsewhere"), [1]), nil), (.vote(MessageID("1"), [1]), "This message is not a poll"),
            (.vote(MessageID("2"), [3]), "The poll has the answers 1 to 2"),
            (.vote(MessageID("2"), [1, 2]), "Choose one answer"), (.vote(MessageID("3"), [1]), "The poll has ended"),
            (.endPoll(MessageID("4")), nil), (.endPoll(MessageID("1")), "This message is not a poll"),
            (.endPoll(MessageID("2")), "You can end only your own polls"),
            (.endPoll(MessageID("3")), "The poll has ended"),
            (.endPoll(MessageID("5")), "A poll can be ended once it is sent"),
            (.endPoll(MessageID("6")), "A poll can be ended once it is sent"),
            (.edit(MessageID("4"), to: "Dinner?"), "A poll cannot be edited"),
        ] as [(ChatAction, String?)]
    )
    func `votes and ends are requested, or refused with the reason`(action: ChatAction, reason: String?) {
        var presenter = presenter()
        #expect(presenter.handle(action) == (reason == nil ? [.perform(.action(action))] : []))
        #expect(presenter.state()?.problem?.text == reason)
    }
}
