import CSystem
import Foundation
import Testing

@testable import TerminalHost

/// A reader who reads nothing any more holds no command up once a signal says that it should end.
@Suite(.timeLimit(.minutes(20))) struct StalledOutputTests {
    private let data = DataFolder()

    @Test(arguments: [
        ["list"], ["show", "Ada 1"], ["search", "hello"], ["export"], ["export", "--json"], ["list", "--virtual-time"],
    ])
    func `a signal ends a command that waits for its reader`(command: [String]) async throws {
        try fill()
        // While another one holds the profile, `list` and `show` only read; in virtual time they go to the server.
        let lock = command.contains("--virtual-time") ? nil : try data.profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let (pipe, errors) = (PipeFake(byteCount: 4096), data.url.appending(path: "errors"))
        let child = try ChildProcess(
            shell: #"exec "$0" "$@" 2>"\#(errors.path)""#,
            arguments: command + data.arguments,
            output: pipe.writeEnd
        )
        while pipe.hasRoom, child.isRunning { await Task.yield() }
        child.kill(with: SIGTERM)
        #expect(child.waitUntilExit() == 74)
        #expect(
            try String(contentsOf: errors, encoding: .utf8) == "viperchat: interrupted before it was finished\n"
        )
    }

    @Test(arguments: [SIGINT, SIGQUIT]) func `a chat whose reader reads nothing is left all the same`(
        signal: Int32
    ) async throws {
        try fill()
        let pipe = PipeFake(byteCount: 4096)
        let child = try ChildProcess(
            arguments: ["--virtual-time"] + data.arguments,
            input: "/open Ada 1\n/back\n/open Ada 1\n/wait 1s\n",
            output: pipe.writeEnd
        )
        while pipe.hasRoom, child.isRunning { await Task.yield() }
        child.kill(with: signal)
        #expect(child.waitUntilExit() == 74)
    }

    /// More of everything than a pipe holds.
    private func fill() throws {
        let text = "hello " + String(repeating: "x", count: 200)
        var lines: [String] = []
        for number in 1...200 {
            lines.append(
                #"{"chat":{"contact":"c\#(number)","created":"2022-03-11T09:00:00.000Z","id":"c\#(number)","name":"Ada \#(number)"}}"#
            )
        }
        for number in 1...200 {
            lines.append(
                """
                {"message":{"author":"contact","chat":"c1","id":"m\(number)","position":\(number),"text":"\(text)",\
                "time":"2022-03-11T09:00:00.000Z"}}
                """
            )
        }
        let records = data.url.appending(path: "records.jsonl")
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: records)
        #expect(try ChildProcess(arguments: ["import", records.path] + data.arguments, input: "").finish().code == 0)
    }
}
