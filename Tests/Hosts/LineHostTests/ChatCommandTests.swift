import CSystem
import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import HostKit
@testable import LineHost

/// The ends of a chat on the terminal.
@Suite struct ChatCommandTests {
    /// Returns the exit code of a chat whose input has some events, of which the last one ends it, and what it prints.
    private func run(until events: InputEvent...) throws -> (code: ExitCode?, text: String) { try run(events) }

    /// Does the same, with notices about the data, with several accounts, or with lines of JSON.
    private func run(
        _ events: [InputEvent],
        notices: [String] = [],
        accounts: [AccountName] = [],
        isJSON: Bool = false
    ) throws -> (code: ExitCode?, text: String) {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        defer { pipe.closeReadEnd() }
        func account() throws -> AppContainer {
            try AppContainer(clock: executor.clock, date: Date(timeIntervalSince1970: 0))
        }
        let parts = try accounts.map { (name: $0, container: try account()) }
        let joined = try parts.isEmpty ? account() : AppContainer(joining: parts)
        let container = joined.adding(notices: notices)
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: isJSON, style: .plain)
        let chat = ChatCommand(container: container, printer: printer, isTerminal: false)
        let code = Mutex<ExitCode?>(nil)
        let rest = Mutex(events)
        Task(executorPreference: executor) {
            let ended = await chat.run { rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
            code.withLock { $0 = ended }
        }
        #expect(executor.run { code.withLock { $0 != nil } })
        executor.run(for: .seconds(1))
        pipe.closeWriteEnd()
        return (code.withLock { $0 }, String(decoding: pipe.readAll(), as: UTF8.self))
    }

    @Test(arguments: [InputEvent.end, .signal(SIGTERM), .line("/quit")])
    func `the end of the input, a signal and quit are no failure`(event: InputEvent) throws {
        #expect(try run(until: event).code == .ok)
    }

    /// Returns the numbers of unread messages that are printed one after the other.
    private func badges(of lines: String..., accounts: [AccountName] = []) throws -> [Int] {
        let text = try run(lines.map { .line($0) } + [.end], accounts: accounts, isJSON: true).text
        return text.split(separator: "\n").compactMap { line in
            line.hasPrefix(#"{"event":"badge","unread":"#) ? Int(line.dropLast().drop { !$0.isNumber }) : nil
        }
    }

    @Test func `notices about the data are told at the start`() throws {
        #expect(try run([.end], notices: ["The history was damaged"]).text.contains("\n! The history was damaged\n"))
    }

    @Test func `all chats are marked as read at once`() throws {
        #expect(try badges(of: "/help") == [1])
        #expect(try badges(of: "/read all") == [1, 0])
    }

    @Test func `the chats of two accounts are counted, marked and read together`() throws {
        let accounts = [AccountName("@me:home"), AccountName("@me:work")]
        #expect(try badges(of: "/wait 5s", accounts: accounts).last == 2)
        #expect(try badges(of: "/wait 5s", "/read all", accounts: accounts).last == 0)
        #expect(try badges(of: "/wait 5s", "/read 1", "/read 2", accounts: accounts).suffix(2) == [1, 0])
    }

    @Test func `a user who is away reads nothing that arrives in the open chat, until a line that is no wait`() throws {
        #expect(try badges(of: "/new Ada", "hello", "/wait 2m").last == 1, "John's is left")
        #expect(try badges(of: "/new Ada", "hello", "/away", "/wait 2m").last ?? 0 > 1)
        #expect(try badges(of: "/new Ada", "hello", "/away", "/wait 2m", "/help", "/wait 5s").last == 1)
    }

    @Test func `the server's answers about ignored people and readers are told`() throws {
        let text = try run(until: .line("/open John"), .line("/ignore"), .line("/ignored"), .line("/readers"), .end)
            .text
        let told = text.split(separator: "\n").filter { $0.hasPrefix("! ") }
        #expect(
            told == [
                "! People of this server cannot be ignored", "! You ignore nobody",
                "! In a chat of two, the state of your messages says whether they are read",
            ]
        )
    }

    @Test func `a line that was too long or cut is skipped, and told`() throws {
        let (code, text) = try run(until: .tooLong(byteCount: 9), .cutByTerminal, .end)
        #expect(code == .ok)
        for problem in ["Skipped a line of 9 bytes: too long", TypedLine.cutProblem] {
            #expect(text.contains("\n! \(problem)\n"), "\(text)")
        }
    }

    @Test func `an input that cannot be read is a failure with its reason`() throws {
        let (code, text) = try run(until: .failed(SystemError(call: "read", code: EIO)))
        #expect(code == .ioError)
        #expect(text.hasSuffix("! Cannot read the input: \(String(cString: strerror(EIO)))\n"), "\(text)")
    }
}
