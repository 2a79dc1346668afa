import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit
@testable import LineHost

/// A conversation in line mode. Each step names the features that it tests.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct ConversationWalkTests {
    private let data = DataFolder()

    @Test func `F26 to F31 line by line`() throws {
        let (file, copy) = (data.url.appending(path: "bread.txt"), data.url.appending(path: "copy.txt"))
        try Data("flour".utf8).write(to: file)
        let walk = """
            /group Ada, Eve
            Who brings what?
            /wait 3m
            /edit Who brings the bread?
            /attach \(file.path)
            /wait 10s
            /save \(copy.path)
            /unsend
            /topic On Sunday
            /invite Ben
            /wait 1s
            /remove Ben, too fast
            /wait 1s
            /mute
            /wait 5m
            /details
            /back
            /unmute
            /leave
            /wait 1s
            still there?
            /back
            /quit

            """
        var lines = try run(walk)[...]
        var walked: Set<Int> = []
        /// Expects a line after the line of the previous step.
        func expect(_ features: [Int], _ line: String, at place: Int = #line) {
            let found = lines.firstIndex { $0.contains(line) }
            #expect(found != nil, "line \(place), features \(features), but there is \(lines.joined(separator: "\n"))")
            guard let found else { return }
            lines = lines[(found + 1)...]
            walked.formUnion(features)
        }
        expect([29], "  in the group: Ada")
        expect([29], "  3 people")
        expect([29], "Eve: ")
        expect([30], "You: Who brings the bread?  (edited)")
        expect([31], "You: [bread.txt: text/plain, 5 bytes]  (sending)")
        expect([31], "bread.txt is uploaded")
        expect([31], "bread.txt is saved as \(copy.path)")
        expect([28], "You: Message deleted")
        expect([38], "  Topic: On Sunday")
        expect([38], "  You invited Ben")
        expect([38], "  You removed Ben (too fast)")
        expect([26], "Ada, Eve is muted")
        expect([29], "  3 people")
        expect([26], "  muted")
        expect([29], "  You (administrator), Ada, Eve")
        expect([26], "Ada, Eve is unmuted")
        expect([29], "! You have left this group: nothing can be sent")
        expect([29], "1  Ada, Eve (left)  ")
        #expect(try Data(contentsOf: copy) == Data("flour".utf8))

        let told = try run("/group Ada, Eve\nHello\n/wait 3m\n/quit\n", ["--json", "--profile", "other"])
        #expect(told.contains { $0.hasSuffix(#""contact":"Ada, Eve","event":"typing","typing":true}"#) })
        walked.insert(27)
        #expect(walked == Set(26...31).union([38]))
    }

    @Test func `each screen that comes on top is printed, also a chat after its details`() throws {
        let input = "/open John\nhi\n/details\n/wait 5m\n/back\n/wait 1m\n/back\n/quit\n"
        let lines = try run(input, ["--json"])
        let screens = lines.filter { $0.contains(#""event":"screen""#) }
        let names = screens.map { line in ["chatList", "chatDetails", "chat"].first { line.contains("\"\($0)\"") } }
        #expect(names == ["chatList", "chat", "chatDetails", "chat", "chatList"])
        let covered = lines.drop { !$0.contains("chatDetails") }.prefix { !$0.contains(#""screen":"chat""#) }
        #expect(!covered.contains { $0.contains(#""event":"message""#) })
        // A message printed before the details is not printed again when its state changes.
        let text = try run(input, ["--profile", "text"]).joined(separator: "\n")
        #expect(text.ranges(of: "You: hi").count == 1, "\(text)")
    }

    @Test func `a group is not created if one of its names is invalid`() throws {
        let lines = try run("/group \u{200E}Ada, Ben\n/quit\n", ["--json", "--profile", "third"])
        #expect(lines.contains { $0.contains("problem") && $0.contains("printable characters only") })
        #expect(!lines.contains { $0.contains(#""screen":"chat""#) })
    }

    private func run(_ input: String, _ more: [String] = []) throws -> [String] {
        let arguments = ["--virtual-time", "--seed", "7"] + data.arguments + more
        return try ChildProcess(arguments: arguments, input: input).finish().lines
    }
}
