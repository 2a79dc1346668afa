import ChatTypes

/// A poll as the server has it.
struct ServerPoll: Sendable {
    let content: Poll
    /// The newest vote of everyone who has voted: the IDs of the chosen answers, none if the vote was taken back.
    private(set) var votes: [Author: [String]] = [:]
    private(set) var isEnded = false

    /// Returns the polls among the undeleted messages of a chat, with the votes and ends in a log.
    static func all(in log: [Annotation], of messages: [Message]) -> [MessageID: ServerPoll] {
        var polls: [MessageID: ServerPoll] = [:]
        for message in messages where !message.isDeleted {
            if let poll = message.poll { polls[message.id] = ServerPoll(content: poll) }
        }
        for annotation in log {
            switch annotation.kind {
            case .vote(let answers): polls[annotation.message]?.votes[annotation.author] = answers
            case .pollEnd: polls[annotation.message]?.isEnded = true
            case .edit, .deletion, .reaction: break
            }
        }
        return polls
    }

    /// The votes that choose something.
    var ballots: [Author: [String]] { votes.filter { !$0.value.isEmpty } }

    /// The poll in words, as a screen must show it: the number of people who chose each answer, and the user's choice.
    var text: String {
        let choices = votes.mapValues(choice)
        let isShown = content.isDisclosed || isEnded
        let lines = content.answers.map { answer in
            let people = choices.filter { $0.value.contains(answer.id) }.map(\.key)
            return "\(answer.text) \(isShown ? "\(people.count)" : "?")\(people.contains(.me) ? " mine" : "")"
        }
        let voters = isShown ? "\(choices.count { !$0.value.isEmpty })" : "?"
        return Self.text(of: content.question, lines, voters: voters, isEnded: isEnded)
    }

    /// Returns the IDs that a vote chooses: no more than allowed, and none if one of these is unknown.
    private func choice(_ vote: [String]) -> Set<String> {
        let counted = Set(vote.prefix(content.maxSelections))
        return counted.isSubset(of: content.answers.map(\.id)) ? counted : []
    }

    fileprivate static func text(of question: String, _ lines: [String], voters: String, isEnded: Bool) -> String {
        "\(question)\(isEnded ? " (ended)" : ""): \(lines.joined(separator: ", ")), \(voters) in all"
    }
}

extension ChatPoll {
    /// The poll in words, as `ServerPoll.text` says it.
    var said: String {
        func number(_ count: Int?) -> String { count.map { "\($0)" } ?? "?" }
        let lines = answers.map { "\($0.text) \(number($0.votes))\($0.isMine ? " mine" : "")" }
        return ServerPoll.text(of: question, lines, voters: number(voters), isEnded: isEnded)
    }
}
