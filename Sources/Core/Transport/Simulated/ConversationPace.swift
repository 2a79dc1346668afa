import RuntimeKit

/// When a contact reads what we wrote, and when it answers.
///
/// It reads some seconds after our message, and whatever else we have written by then with it; then it answers a few
/// times, until it has said enough or we have been silent for too long. A new message of ours renews its patience; it
/// never begins a second series beside the first.
struct ConversationPace {
    static let readingDelay: ClosedRange<Duration> = .seconds(1.5) ... .seconds(5.5)
    static let answeringDelay: ClosedRange<Duration> = .seconds(5) ... .seconds(15)
    static let typingTime: Duration = .seconds(3)
    /// No answer comes later than this after our last message.
    static let patience: Duration = .seconds(30)
    /// The most answers after one message of ours.
    static let answerLimit = 5

    private(set) var readingDue: Duration?
    private(set) var answerDue: Duration?
    private var lastHeard = Duration.zero
    private var answersGiven = 0
    private var hasAsked = false

    /// We have written.
    mutating func hear(at now: Duration, random: RandomSource) {
        (lastHeard, answersGiven) = (now, 0)
        if readingDue == nil { readingDue = now + random.duration(in: Self.readingDelay) }
    }

    /// The contact has read; not everyone in a group answers.
    mutating func read(at now: Duration, isAnswering: Bool = true, random: RandomSource) {
        readingDue = nil
        guard isAnswering, answerDue == nil else { return }
        hasAsked = false
        answerDue = now + random.duration(in: Self.answeringDelay)
    }

    /// Another member of a group has said something that wants one answer; none beside what there is to do already.
    mutating func hearMember(at now: Duration, random: RandomSource) {
        guard readingDue == nil, answerDue == nil else { return }
        (lastHeard, answersGiven) = (now, Self.answerLimit - 1)
        answerDue = now + random.duration(in: Self.answeringDelay)
    }

    /// The time for an answer has come: says which, and when the next is due; nil when it comes too late to be said.
    mutating func answer(hasGreeted: Bool, at now: Duration, random: RandomSource) -> Remark? {
        answerDue = nil
        // The first answer to a message is given however late it is: the machine may have slept.
        guard answersGiven == 0 || now <= lastHeard + Self.patience else { return nil }
        answersGiven += 1
        let next = now + random.duration(in: Self.answeringDelay)
        if answersGiven < Self.answerLimit, next <= lastHeard + Self.patience { answerDue = next }
        if !hasGreeted { return .greeting }
        if hasAsked { return .comment }
        hasAsked = true
        return .question
    }
}
