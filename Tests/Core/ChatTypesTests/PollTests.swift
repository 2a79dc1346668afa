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
    private static let longPoll =
        "Lunch?" + String(repeating: "|" + String(repeating: "x", count: Limits.pollAnswerBytes - 1), count: 16)
    private static let refused: [(String, PollError)] = [
        ("", .empty), ("Lunch?", .answerCount), ("Lunch?|Pizza", .answerCount), ("Lunch?|a|", .empty),
        ("|a|b", .empty), ("Lunch?|\u{3164}|b", .empty), ("Lunch?|\u{2800}|b", .empty),
        (tooMany, .answerCount), (longAnswer, .tooLong), (longQuestion, .tooLong), (longPoll, .tooLong),
    ]

    @Test(arguments: refused)
    func `what cannot be a poll is refused`(typed: String, error: PollError) {
        #expect(throws: error) { try Poll.accepting(typed) }
    }

    @Test(arguments: [
        (PollError.empty, "A poll needs a question and answers that are not blank"),
        (.answerCount, "A poll needs 2 to 20 answers"),
        (.tooLong, "A question may have 4096 bytes, an answer 1024, and all together 16384"),
    ])
    func `the refusal of a poll says what it may be`(error: PollError, text: String) {
        #expect("\(error)" == text)
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

    @Test func `a hostile poll loses unusable answers, long texts and impossible selections`() throws {
        let long = String(repeating: "x", count: 1 << 17)
        let answers = [("a", long), ("a", "again"), ("", "none"), ("b", "B")].map { Poll.Answer(id: $0, text: $1) }
        let bounded = try #require(Poll(question: long, answers: answers, maxSelections: 99).bounded())
        #expect(bounded.answers.map(\.id) == ["a", "b"] && bounded.maxSelections == 2)
        #expect(bounded.question.utf8.count == Limits.pollQuestionBytes)
        #expect(bounded.answers[0].text.utf8.count == Limits.pollAnswerBytes && bounded.bounded() == bounded)
        #expect(Poll(question: "?", answers: answers, maxSelections: -1).bounded()?.maxSelections == 1)
        #expect(Poll(question: "?", answers: [answers[2]]).bounded() == nil)
        let many = (1...Limits.pollAnswers + 1).map { Poll.Answer(id: "\($0)", text: "x") }
        #expect(Poll(question: "?", answers: many).bounded()?.answers.count == Limits.pollAnswers)
    }

    @Test func `a typed poll may fill each limit`() throws {
        let longest = [Limits.pollQuestionBytes, Limits.pollAnswerBytes, 1].map { String(repeating: "x", count: $0) }
        #expect(try Poll.accepting(longest.joined(separator: "|")).answers.count == 2)
        let most = "Lunch?" + String(repeating: "|a", count: Limits.pollAnswers)
        #expect(try Poll.accepting(most).answers.count == Limits.pollAnswers)
    }
}
