import ChatTypes
import ScreenKit
import Testing

@Suite struct MessageExcerptTests {
    private func excerpt(_ text: String) -> MessageExcerpt {
        MessageExcerpt(AnsweredMessage(id: MessageID("1"), author: .contact, senderName: "Ada", text: text))
    }

    @Test func `an excerpt is one line of a hundred characters at most`() {
        #expect(excerpt(" two\n\tlines ").text == "two lines" && excerpt("x").sender == "Ada")
        let longest = String(repeating: "ü", count: 100)
        #expect(excerpt(longest).text == longest)
        #expect(excerpt(longest + "!").text == longest + "…")
    }

    @Test func `a message that is not here has neither an author nor a text of its own`() {
        let missing = MessageExcerpt(AnsweredMessage(id: MessageID("1"), text: "made up", senderWarning: .unencrypted))
        #expect(missing == MessageExcerpt(id: MessageID("1"), text: "a message that is not here") && !missing.isHere)
    }
}
