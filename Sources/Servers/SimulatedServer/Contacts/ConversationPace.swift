import ChatTypes
import RuntimeKit

/// The times at which a contact reads the user's messages and answers them.
///
/// The contact reads some seconds after a message, along with everything sent by then. Then it answers a few times,
/// until it has said enough or the user has been silent for too long. A new message renews its patience, and never
/// starts a second series beside the first.
struct ConversationPace {
    static let readingDelay: ClosedRange<Duration> = .seconds(1.5) ... .seconds(5.5)
    static let answeringDelay: ClosedRange<Duration> = .seconds(5) ... .seconds(15)
    static let typingTime: Duration = .seconds(3)
    /// The longest time after the user's last message for an answer.
    static let patience: Duration = .seconds(30)
    /// The most answers after one message.
    static let answerLimit = 5

    private(set) var readingDue: Duration?
    private(set) var answerDue: Duration?
    private var lastHeard = Duration.zero
    private var answersGiven = 0
    private var hasAsked = false

    /// Notes that the user has written.
    mutating func hear(at now: Duration, random: RandomSource) {
        (lastHeard, answersGiven) = (now, 0)
        if readingDue == nil { readingDue = now + random.duration(in: Self.readingDelay) }
    }

    /// Notes that the contact has read. Not every member of a group answers.
    mutating func read(at now: Duration, isAnswering: Bool = true, random: RandomSource) {
        readingDue = nil
        guard isAnswering, answerDue == nil else { return }
        hasAsked = false
        answerDue = now + random.duration(in: Self.answeringDelay)
    }

    /// Notes that another member said something that needs one answer, unless the contact is busy already.
    mutating func hearMember(at now: Duration, random: RandomSource) {
        guard readingDue == nil, answerDue == nil else { return }
        (lastHeard, answersGiven) = (now, Self.answerLimit - 1)
        answerDue = now + random.duration(in: Self.answeringDelay)
    }

    /// Returns the kind of the answer that is due, and schedules the next; nil if it is too late for an answer.
    mutating func answer(hasGreeted: Bool, at now: Duration, random: RandomSource) -> LineKind? {
        answerDue = nil
        // Gives the first answer however late it is, because the machine may have slept.
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

/// The members of a group who take part in the conversation after a message of the user's.
///
/// A few members read it, and one or two of them answer. Sometimes another answers what a member said, a limited
/// number of times, so the conversation ends when the user stays silent.
struct GroupConversation {
    /// The most members who read. In a larger group the others stay silent.
    static let listenerLimit = 8
    static let speakerLimit = 2
    static let replyLimit = 3
    static let replyChance = 0.3

    /// The members who read.
    let listeners: [Author]
    /// Those of them who answer.
    private let speakers: ArraySlice<Author>
    private var repliesLeft: Int

    /// Draws the members from all others in the group.
    init(among members: [Author], random: RandomSource) {
        let count = min(members.count, Self.speakerLimit)
        let speakerCount = count > 1 ? random.integer(in: 1...count) : count
        self.init(among: members, limit: Self.listenerLimit, speakerCount: speakerCount, random: random)
    }

    /// Resumes after a restart: as many members read the user's newest message as would have, and nothing is answered
    /// twice.
    init(resumedIn chat: ServerChat, random: RandomSource) {
        let last = chat.newestMessage(by: .me)
        let newest = last?.position ?? Position(.max)
        let others = chat.others.filter { chat.isReadable(newest, by: $0) }
        let unread = others.filter { !chat.hasRead($0, in: last?.thread, upTo: newest) }
        let missing = min(others.count, Self.listenerLimit) - (others.count - unread.count)
        let isAnswered = chat.messages.last?.author != .me
        self.init(among: unread, limit: max(0, missing), speakerCount: isAnswered ? 0 : 1, random: random)
    }

    private init(among members: [Author], limit: Int, speakerCount: Int, random: RandomSource) {
        var members = members
        let count = min(members.count, limit)
        for index in 0..<count { members.swapAt(index, random.integer(in: index...(members.count - 1))) }
        listeners = Array(members.prefix(count))
        speakers = listeners.prefix(speakerCount)
        repliesLeft = Self.replyLimit
    }

    func isAnswering(_ listener: Author) -> Bool { speakers.contains(listener) }

    /// Returns the member who answers another one; nil if nobody does.
    mutating func reply(to member: Author, random: RandomSource) -> Author? {
        let others = listeners.filter { $0 != member }
        guard repliesLeft > 0, !others.isEmpty, random.chance(Self.replyChance) else { return nil }
        repliesLeft -= 1
        return others[random.integer(in: 0...(others.count - 1))]
    }
}

/// Whether the app is in use, and when the contact of the last conversation says goodbye because it is not.
struct GoodbyeTimer {
    static let delay: ClosedRange<Duration> = .seconds(3) ... .seconds(13)

    /// Whether the app was quit and has not come back.
    private(set) var hasQuit = false
    private var isAppThere = true
    private(set) var due: Duration?

    mutating func appCame() {
        (isAppThere, hasQuit, due) = (true, false, nil)
    }

    mutating func appLeft(quitting: Bool) {
        isAppThere = false
        if quitting { hasQuit = true }
    }

    /// Schedules a goodbye once the app is not in use; returns its time if it is new.
    mutating func schedule(isOwed: Bool, at now: Duration, random: RandomSource) -> Duration? {
        guard !isAppThere, isOwed, due == nil else { return nil }
        due = now + random.duration(in: Self.delay)
        return due
    }

    /// Whether the goodbye that was due at `time` is still to be said. Returns true only once.
    mutating func takeGoodbye(dueAt time: Duration) -> Bool {
        guard due == time else { return false }
        due = nil
        return true
    }
}
