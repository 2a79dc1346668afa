import Chat
import ChatTypes
import Testing

@testable import HostKit

@Suite struct FormattedLineTests {
    private func line(
        _ typed: String,
        from name: String = "Ada",
        state: HostEvent.MessageLine.State = .received
    ) -> HostEvent.MessageLine {
        let text = TypedText.read(typed)
        return HostEvent.MessageLine(
            contact: ChatName(name, nil),
            id: "m1",
            from: name,
            text: text.text,
            spans: text.spans,
            state: state,
            time: "9:00"
        )
    }

    @Test func `a formatted message is printed as plain text, and its spans are in JSON`() throws {
        #expect(
            line("**so** [it](https://x.org)").text(.plain, columns: nil) == ["  9:00  Ada: so it (https://x.org)"]
        )
        let json = try JSONLine.text(of: HostEvent.message(line("**so** [it](https://x.org)")))
        #expect(json.contains(#"{"kind":"strong","length":2,"start":2}"#) && json.contains(#""url":"https://x.org""#))
        #expect(try !JSONLine.text(of: HostEvent.message(line("so"))).contains("spans"))
    }

    @Test func `an emote names its author behind a star`() {
        #expect(line("/me waves").text(.plain, columns: nil) == ["  9:00  * Ada waves"])
        #expect(
            line("/me waves", from: "me", state: .sent).text(.plain, columns: nil) == ["  9:00  You: * waves  (sent)"]
        )
        #expect(line("* Ada waves").text(.plain, columns: nil) == ["  9:00  Ada: * Ada waves"])
        #expect(line("/me waves", from: "you: hi").text(.plain, columns: nil) == ["  9:00  * \"you: hi\" waves"])
    }

    @Test func `me is a command that sends what the user does`() throws {
        #expect(try LineCommand("/me waves *twice*", on: .chat) == .chat(.send("/me waves *twice*")))
        #expect(throws: LineCommandError.self) { try LineCommand("/me", on: .chat) }
        #expect(throws: LineCommandError.self) { try LineCommand("/me waves", on: .chatList) }
    }
}
