import ChatTypes
import HTTPClient
import JSONKit
import SQLiteKit
import Testing
import Transport

@testable import MatrixTransport

/// An event that asks a poll with the answers a and b.
private func poll(_ number: Int = 1, by sender: ContactID = ada, at time: Int64 = 1000) -> String {
    """
    {"type":"org.matrix.msc3381.poll.start","event_id":"$\(number)","sender":"\(sender)","origin_server_ts":\(time),\
    "content":{"org.matrix.msc3381.poll.start":{"kind":"org.matrix.msc3381.poll.disclosed",\
    "question":{"org.matrix.msc1767.text":"Lunch?"},\
    "answers":[{"id":"a","org.matrix.msc1767.text":"Pizza"},{"id":"b","org.matrix.msc1767.text":"Soup"}]}}}
    """
}

private func vote(
    _ id: String,
    _ answer: String,
    in event: String = "$1",
    at time: Int64,
    by sender: ContactID = ada
) -> String {
    """
    {"type":"org.matrix.msc3381.poll.response","event_id":"\(id)","sender":"\(sender)","origin_server_ts":\(time),\
    "content":{"m.relates_to":{"rel_type":"m.reference","event_id":"\(event)"},\
    "org.matrix.msc3381.poll.response":{"answers":["\(answer)"]}}}
    """
}

private func end(_ id: String, at time: Int64, by sender: ContactID = ada) -> String {
    """
    {"type":"org.matrix.msc3381.poll.end","event_id":"\(id)","sender":"\(sender)","origin_server_ts":\(time),\
    "content":{"m.relates_to":{"rel_type":"m.reference","event_id":"$1"},"org.matrix.msc3381.poll.end":{}}}
    """
}

@Suite struct PollTests {
    private let folder: Folder
    private let ledger: MatrixLedger

    init() throws {
        folder = try Folder()
        ledger = try folder.open()
    }

    @discardableResult
    private func apply(_ timeline: String..., since: String? = "s") async throws -> [ChatUpdate] {
        try await ledger.apply(syncAnswer(answer("1", timeline.joined(separator: ","))), since: since)
    }

    private func told(_ updates: [ChatUpdate]) -> [String] {
        updates.flatMap(\.annotations).map { annotation in
            switch annotation.kind {
            case .vote(let answers): "\(annotation.author) \(answers.joined(separator: "+"))"
            case .pollEnd: "ended by \(annotation.author)"
            default: "other"
            }
        }
    }

    @Test func `a poll is a message with its answers, and votes and its end are annotations of it`() async throws {
        let updates = try await apply(
            poll(),
            vote("$v1", "a", at: 2000),
            vote("$v2", "b", at: 2500, by: me),
            since: nil
        )
        let message = try updates.flatMap(\.messages).first.unwrapped()
        #expect(message.text == "Poll: Lunch?" && message.poll?.answers.map(\.text) == ["Pizza", "Soup"])
        #expect(updates.flatMap(\.messages).count == 1)
        #expect(Set(told(updates)) == ["contact a", "me b"])
        let later = try await apply(end("$e", at: 3000))
        #expect(told(later).contains("ended by contact") && later.flatMap(\.messages).map(\.text) == ["ended a poll"])
    }

    @Test func `the newest vote by time counts, in whatever order votes come, and repetitions change nothing`()
        async throws
    {
        try await apply(poll(), vote("$v1", "a", at: 2000), since: nil)
        let newer = try await apply(vote("$v3", "b", at: 4000))
        #expect(told(newer) == ["contact b"])
        let late = try await apply(vote("$v2", "a", at: 3000), vote("$v3", "b", at: 4000))
        #expect(told(late) == ["contact b"])
        #expect(late.flatMap(\.annotations).map(\.number) == newer.flatMap(\.annotations).map(\.number))
    }

    @Test func `votes after the end do not count, also if the end comes late`() async throws {
        try await apply(poll(), vote("$v1", "a", at: 2000), vote("$v2", "b", at: 4000), since: nil)
        let ended = try await apply(end("$e", at: 3000))
        #expect(told(ended) == ["contact a", "ended by contact"])
        #expect(told(try await apply(vote("$v3", "b", at: 5000))) == ["contact a"])
        #expect(told(try await apply(vote("$v4", "b", at: 2900))) == ["contact b"], "it was sent before the end")
        let first = try await apply(end("$e2", at: 2500))
        #expect(told(first).first == "contact a", "the first end counts")
    }

    @Test func `a vote of the very time of the end counts`() async throws {
        let updates = try await apply(poll(), vote("$v1", "a", at: 3000), end("$e", at: 3000), since: nil)
        #expect(told(updates) == ["contact a", "ended by contact"])
    }

    @Test func `an end by somebody who may neither write the poll nor delete it changes nothing`() async throws {
        try await apply(poll(by: me), since: nil)
        let updates = try await apply(end("$e", at: 3000))
        #expect(told(updates) == [])
        #expect(updates.flatMap(\.messages).map(\.text) == ["tried to end a poll of somebody else"])
        let levels = state("m.room.power_levels", #"{"users":{"\#(ada)":50}}"#)
        try await apply(levels)
        #expect(told(try await apply(end("$e2", at: 4000))).contains("ended by me"))
    }

    @Test(arguments: [true, false])
    func `a stranger's ends leave room for the author's, before the poll and after it`(_ isPlaced: Bool) async throws {
        try await apply(text(5), since: nil)
        let vain = (0..<20).map { end("$x\($0)", at: 2000 + Int64($0), by: ContactID("@mallory:test")) }
        let ends = (vain + [end("$e", at: 3000)]).joined(separator: ",")
        let first = try await apply(isPlaced ? poll() : ends)
        let second = try await apply(isPlaced ? ends : poll())
        #expect(told(first + second).count == 1 && told(second).first?.hasPrefix("ended by") == true)
    }

    @Test func `of a poll with as many ends as are stored only its author's is stored besides`() async throws {
        try await apply(poll(), since: nil)
        try await fill(answers: nil)
        #expect(told(try await apply(end("$x", at: 2000, by: ContactID("@mallory:test")))) == [])
        #expect(told(try await apply(end("$e", at: 3000))).first?.hasPrefix("ended by") == true)
        let count = try await ledger.read { tables in
            try tables.rooms.connection.first("SELECT count(*) FROM vote") { $0.count(0) }
        }
        #expect(count == 2 * Limits.votes + 1)
    }

    @Test func `votes and the end wait for their poll, also after a restart`() async throws {
        try await apply(text(5), since: nil)
        #expect(
            told(try await apply(vote("$v1", "a", at: 2000), vote("$v2", "b", at: 4000), end("$e", at: 3000))) == []
        )
        let again = try folder.open()
        let updates = try await again.apply(syncAnswer(answer("2", poll())), since: "1")
        #expect(told(updates) == ["contact a", "ended by contact"])
    }

    @Test func `a redacted vote brings the one before it back, with a higher number`() async throws {
        try await apply(poll(), vote("$v1", "a", at: 2000), since: nil)
        let second = try await apply(vote("$v2", "b", at: 3000))
        func redaction(_ event: String) -> String {
            """
            {"type":"m.room.redaction","event_id":"$x\(event)","sender":"\(ada)","origin_server_ts":3500,"redacts":"\(event)","content":{}}
            """
        }
        let back = try await apply(redaction("$v2"))
        #expect(told(back) == ["contact a"])
        #expect(try back[0].annotations[0].number > second[0].annotations.first.unwrapped().number)
        for _ in 1...2 {
            #expect(told(try await apply(redaction("$v1"))) == ["contact "], "it may be delivered again")
            #expect(told(try await apply(vote("$v1", "a", at: 2000))) != ["contact a"], "it is deleted")
        }
    }

    @Test func `an end that is delivered again ends the poll again, as after a death before it was stored`()
        async throws
    {
        try await apply(poll(), vote("$v1", "a", at: 2000), since: nil)
        for _ in 1...2 { #expect(told(try await apply(end("$e", at: 3000))) == ["contact a", "ended by contact"]) }
    }

    @Test func `a flood of votes is bounded, and the last of a person still counts`() async throws {
        try await apply(poll(), since: nil)
        let flood = (0..<100).map { vote("$v\($0)", $0 % 2 == 0 ? "a" : "b", at: 2000 + Int64($0)) }
        let updates = try await apply(flood.joined(separator: ","))
        #expect(told(updates) == ["contact b"])
        let poll = MessageID("$1")
        #expect(try await ledger.read { try $0.votes.voters(in: poll, room: 1) } == [ada])
        _ = try await apply(
            """
            {"type":"m.room.redaction","event_id":"$x","sender":"\(ada)","origin_server_ts":9000,"redacts":"$1","content":{}}
            """
        )
        #expect(try await ledger.read { try $0.votes.voters(in: poll, room: 1) } == [])
    }

    /// Stores votes of strangers in the poll, or for nil their ends of it, until no more are stored.
    private func fill(answers: String?) async throws {
        _ = try await ledger.write { tables in
            try tables.rooms.connection.run(
                """
                WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
                INSERT INTO vote(room, id, event, sender, answers, time, clear)
                    SELECT 1, '$s' || n, '$1', '@p' || n || ':test', ?2, n, 1 FROM number
                """,
                2 * Limits.votes,
                answers
            )
        }
    }

    @Test func `the user's own vote counts in a poll with as many votes as are stored`() async throws {
        try await apply(poll(), since: nil)
        try await fill(answers: #"["a"]"#)
        #expect(told(try await apply(vote("$v1", "a", at: 2000), vote("$v2", "b", at: 2500, by: me))) == ["me b"])
        let known = ContactID("@p1:test")
        #expect(
            told(try await apply(vote("$v3", "b", at: 3000, by: known))) == ["contact b"],
            "that is no other person"
        )
    }

    // MARK: - Sending

    private func world() throws -> TransportFixture {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", poll(2))]))
        world.http.answer = { call in
            if call.isSync { return try await news.answer(call) }
            return switch call.path.dropFirst(3).first {
            case "event": .json(vote("$v", "b", in: "$2", at: 7000, by: me))
            case "send": .json(#"{"event_id":"$v"}"#)
            default: .json("{}")
            }
        }
        world.receive()
        world.run(.seconds(1))
        _ = try world.sync()
        return world
    }

    private func outgoing(_ kind: Annotation.Kind) -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID("v"), of: MessageID("$2"), in: room, kind: kind)
    }

    @Test func `a vote and an end are sent under their own ids, in the form that other clients read`() throws {
        let world = try world()
        let made = try world.result { [outgoing] in try await $0.annotate(outgoing(.vote(answers: ["b"]))) }
        #expect(made.kind == .vote(answers: ["b"]) && made.number > 0)
        let put = try world.http.calls.last { $0.method == .put }.unwrapped()
        #expect(put.line == "PUT v3/rooms/!room:test/send/org.matrix.msc3381.poll.response/v")
        #expect(put.body?["m.relates_to"]?["event_id"]?.string == "$2")
        #expect(put.body?["org.matrix.msc3381.poll.response"]?["answers"]?.elements.map(\.string) == ["b"])
        let end = try world.result { [outgoing] in try await $0.annotate(outgoing(.pollEnd)) }
        #expect(end == Annotation(author: .me, message: MessageID("$2"), kind: .pollEnd))
        let last = try world.http.calls.last { $0.method == .put }.unwrapped()
        #expect(last.line == "PUT v3/rooms/!room:test/send/org.matrix.msc3381.poll.end/v")
        #expect(last.body?["m.relates_to"]?["event_id"]?.string == "$2")
        #expect(last.body?["org.matrix.msc1767.text"]?.string == "The poll has ended", "for clients without polls")
        for body in [put.body, last.body] {
            #expect(body?["m.relates_to"]?["rel_type"]?.string == "m.reference")
        }
    }
}
