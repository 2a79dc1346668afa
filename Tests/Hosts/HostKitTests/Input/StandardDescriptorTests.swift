import ChatStore
import HostTesting
import SQLiteKit
import Testing
import ThreadTesting

@testable import HostKit

/// A process may start with closed standard descriptors, whose numbers its own files would get.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct StandardDescriptorTests {
    private let data = DataFolder()

    @Test(arguments: [["--virtual-time"], []])
    func `a closed input ends at once`(options: [String]) throws {
        let (code, lines) = try ChildProcess(
            shell: #"exec "$0" "$@" <&-"#,
            arguments: options + data.arguments
        ).finish()
        #expect(code == 0)
        #expect(lines.first == "" && lines.contains("Chats"))
    }

    @Test func `import from a closed input adds nothing and fails`() throws {
        let (code, lines) = try ChildProcess(
            shell: #"exec "$0" "$@" <&-"#,
            arguments: ["import", "-"] + data.arguments
        ).finish()
        #expect(code == 65)
        #expect(lines == ["0 records new, 0 there already, 0 lines rejected"])
    }

    @Test func `writing to a closed output fails`() throws {
        try data.chat()
        let (code, lines) = try ChildProcess(
            shell: #"exec "$0" "$@" 2>&1 >&-"#,
            arguments: ["search", "hello"] + data.arguments
        ).finish()
        #expect(code == 74)
        #expect(lines == ["viperchat: the output cannot be written: Bad file descriptor"])
    }

    @Test func `with all three closed, the history is not overwritten`() async throws {
        try data.chat()
        _ = try ChildProcess(
            shell: #"exec "$0" "$@" <&- >&- 2>&-"#,
            arguments: ["--virtual-time"] + data.arguments
        ).finish()
        let history = try data.profile.history.openForReading()
        #expect(try await history.read { try $0.rows("PRAGMA integrity_check") { $0.text(0) } } == ["ok"])
    }
}
