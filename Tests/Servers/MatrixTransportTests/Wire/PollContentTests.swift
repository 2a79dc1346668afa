import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

@Suite struct PollContentTests {
    private func event(_ type: String, _ content: String) throws -> RoomEvent {
        try RoomEvent(
            json(#"{"type":"\#(type)","event_id":"$p","sender":"\#(ada)","origin_server_ts":1,"content":\#(content)}"#)
        ).unwrapped()
    }

    private func poll(_ type: String, _ content: String) throws -> Poll? {
        try event(type, content).messageContent.poll
    }

    @Test func `both forms of a poll are read`() throws {
        let unstable = try poll(
            "org.matrix.msc3381.poll.start",
            ##"""
            {"org.matrix.msc3381.poll.start":{"kind":"org.matrix.msc3381.poll.disclosed","max_selections":2,
            "question":{"org.matrix.msc1767.text":"Lunch?"},
            "answers":[{"id":"a","org.matrix.msc1767.text":"Pizza"},{"id":"b","body":"Soup"}]}}
            """##
        )
        let answers = [Poll.Answer(id: "a", text: "Pizza"), .init(id: "b", text: "Soup")]
        #expect(unstable == Poll(question: "Lunch?", answers: answers, maxSelections: 2))
        let stable = try poll(
            "m.poll.start",
            ##"""
            {"m.poll":{"kind":"m.undisclosed","question":{"m.text":[{"body":"Lunch?"}]},
            "answers":[{"m.id":"a","m.text":[{"body":"Pizza"}]},{"m.id":"b","m.text":[{"body":"Soup"}]}]}}
            """##
        )
        #expect(stable == Poll(question: "Lunch?", answers: answers, isDisclosed: false))
    }

    @Test func `what is sent is read as the same poll`() throws {
        let lunch = try Poll.accepting("Lunch? | Pizza | Soup")
        let hidden = Poll(question: "Lunch?", answers: lunch.answers, maxSelections: 2, isDisclosed: false)
        for sent in [lunch, hidden] {
            let content = JSONText.object(sent.members)
            #expect(try poll(RoomEvent.unstablePollType, String(decoding: content.bytes, as: UTF8.self)) == sent)
        }
    }

    @Test func `ten thousand answers, repeated ids and huge texts are bounded`() throws {
        let long = String(repeating: "x", count: 100_000)
        let answers = (0..<10_000).map { #"{"m.id":"\#($0 / 2)","m.text":[{"body":"\#($0 == 0 ? long : "y")"}]}"# }
        let content = #"""
            {"m.poll":{"question":{"m.text":"\#(long)"},"max_selections":99999999999,"answers":[\#(answers.joined(separator: ","))]}}
            """#
        let poll = try poll("m.poll.start", content).unwrapped()
        #expect(poll.answers.map(\.id) == (0..<10).map(String.init))
        #expect(poll.question.utf8.count == Limits.pollQuestionBytes)
        #expect(poll.answers[0].text.utf8.count == Limits.pollAnswerBytes && poll.maxSelections == 10)
    }

    @Test(arguments: ["{}", #"{"m.poll":7}"#, #"{"m.poll":{"answers":[{"m.text":"no id"}]}}"#])
    func `a poll without answers is a message without one`(content: String) throws {
        #expect(try poll("m.poll.start", content) == nil)
        let isDeleted = content == "{}"
        #expect(
            try event("m.poll.start", content).shown.text == (isDeleted ? "" : "Message of an unknown kind (poll)")
        )
    }

    @Test(arguments: [
        ("m.disclosed", true), ("m.poll.disclosed", true), ("org.matrix.msc3381.poll.disclosed", true),
        ("m.undisclosed", false), ("org.matrix.msc3381.poll.undisclosed", false), ("odd", false),
    ])
    func `each name of a disclosed poll says that votes are shown at once, and no other`(
        kind: String,
        isDisclosed: Bool
    )
        throws
    {
        let content = #"{"m.poll":{"kind":"\#(kind)","question":{"m.text":"Q"},"answers":[{"m.id":"a","m.text":"A"}]}}"#
        #expect(try poll("m.poll.start", content)?.isDisclosed == isDisclosed)
    }

    private let reference = #""m.relates_to":{"rel_type":"m.reference","event_id":"$1"}"#

    @Test(arguments: [
        ("m.poll.response", #""m.selections":["a","b"]"#, ["a", "b"]),
        ("org.matrix.msc3381.poll.response", #""org.matrix.msc3381.poll.response":{"answers":["a"]}"#, ["a"]),
        ("m.poll.response", #""m.selections":["a",7]"#, []), ("m.poll.response", #""m.selections":{}"#, []),
    ])
    func `both forms of a vote are read, and what is none chooses nothing`(
        type: String,
        answers: String,
        expected: [String]
    ) throws {
        let vote = try event(type, "{\(reference),\(answers)}")
        #expect(vote.vote?.poll == MessageID("$1") && vote.vote?.answers == expected)
        #expect(!vote.isShown)
        #expect(try event(type, "{\(answers)}").vote == nil)
        let other = reference.replacing("m.reference", with: "m.thread")
        #expect(try event(type, "{\(other),\(answers)}").vote == nil, "another relation")
        #expect(try event("m.poll.end", "{\(reference)}").endedPoll == MessageID("$1"))
    }
}
