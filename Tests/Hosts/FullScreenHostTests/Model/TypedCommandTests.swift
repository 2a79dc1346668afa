import Chat
import ChatApp
import ChatTypes
import TerminalHost
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

    @Test func `commands of any screen are parsed, and only /edit takes several lines`() throws {
        #expect(try TypedCommand.parse("/edit 2 a\nb\n", on: .chatList) == .edit(2, "a\nb"))
        #expect(try TypedCommand.parse("/quit\n", on: .chat) == .quit)
        let refusal = CommandRefusal(message: "/attach takes one line; begin with // to send this as text")
        #expect(throws: refusal) { try TypedCommand.parse("/attach a\nb", on: .chat) }
    }

    @Test func `commands without an open chat or form are refused, with the sign of the screen`() {
        let list = CommandInterpreter(panels: ScreenPanels(), isTimeVirtual: false)
        for (command, notice) in [
            (LineCommand.leave, "No chat is open; open one with :open"),
            (.create, "No new chat is open; start one with :new"),
            (.unsend(1), noSuchOwnMessage), (.fetch(1, isWanted: true), noSuchFile),
            (.wait(.seconds(1)), "/wait works only with --virtual-time"),
        ] {
            guard case .perform(let effects, let shown) = list.outcome(of: command) else {
                Issue.record("\(command)")
                continue
            }
            #expect(effects == [] && shown == notice)
        }
    }
}
