import ChatTypes
import JSONKit

/// Polls (MSC3381): messages that ask a question, and events that refer to them and vote or end them. Each has the name of the proposal and an
/// unstable one, under which today's clients send them.
extension RoomEvent {
    static let pollTypes = ["m.poll.start", unstablePollType]
    static let voteTypes = ["m.poll.response", unstableVoteType]
    static let pollEndTypes = ["m.poll.end", unstablePollEndType]

    static let unstablePollType = "org.matrix.msc3381.poll.start"
    static let unstableVoteType = "org.matrix.msc3381.poll.response"
    static let unstablePollEndType = "org.matrix.msc3381.poll.end"

    /// The poll in which it votes, and the IDs of the chosen answers, none if they cannot be read; nil for any other event.
    var vote: (poll: MessageID, answers: [String])? {
        guard Self.voteTypes.contains(type), let poll = referenced else { return nil }
        let response = content?["m.poll.response"] ?? content?[Self.unstableVoteName]
        let answers = content?["m.selections"] ?? response?["answers"]
        // A value that is no ID spoils the vote, as an unknown answer does.
        return (poll, Poll.bounded(vote: answers?.elements.prefix(Limits.pollAnswers).map { $0.string ?? "" } ?? []))
    }

    /// The poll that it ends; nil for any other event.
    var endedPoll: MessageID? { Self.pollEndTypes.contains(type) ? referenced : nil }

    /// Whether it votes in a poll or ends one.
    var isAboutPoll: Bool { vote != nil || endedPoll != nil }

    private var referenced: MessageID? {
        guard stateKey == nil, id.rawValue.isUsableID, relation?["rel_type"]?.string == "m.reference",
            let event = relation?["event_id"]?.string, event.isUsableID
        else { return nil }
        return MessageID(event)
    }

    private static let unstableVoteName: StaticString = "org.matrix.msc3381.poll.response"
}

extension MessageContent {
    /// The poll that the content asks, within the limits; nil for any other content, and without answers to choose from.
    var poll: Poll? {
        guard RoomEvent.pollTypes.contains(type) else { return nil }
        let poll = content?["m.poll"] ?? content?["org.matrix.msc3381.poll.start"] ?? content?["m.poll.start"]
        let answers = poll?["answers"]?.elements.prefix(Limits.pollAnswers).map { answer in
            Poll.Answer(id: (answer["m.id"] ?? answer["id"])?.string ?? "", text: Self.text(answer))
        }
        let kinds = ["m.disclosed", "m.poll.disclosed", "org.matrix.msc3381.poll.disclosed"]
        return Poll(
            question: poll?["question"].map(Self.text) ?? "",
            answers: answers ?? [],
            maxSelections: Int(clamping: poll?["max_selections"]?.integer ?? 1),
            isDisclosed: kinds.contains(poll?["kind"]?.string ?? "")
        ).bounded()
    }

    /// Returns a text in one of the forms that extensible events have had.
    private static func text(_ json: JSONValue) -> String {
        let text = json["m.text"] ?? json["org.matrix.msc1767.text"]
        return text?.string ?? text?.elements.first?["body"]?.string ?? json["body"]?.string ?? ""
    }
}

extension Poll {
    /// The content of an event that asks it, in the form that today's clients read.
    var members: [JSONText.Member] {
        let kind = isDisclosed ? "org.matrix.msc3381.poll.disclosed" : "org.matrix.msc3381.poll.undisclosed"
        let answers = answers.map { answer -> JSONText in
            ["id": .string(answer.id), "org.matrix.msc1767.text": .string(answer.text)]
        }
        let fallback = [question] + self.answers.enumerated().map { "\($0.offset + 1). \($0.element.text)" }
        let start: JSONText = [
            "kind": .string(kind), "max_selections": .integer(Int64(maxSelections)),
            "question": [
                "org.matrix.msc1767.text": .string(question), "body": .string(question), "msgtype": "m.text",
            ],
            "answers": .array(answers),
        ]
        return [
            .init(name: RoomEvent.unstablePollType, value: start),
            .init(name: "org.matrix.msc1767.text", value: .string(fallback.joined(separator: "\n"))),
        ]
    }
}
