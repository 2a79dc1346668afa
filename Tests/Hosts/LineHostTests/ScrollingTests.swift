import ChatStore
import ChatTypes
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit
@testable import LineHost

/// Lists and chats longer than a page.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct ScrollingTests {
    private let data = DataFolder()

    @Test func `more prints the next rows of the list, with the numbers that open them`() throws {
        try data.fill { writer in
            for number in 1...120 { try writer.register(header(number)) }
        }
        let lines = try run("/more\n/more\n/more\n120\n/quit\n")
        // One of the contacts is the simulated server's own.
        let numbers = lines.compactMap { line in line.split(separator: " ").first.flatMap { Int($0) } }
        #expect(numbers == Array(1...50) + Array(1...121), "as it is stored, as it is synced, and what comes behind")
        #expect(lines.contains { $0.hasPrefix("  121  ") } && !lines.contains { $0.hasPrefix("  122  ") })
        #expect(lines.contains("! There are no more rows"))
        #expect(lines.contains("Contact 2") || lines.contains("Contact 1"))
        let json = try run("/more\n/quit\n", ["--json"]).filter { $0.hasPrefix(#"{"event":"list""#) }
        #expect(json.count == 2 && !json[0].contains(#""first""#) && json[1].contains(#""first":51"#))
    }

    @Test func `in a chat longer than its window, new messages are read as they are printed`() throws {
        let typed = (1...60).map { "line \($0)\n" }.joined()
        let lines = try run("/new Ada\n\(typed)/wait 30s\n/back\n/quit\n", ["--json"])
        // The contact answers twice in the open chat; John's greeting stays unread.
        let badges = lines.filter { $0.hasPrefix(#"{"event":"badge""#) }
        #expect(badges.count > 2)
        #expect(!badges.contains { $0.contains(#""unread":3"#) }, "the first answer was read before the second came")
    }

    @Test func `a search result opens its chat at the message, which is marked`() throws {
        try data.fill { writer in
            let messages = (1...200).map(message)
            _ = try writer.apply(ChatUpdate(chat: header(1), messages: messages), announcing: true)
        }
        let lines = try run("/search needle\n1\n/later\n/later\n/later\n/later\n/later\n/quit\n")
        #expect(lines.contains { $0.hasPrefix("  1  Contact 1") && $0.contains("You: needle") })
        #expect(lines.contains { $0.hasPrefix("> ") && $0.contains("You: needle") })
        let shown = lines.compactMap { line -> Int? in
            guard let range = line.range(of: "hay ") else { return nil }
            return Int(line[range.upperBound...])
        }
        // The list prints the previews, once as stored and once after the sync.
        #expect(shown == [200, 200] + Array(52...76) + Array(78...200))
        #expect(lines.contains("! These are the newest messages"))
    }

    @Test func `scrolling commands that have no effect are refused with the reason`() throws {
        try data.chat()
        let lines = try run("/open Ada\n/later\n/resend\n/earlier\n/quit\n")
        for reason in ["These are the newest messages", "No message has failed or waits here", "The chat begins here"] {
            #expect(lines.contains("! \(reason)"))
        }
    }

    private let start = Date(timeIntervalSince1970: 1_600_000_000)

    private func header(_ number: Int) -> ChatHeader {
        ChatHeader(
            id: ChatID("chat-\(number)"),
            contact: Contact(id: ContactID("contact-\(number)"), name: "Contact \(number)"),
            createdAt: start.addingTimeInterval(Double(number))
        )
    }

    /// Message 77 is the user's.
    private func message(_ number: Int) -> Message {
        Message(
            id: MessageID("m\(number)"),
            author: number == 77 ? .me : .contact,
            text: number == 77 ? "needle" : "hay \(number)",
            imageCount: 0,
            sentAt: start.addingTimeInterval(Double(number)),
            position: Position(Int64(number) * 10),
            predecessor: nil
        )
    }

    private func run(_ input: String, _ options: [String] = []) throws -> [String] {
        try ChildProcess(arguments: options + ["--virtual-time"] + data.arguments, input: input).finish().lines
    }
}
