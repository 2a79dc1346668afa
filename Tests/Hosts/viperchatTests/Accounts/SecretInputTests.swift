import CSystem
import Foundation
import HostTesting
import Synchronization
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// Lines from an input that is not a terminal.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct SecretInputTests {
    private let pipe = PipeFake()
    private let prompts = PipeFake()
    private let signals: SignalPipe

    init() throws { signals = try SignalPipe() }

    private var input: SecretInput {
        SecretInput(
            signals: signals,
            prompts: LineOutput(descriptor: prompts.writeEnd),
            descriptor: pipe.readEnd
        )
    }

    private func line() throws -> String { try input.line(asking: "Password: ", isSecret: true) }

    @Test func `lines are read one by one, also the last one without its end, and then there is none`() throws {
        pipe.write("first\r\n\n third")
        pipe.closeWriteEnd()
        let lines = [try line(), try line(), try line()]
        #expect(lines == ["first", "", " third"])
        #expect(throws: StorageError.noInput) { try line() }
        prompts.closeWriteEnd()
        #expect(prompts.readAll().isEmpty, "a program is not asked")
    }

    @Test func `a secret is not shown while it is typed, and text typed after it is`() throws {
        let terminal = try PseudoTerminal(columns: 80)
        let input = SecretInput(
            signals: signals,
            prompts: LineOutput(descriptor: prompts.writeEnd),
            descriptor: terminal.far
        )
        var isShown: Bool {
            var modes = termios()
            tcgetattr(terminal.far, &modes)
            return modes.c_lflag & tcflag_t(ECHO) != 0
        }
        let line = Mutex<String?>(nil)
        let ended = PipeFake()
        let thread = Thread {
            let read = try? input.line(asking: "Password: ", isSecret: true)
            line.withLock { $0 = read }
            ended.closeWriteEnd()
        }
        #expect(isShown)
        thread.start()
        // Text typed before is dropped, since it was shown.
        for _ in 0..<20_000 where isShown { _ = poll(nil, 0, 1) }
        #expect(!isShown)
        terminal.type("secret\n")
        #expect(ended.readAll().isEmpty)
        #expect(line.withLock { $0 } == "secret" && isShown)
        prompts.closeWriteEnd()
        #expect(String(decoding: prompts.readAll(), as: UTF8.self) == "Password: \n")
    }

    @Test func `a line without an end is cut`() throws {
        pipe.write(String(repeating: "x", count: 4097) + "\n")
        #expect(try line().utf8.count == 4096)
        #expect(try line() == "x")
    }

    @Test(arguments: [(" Yes \n", true), ("y\n", true), ("maybe\nNO\n", false), ("\nn\n", false)])
    func `a question is asked until the answer is yes or no`(typed: String, answer: Bool) throws {
        pipe.write(typed)
        pipe.closeWriteEnd()
        #expect(try input.isYes("Go on? ") == answer)
        prompts.closeWriteEnd()
        let count = typed.split(separator: "\n", omittingEmptySubsequences: false).count - 2
        let told = String(decoding: prompts.readAll(), as: UTF8.self)
        #expect(told == String(repeating: "Type yes or no\n", count: count))
    }

    @Test func `the end of the input is no answer, and a signal ends the wait`() throws {
        pipe.write("perhaps\n")
        pipe.closeWriteEnd()
        #expect(throws: StorageError.noInput) { try input.isYes("Go on? ") }
        signals.post(SIGINT)
        #expect(throws: InterruptionError()) { try line() }
    }
}
