import Foundation
import Testing

@testable import TerminalHost

/// What becomes of the program when its output does.
@Suite(.timeLimit(.minutes(20))) struct LostOutputTests {
    private static let reason = "viperchat: the output cannot be written: No space left on device"

    private let data = DataFolder()

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            ["--help"], ["--version"], ["list"], ["show", "Ada"], ["search", "hello"], ["export"],
            ["export", "--json"], ["send", "Ada", "again", "--virtual-time"], ["--virtual-time"],
            ["import", "/dev/null"],
        ]
    )
    func `a disk that takes no output ends every command with 74 and the reason`(command: [String]) throws {
        try data.chat()
        let isWithoutData = command[0] == "--help" || command[0] == "--version"
        let (code, lines) = try ChildProcess(
            shell: #"exec "$0" "$@" 2>&1 >/dev/full"#,
            arguments: isWithoutData ? command : command + data.arguments,
            input: "/quit\n"
        ).finish()
        #expect(code == 74)
        #expect(lines == [Self.reason])
    }

    @Test(arguments: [["export"], ["export", "--json"], ["search", "hello"], ["list"], ["--virtual-time"]])
    func `a reader who has gone away is no failure, and nothing is said`(command: [String]) throws {
        try data.chat()
        let pipe = data.url.appending(path: "pipe").path
        // A pipe that was open for reading when its other end was opened, and is not any more.
        let script = #"mkfifo "\#(pipe)"; exec 3<>"\#(pipe)" 4>"\#(pipe)"; exec 3<&-; exec "$0" "$@" 2>&1 >&4 4>&-"#
        let (code, lines) = try ChildProcess(shell: script, arguments: command + data.arguments).finish()
        #expect(code == 0)
        #expect(lines.isEmpty)
    }
}
