import ChatStore
import ChatTypes
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// Missing system resources, which end a command with a sentence and a code.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct ResourceLimitTests {
    private let data = DataFolder()

    @Test(arguments: [12, 16, 17, 23]) func `too few descriptors fail the command at its start`(count: Int)
        throws
    {
        let (code, lines) = try run("ulimit -n \(count)", ["list"])
        #expect(code == 74)
        #expect(
            lines == [
                "viperchat: only \(count) open files are allowed, and 24 are needed; raise the limit with ulimit -n"
            ]
        )
        #expect(!data.profile.hasHistory)
    }

    @Test(arguments: ["ulimit -n 24", "ulimit -S -n 16"])
    func `the program works with the needed number of descriptors`(
        limit: String
    ) throws {
        #expect(try run(limit, ["--network", "storm"], input: "/new Ada\nhello\n/wait 1s\n/search hello\n").code == 0)
        #expect(try run(limit, ["list"]).lines.contains { $0.contains("John") })
    }

    @Test func `a full journal is reported, and ends with 74`() throws {
        try data.chat()
        let journal = data.profile.directory.appending(path: "server.journal")
        // An interrupted first start has a greeting left to write. Spaces within a line have no meaning.
        let lines = try String(contentsOf: journal, encoding: .utf8).split(separator: "\n")
        let blank = String(repeating: " ", count: 1 << 20)
        try Data("\(lines[0])\(blank)\n\(lines[1])\n".utf8).write(to: journal)
        let (code, told) = try run("ulimit -f 1024", ["list", "--virtual-time"])
        #expect(code == 74)
        #expect(told == ["viperchat: The journal \(journal.path) cannot be written: File too large"])
    }

    /// The history fits within the limit, but its log does not.
    @Test(arguments: [["list"], ["show", "John"]]) func `a failure to store is reported`(
        command: [String]
    ) throws {
        try data.chat()
        let other = try ChatDatabase(.file(path: data.profile.history.url.path))
        try other.write { try $0.setDraft(String(repeating: "x", count: 50_000), in: ChatID("chat-john")) }
        defer { withExtendedLifetime(other) {} }
        let (code, lines) = try run("ulimit -f 68", command + ["--virtual-time", "--start-at", "2022-03-11T10:00:00Z"])
        #expect(code == 74)
        #expect(lines.contains { $0.hasPrefix("! Cannot save: ") }, "\(lines)")
    }

    private func run(
        _ limit: String,
        _ arguments: [String],
        input: String = ""
    ) throws -> (code: Int32, lines: [String]) {
        let script = #"\#(limit); exec "$0" "$@" 2>&1"#
        return try ChildProcess(shell: script, arguments: arguments + data.arguments, input: input).finish()
    }
}
