import ChatTypes
import Testing

@testable import HostKit

@Suite struct PollLineTests {
    private func poll(
        _ votes: [Int?] = [2, 1],
        voters: Int? = 2,
        limit: Int = 1,
        isEnded: Bool = false
    ) -> ChatPoll {
        ChatPoll(
            question: "Lunch?",
            answers: [.init(text: "Pizza", votes: votes[0], isMine: true), .init(text: "So\u{1B}up", votes: votes[1])],
            voters: voters,
            maxSelections: limit,
            isEnded: isEnded
        )
    }

    @Test func `answers have numbers and votes, and the user's own is in brackets`() {
        let lines = PollLine(poll()).lines
        #expect(lines[0] == "[1. Pizza: 2 votes]" && lines[1].hasSuffix(": 1 vote") && !lines[1].contains("\u{1B}"))
        #expect(lines[2] == "2 people have voted")
    }

    @Test func `the line below says what may be chosen, and whether the poll goes on`() {
        #expect(PollLine(poll(voters: 0, limit: 2)).lines.last == "Nobody has voted. Up to 2 answers can be chosen")
        #expect(
            PollLine(poll(voters: 1, limit: 2, isEnded: true)).lines.last == "The poll has ended. 1 person has voted"
        )
        let hidden = PollLine(poll([nil, nil], voters: nil)).lines
        #expect(hidden.first == "[1. Pizza]" && hidden.last == "The votes are shown once the poll has ended")
    }

    @Test func `a message prints its poll below, and in JSON`() throws {
        let line = HostEvent.MessageLine(
            contact: "Ada",
            id: "m1",
            from: "Ada",
            text: "Poll: Lunch?",
            state: .received,
            time: "9:00",
            poll: poll(isEnded: true)
        )
        #expect(line.text(.plain, columns: nil).prefix(2) == ["  9:00  Ada: Poll: Lunch?", "    [1. Pizza: 2 votes]"])
        let json = try JSONLine.text(of: HostEvent.message(line))
        #expect(json.contains(#""poll":{"answers":[{"mine":true,"text":"Pizza","votes":2}"#))
        #expect(json.contains(#""ended":true,"question":"Lunch?","voters":2}"#))
        let several = try JSONLine.text(of: HostEvent.Poll(poll(limit: 2)))
        #expect(several.hasSuffix(#""limit":2,"question":"Lunch?","voters":2}"#) && !json.contains("limit"))
    }
}
