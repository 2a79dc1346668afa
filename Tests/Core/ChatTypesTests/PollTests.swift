import Testing

@testable import ChatTypes

@Suite struct PollTests {
    @Test func `a typed poll has a question and answers between bars`() throws {
        let poll = try Poll.accepting(" Lunch? | Pizza|Soup  ")
        #expect(poll.question == "Lunch?" && poll.answers.map(\.text) == ["Pizza", "Soup"])
        #expect(poll.answers.map(\.id) == ["1", "2"] && poll.maxSelections == 1 && poll.isDisclosed)
        #expect(poll == poll.bounded() && poll.text == "Poll: Lunch?")
    }

    private static let tooMany = "Lunch?" + String(repeating: "|a", count: 21)
    private static let longAnswer = "Lunch?|a|" + String(repeating: "x", count: Limits.pollAnswerBytes + 1)
    private static let longQuestion = String(repeating: "x", count: Limits.pollQuestionBytes + 1) + "|a|b"
    private static let refused: [(String, PollError)] = [
        ("", .empty), ("Lunch?", .answerCount), ("Lunch?|Pizza", .answerCount), ("Lunch?|a|", .empty),
        ("|a|b", .empty), (tooMany, .answerCount), (longAnswer, .tooLong), (longQuestion, .tooLong),
    ]

    @Test(arguments: refused)
    func `what cannot be a poll is refused`(typed: String, error: PollError) {
        #expect(throws: error) { try Poll.accepting(typed) }
    }

    private func poll(limit: Int, mine: Int..., isEnded: Bool = false) -> ChatPoll {
        let answers = (1...3).map { ChatPoll.Answer(text: "\($0)", votes: 0, isMine: mine.contains($0)) }
        return ChatPoll(question: "?", answers: answers, voters: 0, maxSelections: limit, isEnded: isEnded)
    }

    @Test func `choosing an answer takes the place of another, or is added, and the same again is taken back`() {
        #expect(poll(limit: 1, mine: 2).choice(toggling: 1) == [1])
        #expect(poll(limit: 1, mine: 2).choice(toggling: 2) == [])
        #expect(poll(limit: 2, mine: 3).choice(toggling: 1) == [1, 3])
        #expect(poll(limit: 2, mine: 1, 3).choice(toggling: 1) == [3])
    }

    @Test func `a vote that the poll does not take is refused with the reason`() {
        #expect(poll(limit: 1).objection(toChoosing: [1]) == nil && poll(limit: 1).objection(toChoosing: []) == nil)
        #expect(poll(limit: 1).objection(toChoosing: [4]) == "The poll has the answers 1 to 3")
        #expect(poll(limit: 1).objection(toChoosing: [1, 2]) == "Choose one answer")
        #expect(poll(limit: 2).objection(toChoosing: [1, 2, 3]) == "Choose at most 2 answers")
        #expect(poll(limit: 1, isEnded: true).objection(toChoosing: [1]) == "The poll has ended")
    }

    @Test func `a vote that names an answer which the poll does not have chooses none`() {
        let poll = Poll(question: "?", answers: ["a", "b"].map { .init(id: $0, text: $0) }, maxSelections: 3)
        #expect(poll.selection(of: ["b", "a"]) == [0, 1] && poll.selection(of: ["a", "a"]) == [0])
        #expect(poll.selection(of: ["a", "x"]).isEmpty && poll.selection(of: ["x", "b"]).isEmpty)
    }

    @Test func `a vote is bounded, and one with an unusable id chooses nothing`() {
        let many = Annotation(
            author: .me,
            message: MessageID("m"),
            kind: .vote(answers: (0..<99).map(String.init)),
            number: 1
        )
        #expect(many.bounded()?.kind.vote?.count == Limits.pollAnswers)
        let odd = Annotation(author: .me, message: MessageID("m"), kind: .vote(answers: ["a", ""]), number: 1)
        #expect(odd.bounded()?.kind == .vote(answers: []))
    }
}
