import Foundation
import Testing

@testable import TerminalHost

/// What people do in a conversation, walked through line by line; each step names the features that it shows.
@Suite(.timeLimit(.minutes(20))) struct ConversationWalkTests {
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
            /mute
            /wait 5m
            /details
            /back
            /unmute
            /leave
            still there?
            /back
            /quit

            """
        var lines = try run(walk)[...]
        var walked: Set<Int> = []
        /// Each stands behind what was expected before it.
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
        expect([30], "me: Who brings the bread?  (edited)")
        expect([31], "me: [bread.txt: text/plain, 5 bytes]  (sending)")
        expect([31], "bread.txt is on the server, and here")
        expect([31], "bread.txt is saved as \(copy.path)")
        expect([28], "me: Message deleted")
        expect([26], "Ada, Eve is muted")
        expect([29], "  3 people")
        expect([26], "  muted")
        expect([29], "  me, Ada, Eve")
        expect([26], "Ada, Eve is heard again")
        expect([29], "! You have left this group: nothing can be sent")
        expect([29], "1  Ada, Eve  ")
        #expect(try Data(contentsOf: copy) == Data("flour".utf8))

        let told = try run("/group Ada, Eve\nHello\n/wait 3m\n/quit\n", ["--json", "--profile", "other"])
        #expect(told.contains(#"{"contact":"Ada, Eve","event":"typing","typing":true}"#))
        walked.insert(27)
        #expect(walked == Set(26...31))
    }

    private func run(_ input: String, _ more: [String] = []) throws -> [String] {
        let arguments = ["--virtual-time", "--seed", "7"] + data.arguments + more
        return try ChildProcess(arguments: arguments, input: input).finish().lines
    }
}
