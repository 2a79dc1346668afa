import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// Messages that are pinned, and pinned by the user.
@Suite struct PinningTests {
    private func presenter(_ messages: [ChatMessage], _ rights: ChatRights = .all) -> ChatPresenter {
        var presenter = ChatPresenter(environment: .test())
        let standing = ChatStanding(rights: rights)
        let window = ChatWindow(contact: ada, standing: standing, messages: messages)
        presenter.receive(ChatContent(window: window, connection: .well))
        return presenter
    }

    private func message(_ id: String, isDeleted: Bool = false, isPinned: Bool = false) -> ChatMessage {
        ChatMessage(
            id: MessageID(id),
            author: .contact,
            text: "",
            isDeleted: isDeleted,
            time: .noon,
            position: Position(1),
            delivery: .received,
            isPinned: isPinned
        )
    }

    @Test func `a row says that its message is pinned, unless the message was deleted`() {
        let messages = [message("1"), message("2", isPinned: true), message("3", isDeleted: true, isPinned: true)]
        var presenter = presenter(messages)
        #expect(presenter.state()?.rows.map(\.isPinned) == [false, true, false])
        #expect(presenter.handle(.showPins) == [.follow(.pins)])
    }

    @Test(arguments: [
        ("1", true, ChatRights.all, nil), ("1", true, .pin, nil), ("2", false, .pin, nil),
        ("elsewhere", true, .pin, nil), ("1", true, .setTopic, "Your role does not allow you to pin messages here"),
        ("2", true, .pin, "A deleted message cannot be pinned"),
        ("waiting", true, .pin, "A message can be pinned once it is sent"),
    ])
    func `a pin is requested, or refused with the reason`(
        id: String,
        isPinned: Bool,
        rights: ChatRights,
        reason: String?
    ) {
        var presenter = presenter([message("1"), message("2", isDeleted: true), mine("waiting")], rights)
        let action = ChatAction.change(.pin(MessageID(id), isPinned))
        #expect(presenter.handle(action) == (reason == nil ? [.perform(.action(action))] : []))
        #expect(presenter.state()?.problem?.text == reason)
    }
}
