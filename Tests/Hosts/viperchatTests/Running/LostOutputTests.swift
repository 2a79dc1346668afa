import CSystem
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// Commands whose output is lost.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct LostOutputTests {
    private static let reason = "viperchat: the output cannot be written: No space left on device"

    private let data = DataFolder()

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            ["--help"], ["--version"], ["list"], ["show", "Ada"], ["search", "hello"], ["export"],
            ["export", "--json"], ["send", "Ada", "again", "--virtual-time"], ["--virtual-time"],
            ["import", "FILE"],
        ]
    )
    func `a full disk ends every command with 74 and the reason`(command: [String]) throws {
        try data.chat()
        let file = data.url.appending(path: "export.json")
        let record =
            #"{"chat":{"contact":"eve","created":"2022-03-11T09:00:00.000Z","id":"chat-eve","name":"Eve"}}"#
        try Data(record.utf8).write(to: file)
        let command = command.map { $0 == "FILE" ? file.path : $0 }
        let isWithoutData = command[0] == "--help" || command[0] == "--version"
        let (code, lines) = try ChildProcess(
            shell: #"exec "$0" "$@" 2>&1 >/dev/full"#,
            arguments: isWithoutData ? command : command + data.arguments,
            input: "/quit\n"
        ).finish()
        #expect(code == 74)
        #expect(lines == [Self.reason])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a command that fails keeps its own code on a full disk`() throws {
        try data.chat()
        let script = #"exec "$0" "$@" 2>&1 >/dev/full"#
        let (code, lines) = try ChildProcess(shell: script, arguments: ["show", "Nobody"] + data.arguments).finish()
        #expect(code == ExitCode.dataError.rawValue)
        #expect(lines == [Self.reason])
    }

    @Test(arguments: [["export"], ["export", "--json"], ["search", "hello"], ["list"], ["--virtual-time"]])
    func `a closed output ends a command silently with success`(command: [String]) throws {
        try data.chat()
        let pipe = data.url.appending(path: "pipe").path
        // The pipe had a reader when its other end was opened, and has none any more.
        let script = #"mkfifo "\#(pipe)"; exec 3<>"\#(pipe)" 4>"\#(pipe)"; exec 3<&-; exec "$0" "$@" 2>&1 >&4 4>&-"#
        let (code, lines) = try ChildProcess(shell: script, arguments: command + data.arguments).finish()
        #expect(code == 0)
        #expect(lines.isEmpty)
    }
}

/// Commands whose output is not read end after a signal.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct StalledOutputTests {
    private let data = DataFolder()

    @Test(arguments: [
        ["list"], ["show", "Ada 1"], ["search", "hello"], ["export"], ["export", "--json"], ["list", "--virtual-time"],
    ])
    func `a signal ends a command whose output nobody reads`(command: [String]) async throws {
        try fill()
        // While another process holds the profile, `list` and `show` only read. In virtual time they sync.
        let lock = command.contains("--virtual-time") ? nil : try data.profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let (pipe, errors) = (PipeFake(byteCount: 4096), data.url.appending(path: "errors"))
        let child = try ChildProcess(
            shell: #"exec "$0" "$@" 2>"\#(errors.path)""#,
            arguments: command + data.arguments,
            output: pipe.writeEnd
        )
        while pipe.hasRoom, child.isRunning { try await Task.sleep(for: .milliseconds(2)) }
        child.kill(with: SIGTERM)
        #expect(child.waitUntilExit() == 74)
        let told = try String(contentsOf: errors, encoding: .utf8)
        #expect(told == "viperchat: interrupted before it was finished\n")
    }

    @Test(arguments: [SIGINT, SIGQUIT]) func `a signal ends a chat whose output nobody reads`(
        signal: Int32
    ) async throws {
        try fill()
        let pipe = PipeFake(byteCount: 4096)
        let child = try ChildProcess(
            arguments: ["--virtual-time"] + data.arguments,
            input: "/open Ada 1\n/back\n/open Ada 1\n/wait 1s\n",
            output: pipe.writeEnd
        )
        while pipe.hasRoom, child.isRunning { try await Task.sleep(for: .milliseconds(2)) }
        child.kill(with: signal)
        #expect(child.waitUntilExit() == 74)
    }

    /// Stores more than a pipe holds.
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
