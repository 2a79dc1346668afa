import Foundation
import HostTesting
import SimulationKit
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// The simulated server loses the end of its journal, while the history has it.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct LostJournalTests {
    private let data = DataFolder()

    @Test(arguments: Seeds.every(2, of: 1...6))
    func `contacts answer again after their journal lost its end`(lost: Int) throws {
        _ = try run("/new Ada\nhello\n/wait 60s\n/quit\n")
        let journal = data.profile.directory.appending(path: "server.journal")
        let lines = try String(contentsOf: journal, encoding: .utf8).split(separator: "\n")
        try Data(lines.dropLast(lost).map { $0 + "\n" }.joined().utf8).write(to: journal)
        let events = try run("/open Ada\nagain\n/back\n/wait 30s\n/quit\n")
        let heard = events.filter { $0.contains(#""event":"notification""#) && $0.contains(#""contact":"Ada""#) }
        #expect(!heard.isEmpty)
        // John has sent one message, which is unread.
        let unread = heard.count + 1
        #expect(events.last { $0.contains(#""event":"badge""#) } == #"{"event":"badge","unread":\#(unread)}"#)
        let shown = try ChildProcess(arguments: ["export"] + data.arguments, input: "").finish().lines
        let own = try #require(shown.firstIndex { $0.contains("You: again") })
        #expect(
            shown[(own + 1)...].prefix { !$0.isEmpty }.count { $0.contains("  Ada: ") } == heard.count,
            "the answers stand behind what they answer"
        )
    }

    private func run(_ input: String) throws -> [String] {
        let arguments = ["--virtual-time", "--json", "--seed", "7"] + data.arguments
        let (code, lines) = try ChildProcess(arguments: arguments, input: input).finish()
        #expect(code == 0)
        return lines
    }
}
