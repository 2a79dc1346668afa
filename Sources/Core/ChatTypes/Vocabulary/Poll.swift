/// A question with answers to choose from, which a message asks.
public struct Poll: Hashable, Codable, Sendable {
    /// An answer of a poll.
    public struct Answer: Hashable, Codable, Sendable {
        /// The answer's ID, unique within the poll; votes name it.
        public let id: String
        /// The answer in words.
        public let text: String

        public init(id: String, text: String) { (self.id, self.text) = (id, text) }
    }

    /// The question.
    public let question: String
    /// The answers, in the order in which they are shown.
    public let answers: [Answer]
    /// The number of answers that one person may choose, at least 1.
    public let maxSelections: Int
    /// Whether the votes are shown before the poll has ended.
    public let isDisclosed: Bool

    public init(question: String, answers: [Answer], maxSelections: Int = 1, isDisclosed: Bool = true) {
        self.question = question
        self.answers = answers
        self.maxSelections = maxSelections
        self.isDisclosed = isDisclosed
    }

    /// Creates a disclosed poll from a typed text: the question and the answers, separated by `|`. The answers have their numbers as IDs.
    /// Throws a `PollError`.
    public static func accepting(_ typed: String) throws(PollError) -> Self {
        let parts = typed.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
        let (question, answers) = (parts[0], parts.dropFirst())
        guard question.isVisible, answers.allSatisfy(\.isVisible) else { throw .empty }
        guard (2...Limits.pollAnswers).contains(answers.count) else { throw .answerCount }
        guard typed.utf8.count <= Limits.pollBytes, question.utf8.count <= Limits.pollQuestionBytes,
            answers.allSatisfy({ $0.utf8.count <= Limits.pollAnswerBytes })
        else { throw .tooLong }
        return Self(
            question: question,
            answers: answers.enumerated().map { Answer(id: "\($0.offset + 1)", text: $0.element) }
        )
    }

    /// The text of the message that asks it.
    public var text: String { "Poll: \(question)" }

    /// Returns the answers that a vote chooses, by their indices: those up to `maxSelections`, each once. A vote for an answer that the poll
    /// does not have chooses none.
    package func selection(of vote: [String]) -> Set<Int> {
        var chosen: Set<Int> = []
        for id in vote.prefix(maxSelections) {
            guard let index = answers.firstIndex(where: { $0.id.hasBytes(of: id) }) else { return [] }
            chosen.insert(index)
        }
        return chosen
    }

    /// Returns a vote within the limits. One with an unusable ID chooses none.
    package static func bounded(vote: [String]) -> [String] {
        let kept = Array(vote.prefix(Limits.pollAnswers))
        return kept.allSatisfy(\.isUsableID) ? kept : []
    }

    /// Returns the poll within the limits: cuts long texts and further answers, and drops answers with unusable or repeated IDs. Nil if no
    /// answer is left.
    package func bounded() -> Self? {
        var ids: Set<[UInt8]> = []
        let kept = answers.prefix(Limits.pollAnswers).filter {
            $0.id.isUsableID && ids.insert(Array($0.id.utf8)).inserted
        }
        guard !kept.isEmpty else { return nil }
        return Self(
            question: question.cut(toBytes: Limits.pollQuestionBytes),
            answers: kept.map { Answer(id: $0.id, text: $0.text.cut(toBytes: Limits.pollAnswerBytes)) },
            maxSelections: min(max(1, maxSelections), kept.count),
            isDisclosed: isDisclosed
        )
    }
}

/// Why a typed poll cannot be sent.
public enum PollError: Error, Hashable {
    /// The question or an answer is blank.
    case empty
    /// There are too few or too many answers.
    case answerCount
    /// The question or an answer is too long.
    case tooLong
}

extension PollError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "A poll needs a question and answers that are not blank"
        case .answerCount: "A poll needs 2 to \(Limits.pollAnswers) answers"
        case .tooLong:
            "A question may have \(Limits.pollQuestionBytes) bytes, an answer \(Limits.pollAnswerBytes), and all together \(Limits.pollBytes)"
        }
    }
}

/// A poll as it is shown: with the votes so far, as far as they may be shown.
public struct ChatPoll: Hashable, Sendable {
    /// An answer with its votes.
    public struct Answer: Hashable, Sendable {
        /// The answer in words.
        public let text: String
        /// The number of people who chose it; nil while the votes are not shown.
        public let votes: Int?
        /// Whether the user chose it.
        public let isMine: Bool

        public init(text: String, votes: Int?, isMine: Bool = false) {
            (self.text, self.votes, self.isMine) = (text, votes, isMine)
        }
    }

    /// The question.
    public let question: String
    /// The answers, in the order in which they are shown.
    public let answers: [Answer]
    /// The number of people whose votes count; nil while the votes are not shown.
    public let voters: Int?
    /// The number of answers that the user may choose.
    public let maxSelections: Int
    /// Whether it has ended, so that nobody can vote.
    public let isEnded: Bool

    public init(question: String, answers: [Answer], voters: Int?, maxSelections: Int = 1, isEnded: Bool = false) {
        self.question = question
        self.answers = answers
        self.voters = voters
        self.maxSelections = maxSelections
        self.isEnded = isEnded
    }

    /// Counts votes, each person's once.
    ///
    /// - Parameter votes: The IDs of chosen answers, the number of people who chose just these, and whether the user is one of them.
    package init(_ poll: Poll, votes: [(answers: [String], count: Int, isMine: Bool)], isEnded: Bool) {
        var counts = Array(repeating: 0, count: poll.answers.count)
        var mine: Set<Int> = []
        var voters = 0
        for vote in votes {
            let chosen = poll.selection(of: vote.answers)
            for index in chosen { counts[index] += vote.count }
            if !chosen.isEmpty { voters += vote.count }
            if vote.isMine { mine = chosen }
        }
        let isShown = poll.isDisclosed || isEnded
        self.init(
            question: poll.question,
            answers: poll.answers.enumerated().map { index, answer in
                Answer(text: answer.text, votes: isShown ? counts[index] : nil, isMine: mine.contains(index))
            },
            voters: isShown ? voters : nil,
            maxSelections: poll.maxSelections,
            isEnded: isEnded
        )
    }
}

extension ChatPoll {
    /// Returns the numbers of the answers that the user chooses by choosing one more, or one less if it is chosen. Where only one may be
    /// chosen, it takes the place of the other.
    public func choice(toggling number: Int) -> [Int] {
        let mine = answers.indices.filter { answers[$0].isMine }.map { $0 + 1 }
        if mine.contains(number) { return mine.filter { $0 != number } }
        return maxSelections == 1 ? [number] : (mine + [number]).sorted()
    }

    /// Returns the reason why the user cannot choose the answers with some numbers; nil if they can.
    public func objection(toChoosing numbers: [Int]) -> String? {
        if isEnded { return "The poll has ended" }
        if !numbers.allSatisfy({ $0 >= 1 && $0 <= answers.count }) {
            return "The poll has the answers 1 to \(answers.count)"
        }
        return numbers.count > maxSelections
            ? maxSelections == 1 ? "Choose one answer" : "Choose at most \(maxSelections) answers" : nil
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
