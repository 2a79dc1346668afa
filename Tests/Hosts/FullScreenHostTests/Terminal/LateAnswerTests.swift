import CSystem
import Testing
import ThreadTesting

@testable import FullScreenHost

/// Answers of the terminal that arrive when the program is about to end.
@Suite(.ownThread) struct LateAnswerTests {
    @Test(arguments: ["\u{1B}[?69;2$y", "\u{1B}]11;rgb:ff/ff/ff\u{1B}\\\u{1B}[?1;2c"])
    func `an answer after quitting does not reach the shell`(answer: String) throws {
        // The program waits for what it has asked, though not for long: on a busy machine, it may have ended before this looks.
        for _ in 1...20 {
            let terminal = try PseudoTerminal(running: ["--virtual-time"])
            terminal.send([0x03, 0x03])
            terminal.waitForOutput("\u{1B}[?1049l")
            // A program that does not wait has ended by then.
            _ = poll(nil, 0, 100)
            guard terminal.isRunning else { continue }
            terminal.send(Array(answer.utf8))
            #expect(terminal.quit() == 0)
            if terminal.inputLeft == 0 { return }
        }
        Issue.record("the answer reached the shell, or would have, in each of twenty runs")
    }

    @Test(
        .enabled(if: Chafa.path(in: ["PATH": "/usr/bin:/bin"]) != nil, "chafa is not installed here"),
        arguments: [
            "", "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62;4c", "\u{1B}[?62;4c", "\u{1B}_Gi=31;",
        ]
    )
    func `a terminal is asked about pictures, and any answer or none leaves nothing behind`(answer: String) throws {
        let terminal = try PseudoTerminal(running: ["--profile", "p"])
        #expect(terminal.waitForOutput("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q\u{1B}[c"))
        terminal.send(Array(answer.utf8))
        #expect(terminal.quit() == 0)
        #expect(terminal.leftover == nil)
    }
}
