package import ChatTypes

/// A poll below its question, in words that are safe to print.
package struct PollLine: Sendable {
    private let poll: ChatPoll

    package init(_ poll: ChatPoll) { self.poll = poll }

    /// The answers with their numbers and votes, the user's own in brackets, and below them how many people have voted.
    package var lines: [String] {
        poll.answers.enumerated().map { index, answer in
            let votes = answer.votes.map { $0 == 1 ? ": 1 vote" : ": \($0) votes" } ?? ""
            let text = "\(index + 1). \(TerminalText.oneLine(answer.text))\(votes)"
            return answer.isMine ? "[\(text)]" : text
        } + [summary]
    }

    /// How many people have voted, and whether the poll goes on.
    package var summary: String {
        let voters =
            switch poll.voters {
            case nil: "The votes are shown once the poll has ended"
            case 0?: "Nobody has voted"
            case 1?: "1 person has voted"
            case let count?: "\(count) people have voted"
            }
        if poll.isEnded { return "The poll has ended. \(voters)" }
        return poll.maxSelections == 1 ? voters : "\(voters). Up to \(poll.maxSelections) answers can be chosen"
    }
}

extension HostEvent {
    /// A poll as JSON has it.
    package struct Poll: Encodable, Equatable, Sendable {
        package struct Answer: Encodable, Equatable, Sendable {
            let text: String
            let votes: Int?
            let mine: Bool?
        }

        let question: String
        let answers: [Answer]
        let voters: Int?
        let limit: Int?
        let ended: Bool?

        package init(_ poll: ChatPoll) {
            question = poll.question
            answers = poll.answers.map { Answer(text: $0.text, votes: $0.votes, mine: $0.isMine ? true : nil) }
            (voters, limit) = (poll.voters, poll.maxSelections == 1 ? nil : poll.maxSelections)
            ended = poll.isEnded ? true : nil
        }
    }
}
