import Testing

@testable import TerminalHost

/// What a person does so as to be less disturbed, and with what they wish they had not said.
@Suite(.timeLimit(.minutes(20))) struct QuietTests {
    @Test func `a message is taken back by its place from below, and stays taken back`() throws {
        let lines = try run("/new Ada\none\n/wait 2s\ntwo\n/wait 2s\n/unsend 2\n/wait 2s\n/unsend 9\n/quit\n")
        let start = try #require(lines.firstIndex { $0.contains("two  (sent)") || $0.contains("(sent) two") })
        let after = lines[start...]
        #expect(after.count { $0.contains("You: Message deleted") } == 1)
        #expect(after.contains("! You have no such message on screen"))
        #expect(!after.contains { $0.contains("one") })
    }

    @Test func `a message that is taken back while it waits is said to be, and is deleted if it got through`() throws {
        let lines = try run("/new Ada\none\n/unsend\n/wait 2s\n/quit\n")
        let taken = try #require(lines.firstIndex(of: "  (deleted) one"))
        #expect(lines[taken...].count { $0.contains("You: Message deleted  (sent)") } == 1)
        #expect(!lines[taken...].contains { $0.contains("You: one") || $0.contains("(sent) one") })
    }

    @Test func `a message is changed by its place from below, and shown anew`() throws {
        let lines = try run(
            "/new Ada\none\n/wait 2s\ntwo\n/wait 2s\n/edit 2 three\n/wait 2s\n/edit four\n/wait 2s\n/edit 9 x\n/quit\n"
        )
        #expect(lines.count { $0.contains("You: three") && $0.contains("(edited) (") } == 1)
        #expect(lines.count { $0.contains("You: four") && $0.contains("(edited) (") } == 1)
        #expect(lines.contains("! You have no such message on screen"))
    }

    @Test func `a muted chat says so, is not announced, and is no part of the badge`() throws {
        let lines = try run("/new Ada\nhello\n/mute\n/back\n/wait 2m\n/open Ada\n/unmute\n/quit\n")
        #expect(lines.contains("  Ada is muted") && lines.contains("  Ada is unmuted"))
        #expect(lines.contains { $0.contains("Ada [") && $0.contains("(muted)") }, "she has answered")
        #expect(!lines.contains { $0.hasPrefix("[Ada] ") })
        #expect(lines.last { $0.hasSuffix("unread)") } == "(1 unread)", "John's")
    }

    private func run(_ input: String) throws -> [String] {
        try ChildProcess(arguments: ["--virtual-time", "--seed", "7"], input: input).finish().lines
    }
}
