import ChatApp
import HostKit
import Testing

@testable import FullScreenHost

@Suite struct TypedCommandTests {
    @Test(arguments: [
        ("hello", "hello"), ("//bob", "/bob"), ("/quit", nil), ("/quit\n", nil),
        ("/usr/bin\nis full", "/usr/bin\nis full"),
        ("/attach a\nb", nil), ("one\n/quit", "one\n/quit"),
    ])
    func `several lines are a command only after a command's name`(typed: String, text: String?) {
        #expect(TypedCommand.text(meantBy: typed) == text)
    }

    @Test func `text that looks like a command is typed with another slash`() {
        for text in ["hello", "/quit", "/bob"] {
            #expect(TypedCommand.text(meantBy: TypedCommand.typed(for: text)) == text)
        }
        #expect(TypedCommand.typed(for: "hello") == "hello" && TypedCommand.typed(for: "/quit") == "//quit")
    }

    @Test(
        arguments: [
            ("/find tea", "tea"), ("/find", ""), ("/find  green tea \n", "green tea"), ("/finder tea", nil),
            ("/find a\nb", nil), ("find tea", nil),
        ] as [(String, String?)]
    )
    func `/find on one line has a text to find`(typed: String, text: String?) {
        #expect(TypedCommand.textToFind(in: typed) == text)
    }

    @Test(arguments: ["/find tea", "/switch", "/mute"]) func `any command can be bound`(command: String) {
        #expect(TypedCommand.problem(withBound: command) == nil)
    }

    @Test func `commands of any screen are parsed, and only /edit takes several lines`() throws {
        #expect(try TypedCommand.parse("/edit 2 a\nb\n", on: .chatList) == .edit(2, "a\nb"))
        #expect(try TypedCommand.parse("/quit\n", on: .chat) == .quit)
        let refusal = LineCommandError(message: "/attach takes one line; begin with // to send this as text")
        #expect(throws: refusal) { try TypedCommand.parse("/attach a\nb", on: .chat) }
    }
}
