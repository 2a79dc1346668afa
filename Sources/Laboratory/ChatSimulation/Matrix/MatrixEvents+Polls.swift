import ChatTypes
import JSONKit
import RuntimeKit
import SimulatedServer

/// Polls, as Matrix clients ask and end them.
extension MatrixEvents {
    private static let (pollName, voteName): (StaticString, StaticString) = (
        "org.matrix.msc3381.poll.start", "org.matrix.msc3381.poll.response"
    )
    static let (pollType, voteType) = (pollName.description, voteName.description)
    static let pollEndType = "org.matrix.msc3381.poll.end"

    /// Returns the type and the content of an event that asks a poll or ends one; nil for any other message.
    static func pollContent(of message: Message) -> (type: String, content: [JSONText.Member])? {
        if let poll = message.poll { return (pollType, content(poll)) }
        guard message.event != nil, let ended = SimulatedChatServer.poll(endedBy: message.id) else { return nil }
        let poll = message.author == .me ? id(ofOwn: ended) : ended.rawValue
        return (
            pollEndType,
            [
                .init(name: "m.relates_to", value: reference(to: poll)),
                .init(name: pollEndType, value: [:]), .init(name: "org.matrix.msc1767.text", value: "It is over"),
            ]
        )
    }

    private static func content(_ poll: Poll) -> [JSONText.Member] {
        func text(_ words: String) -> JSONText.Member { .init(name: "org.matrix.msc1767.text", value: .string(words)) }
        let answers = poll.answers.map { answer -> JSONText in
            .object([.init(name: "id", value: .string(answer.id)), text(answer.text)])
        }
        let start: JSONText = [
            "question": .object([text(poll.question)]), "answers": .array(answers),
            "max_selections": .integer(Int64(poll.maxSelections)),
            "kind": .string("org.matrix.msc3381.poll." + (poll.isDisclosed ? "disclosed" : "undisclosed")),
        ]
        return [.init(name: pollType, value: start), text(poll.text)]
    }

    /// Returns an event as it is in an encrypted room, where a poll is a text: so is each client's that knows no polls.
    static func withoutPoll(_ event: JSONText) -> JSONText {
        guard event["type"] == .string(pollType), let content = event["content"] else { return event }
        let text = content["org.matrix.msc1767.text"] ?? ""
        let said = content.without([pollType, "org.matrix.msc1767.text"]).with("msgtype", "m.text").with("body", text)
        return event.with("type", "m.room.message").with("content", said)
    }

    /// Returns the poll that a client asks; nil if it is none.
    static func poll(in content: JSONValue?) -> Poll? {
        func text(_ json: JSONValue?) -> String { json?["org.matrix.msc1767.text"]?.string ?? "" }
        guard let poll = content?[pollName] else { return nil }
        return Poll(
            question: text(poll["question"]),
            answers: poll["answers"]?.elements.map { Poll.Answer(id: $0["id"]?.string ?? "", text: text($0)) } ?? [],
            maxSelections: Int(poll["max_selections"]?.integer ?? 1),
            isDisclosed: poll["kind"]?.string == "org.matrix.msc3381.poll.disclosed"
        )
    }

    /// Returns the content of an event that votes.
    static func content(ofVoteFor answers: [String], in poll: String) -> JSONText {
        .object([
            .init(name: "m.relates_to", value: reference(to: poll)),
            .init(name: voteType, value: ["answers": .array(answers.map { .string($0) })]),
        ])
    }

    private static func reference(to event: String) -> JSONText {
        ["rel_type": "m.reference", "event_id": .string(event)]
    }

    /// Returns the answers for which a client votes.
    static func vote(in content: JSONValue?) -> [String] {
        content?[voteName]?["answers"]?.elements.map { $0.string ?? "" } ?? []
    }
}

extension SimulatedHomeserver {
    /// Votes in a poll or ends it; nil for any other event.
    func vote(_ call: HomeserverCall, in chat: ChatID) async throws -> JSONText? {
        let (type, event) = (call.path[3], call.body?["m.relates_to"]?["event_id"]?.string ?? "")
        guard [MatrixEvents.voteType, MatrixEvents.pollEndType].contains(type) else { return nil }
        let isEnd = type == MatrixEvents.pollEndType
        let wish = OutgoingAnnotation(
            id: MessageID(call.path[4]),
            of: MatrixEvents.message(of: event),
            in: chat,
            kind: isEnd ? .pollEnd : .vote(answers: MatrixEvents.vote(in: call.body))
        )
        let made = try await server.annotate(wish)
        ownDoings.wakeAll()
        let id = isEnd ? SimulatedChatServer.end(of: made.message).rawValue : AnnotationEvents.id(of: made)
        return ["event_id": .string(id)]
    }
}
