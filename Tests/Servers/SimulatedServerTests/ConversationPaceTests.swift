import Testing

@testable import RuntimeKit
@testable import SimulatedServer

@Suite struct ConversationPaceTests {
    /// Always draws the shortest pause.
    private let hasty = RandomSource(Zeros())

    @Test func `a hasty contact answers one message five times at most`() throws {
        var pace = ConversationPace()
        pace.hear(at: .zero, random: hasty)
        pace.read(at: .seconds(1.5), random: hasty)
        // The user writes again just before the first answer, which counts, and four more follow.
        pace.hear(at: .seconds(6.4), random: hasty)
        var remarks: [LineKind?] = []
        while let due = pace.answerDue {
            remarks.append(pace.answer(hasGreeted: !remarks.isEmpty, at: due, random: hasty))
        }
        #expect(remarks == [.greeting, .question, .comment, .comment, .comment])
    }

    @Test func `an answer that comes too late is not given, unless it is the first`() throws {
        var pace = ConversationPace()
        pace.hear(at: .zero, random: hasty)
        pace.read(at: .seconds(1.5), random: hasty)
        #expect(pace.answer(hasGreeted: true, at: .seconds(10), random: hasty) == .question)
        #expect(pace.answer(hasGreeted: true, at: .seconds(3600), random: hasty) == nil)
        pace.hear(at: .seconds(4000), random: hasty)
        pace.read(at: .seconds(9000), random: hasty)
        #expect(pace.answer(hasGreeted: true, at: .seconds(9005), random: hasty) == .question)
        #expect(pace.answerDue == nil)
    }
}

private struct Zeros: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
}
