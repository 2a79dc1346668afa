import ChatTypes
import Testing

@testable import HostKit

@Suite struct ReactionLineTests {
    private let reactions = [
        MessageReaction(text: "👍", count: 3, isMine: true, names: ["Ada", "you"]),
        MessageReaction(text: "ok", count: 12, names: ["Ben", "Eve"]),
    ]

    @Test func `counts are in one line, the user's own in brackets`() {
        #expect(ReactionLine(reactions).counts == "[👍 3]  ok 12")
        #expect(ReactionLine([]).counts == nil)
    }

    @Test func `counts of as many reactions as are stored say that there may be more`() throws {
        let many = [MessageReaction(text: "👍", count: 500), MessageReaction(text: "ok", count: 500)]
        #expect(ReactionLine(many).counts == "👍 500+  ok 500+")
        let line = HostEvent.Reaction.list(many)
        #expect(try JSONLine.text(of: line).contains(#""more":true"#))
        #expect(try !JSONLine.text(of: HostEvent.Reaction.list(reactions)).contains("more"))
    }

    @Test func `counts end after twenty texts with the number of the others, people do not`() throws {
        let many = (1...25).map { MessageReaction(text: "r\($0)", count: 1, names: ["Ada"]) }
        #expect(try #require(ReactionLine(many).counts).hasSuffix("r20 1  5 more"))
        #expect(ReactionLine(many).people.hasSuffix("; r25 Ada"))
    }

    @Test func `people are named, and others counted`() {
        #expect(ReactionLine(reactions).people.hasSuffix("; ok Ben, Eve, 10 more"))
        #expect(ReactionLine(reactions).people.hasPrefix("👍 you, Ada, "))
        #expect(ReactionLine([]).people == "Nobody has reacted to this message")
    }

    @Test func `a message prints its counts below, and in JSON`() throws {
        var line = HostEvent.MessageLine(
            contact: "Ada",
            id: "m1",
            from: "Ada",
            text: "hi",
            state: .received,
            time: "9:00",
            reactions: reactions
        )
        #expect(line.text(.plain, columns: nil) == ["  9:00  Ada: hi", "    [👍 3]  ok 12"])
        let json = try JSONLine.text(of: HostEvent.message(line))
        #expect(json.contains(#""reactions":[{"count":3,"mine":true,"names":["Ada","you"],"text":"👍"}"#))
        line.reactions = []
        #expect(try !JSONLine.text(of: HostEvent.message(line)).contains("reactions"))
    }
}
