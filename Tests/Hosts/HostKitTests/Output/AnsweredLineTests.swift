import Chat
import ChatTypes
import ScreenKit
import Testing

@testable import HostKit

@Suite struct AnsweredLineTests {
    private func line(_ author: Author?, _ text: String, sender: String? = nil) -> AnsweredLine {
        AnsweredLine(.init(id: MessageID("m1"), author: author, sender: sender, text: text), contact: "Ada")
    }

    @Test func `an answered message is one line with its author, cut to the terminal`() {
        #expect(line(.contact, "hello").line(columns: 40) == "↳ Ada: hello")
        #expect(line(.me, "hello").line(columns: 40) == "↳ You: hello")
        #expect(line(.member(ContactID("b")), "a\nb\u{1B}[2J", sender: "Ben").line(columns: 40).hasPrefix("↳ Ben: a"))
        #expect(!line(.contact, "a\n\u{1B}b").line(columns: 40).contains { $0.isNewline || $0 == "\u{1B}" })
        #expect(line(nil, "a message that is not here").line(columns: 40) == "↳ a message that is not here")
        #expect(TerminalText.width(line(.contact, String(repeating: "x", count: 100)).line(columns: 20)) == 20)
    }

    @Test func `it stands above the message, and in JSON as its reply`() throws {
        var message = HostEvent.MessageLine(
            contact: "Ada",
            id: "m2",
            from: "me",
            text: "yes",
            state: .sent,
            time: "9:00"
        )
        message.answered = line(.contact, "hello")
        #expect(message.text(.plain, columns: nil) == ["    ↳ Ada: hello", "  9:00  You: yes  (sent)"])
        let json = try JSONLine.text(of: HostEvent.message(message))
        #expect(json.contains(#""reply":{"from":"Ada","id":"m1","text":"hello"}"#))
        message.answered = line(nil, "a message that is not here")
        #expect(try JSONLine.text(of: HostEvent.message(message)).contains(#""reply":{"id":"m1","text":"a message"#))
    }

    @Test func `the quote of a message whose sender nothing proves has the sign, and JSON says why`() throws {
        let forged = MessageExcerpt(
            id: MessageID("m1"),
            author: .contact,
            text: "pay Eve",
            senderWarning: .unencrypted
        )
        let line = AnsweredLine(forged, contact: "Ada")
        #expect(line.line(columns: 40) == "↳ ! Ada: pay Eve" && line.summary == "! Ada: pay Eve")
        #expect(try JSONLine.text(of: line).contains(#""text":"pay Eve","warning":"unencrypted""#))
    }
}
