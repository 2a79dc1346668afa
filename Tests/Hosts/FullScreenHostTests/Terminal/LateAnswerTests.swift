import Testing
import ThreadTesting

/// Answers of the terminal that arrive when the program is about to end.
@Suite(.ownThread) struct LateAnswerTests {
    @Test(arguments: ["\u{1B}[?69;2$y", "\u{1B}]11;rgb:ff/ff/ff\u{1B}\\\u{1B}[?1;2c"])
    func `an answer after quitting does not reach the shell`(answer: String) throws {
        let terminal = try PseudoTerminal(running: ["--virtual-time"])
        terminal.send([0x03, 0x03])
        // The program waits for what it has asked, though not for long.
        terminal.waitForOutput("\u{1B}[?1049l")
        terminal.send(Array(answer.utf8))
        #expect(terminal.quit() == 0)
        #expect(terminal.inputLeft == 0)
    }
}
