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

    @Test func `an answer exactly at the end of a contact's patience is given, and is the last`() {
        var pace = ConversationPace()
        pace.hear(at: .zero, random: hasty)
        pace.read(at: .seconds(1.5), random: hasty)
        #expect(pace.answer(hasGreeted: true, at: .seconds(25), random: hasty) == .question)
        #expect(pace.answerDue == ConversationPace.patience)
        #expect(pace.answer(hasGreeted: true, at: ConversationPace.patience, random: hasty) == .comment)
        #expect(pace.answerDue == nil)
    }

    @Test func `a contact who reads again goes on with the series that is due`() {
        var pace = ConversationPace()
        pace.hear(at: .zero, random: hasty)
        pace.read(at: .seconds(1.5), random: hasty)
        #expect(pace.answer(hasGreeted: true, at: .seconds(6.5), random: hasty) == .question)
        pace.hear(at: .seconds(7), random: hasty)
        pace.read(at: .seconds(8.5), random: hasty)
        #expect(pace.answerDue == .seconds(11.5))
        #expect(pace.answer(hasGreeted: true, at: .seconds(11.5), random: hasty) == .comment, "nothing is asked twice")
    }

    @Test func `a goodbye is due once, only if it is owed and the app is not there`() {
        var timer = GoodbyeTimer()
        #expect(timer.schedule(isOwed: true, at: .zero, random: hasty) == nil)
        timer.appLeft(quitting: true)
        timer.appLeft(quitting: false)
        #expect(timer.hasQuit)
        #expect(timer.schedule(isOwed: false, at: .zero, random: hasty) == nil)
        #expect(timer.schedule(isOwed: true, at: .seconds(1), random: hasty) == .seconds(4))
        #expect(timer.schedule(isOwed: true, at: .seconds(2), random: hasty) == nil)
        #expect(!timer.takeGoodbye(dueAt: .seconds(3)) && timer.takeGoodbye(dueAt: .seconds(4)))
        #expect(!timer.takeGoodbye(dueAt: .seconds(4)) && timer.due == nil)
        #expect(timer.schedule(isOwed: true, at: .seconds(5), random: hasty) == .seconds(8))
        timer.appCame()
        #expect(!timer.hasQuit && timer.due == nil && timer.schedule(isOwed: true, at: .zero, random: hasty) == nil)
    }
}

private struct Zeros: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
}
