import ChatTypes

extension Evidence {
    /// Records that the user is about to vote in a poll: the IDs of the chosen answers.
    func noteVoting(_ answers: [String], in poll: MessageID) {
        with { _ = $0.votes[poll, default: [[]]].insert(answers) }
    }

    /// Records that the user has seen their vote.
    func noteVoted(_ answers: [String], in poll: MessageID) {
        with { $0.votes[poll] = [answers] }
    }

    /// Records that the user has seen that a poll of theirs has ended.
    func noteEndedPoll(_ poll: MessageID) {
        with { _ = $0.pollEnds.insert(poll) }
    }
}
