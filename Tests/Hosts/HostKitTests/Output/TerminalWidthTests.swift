import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit

@Suite(.ownThread, .timeLimit(.minutes(20))) struct TerminalWidthTests {
    @Test func `the width of a terminal is read each time, and is 80 if unknown`() throws {
        let terminal = try PseudoTerminal(columns: 57)
        let output = LineOutput(descriptor: terminal.far)
        #expect(output.columns == 57)
        terminal.resize(columns: 100)
        #expect(output.columns == 100)
        terminal.resize(columns: 0)
        #expect(output.columns == 80)
    }

    @Test func `an output that is not a terminal has no width`() {
        #expect(LineOutput(descriptor: PipeFake().writeEnd).columns == nil)
    }

    @Test(arguments: [["show", "Ada"], ["export"]])
    func `text from others stays in its column on a terminal`(command: [String]) throws {
        let (data, terminal) = (DataFolder(), try PseudoTerminal(columns: 40))
        let text = "look\(String(repeating: " ", count: 40))  10:01 am  You: yes, I agree to pay 500  (read)"
        let chat = #"{"chat":{"contact":"ada","created":"2022-03-11T09:00:00.000Z","id":"chat-ada","name":"Ada"}}"#
        let message = """
            {"message":{"author":"contact","chat":"chat-ada","id":"m1","position":7,"text":"\(text)",\
            "time":"2022-03-11T09:00:00.000Z"}}
            """
        let records = data.url.appending(path: "records.jsonl")
        try Data("\(chat)\n\(message)\n".utf8).write(to: records)
        #expect(try ChildProcess(arguments: ["import", records.path] + data.arguments, input: "").finish().code == 0)
        // While another process holds the profile, `show` only reads, in any kind of time.
        let lock = try data.profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let child = try ChildProcess(arguments: command + data.arguments, input: "", output: terminal.far)
        #expect(child.waitUntilExit() == 0)
        let lines = terminal.printed().filter { !$0.isEmpty && !$0.hasPrefix("Chat with") }
        #expect(lines.count > 1)
        for (index, line) in lines.enumerated() {
            #expect(line.count <= 40)
            #expect(index == 0 || line.hasPrefix("    "), "\(line)")
        }
    }
}
