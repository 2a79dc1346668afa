import ChatTypes
import JSONKit
import MatrixCrypto
import SQLiteKit
import Testing

@testable import MatrixTransport

/// An event that asks a poll with the answers a and b.
func pollEvent(_ id: String = "$1", by sender: ContactID = ada) -> String {
    """
    {"type":"m.poll.start","event_id":"\(id)","sender":"\(sender)","origin_server_ts":1000,"content":\(pollContent)}
    """
}

private let pollContent = """
    {"m.poll":{"question":{"m.text":[{"body":"Lunch?"}]},"answers":[{"m.id":"a","m.text":[{"body":"Pizza"}]},\
    {"m.id":"b","m.text":[{"body":"Soup"}]}]}}
    """

/// An event that votes in a poll.
func voteEvent(
    _ id: String,
    _ answer: String,
    in poll: String = "$1",
    at time: Int64 = 5000,
    by sender: ContactID = ada
) -> String {
    """
    {"type":"m.poll.response","event_id":"\(id)","sender":"\(sender)","origin_server_ts":\(time),\
    "content":{"m.relates_to":{"rel_type":"m.reference","event_id":"\(poll)"},"m.selections":["\(answer)"]}}
    """
}

private func endEvent(_ id: String, at time: Int64 = 6000) -> String {
    """
    {"type":"m.poll.end","event_id":"\(id)","sender":"\(ada)","origin_server_ts":\(time),\
    "content":{"m.relates_to":{"rel_type":"m.reference","event_id":"$1"}}}
    """
}

/// The votes that are stored, and those that count.
@Suite struct VoteTests {
    private let told: LedgerFixture

    init() throws { told = try LedgerFixture() }

    private func count(_ sql: StaticString) async throws -> Int? {
        try await told.ledger.read { try $0.rooms.connection.first(sql) { $0.count(0) } }
    }

    @Test func `of a person's votes in a poll the disk keeps twenty, and of their ends the first`() async throws {
        let earlier = [
            pollEvent(), pollEvent("$2"), voteEvent("$mine", "a", at: 1500, by: me),
            voteEvent("$other", "a", in: "$2", at: 1500),
        ]
        try await told.apply(answer("1", earlier.joined(separator: ","), state: adasRoomState), since: nil)
        let votes = (0..<50).map { voteEvent("$v\($0)", "a", at: 2000 + Int64($0)) }
        let ends = (0..<50).map { endEvent("$e\($0)", at: 6000 + Int64(($0 + 25) % 50)) }
        try await told.apply(answer("2", (votes + ends).joined(separator: ",")))
        #expect(try await count("SELECT count(*) FROM vote WHERE answers IS NOT NULL") == 20 + 2)
        #expect(try await count("SELECT count(*) FROM vote WHERE id IN ('$mine', '$other')") == 2)
        #expect(try await count("SELECT count(*) FROM vote WHERE answers IS NULL") == 1)
        #expect(try await count("SELECT count(*) FROM vote WHERE id = '$e25'") == 1, "the first stays")
        #expect(try await count("SELECT count(*) FROM vote WHERE id = '$v49'") == 1, "the newest stays")
    }

    /// The updates that an event makes, as a device encrypted it or in the clear.
    private func updates(
        _ event: String,
        _ proved: String? = nil,
        type: String = "",
        doubt: SenderWarning? = nil
    ) async throws -> [ChatUpdate] {
        var response = try syncAnswer(answer("2", event, state: adasRoomState))
        if let proved {
            let content = ProvedContent(type: type, content: try json(proved), doubt: doubt)
            response.joined[0].update.timeline[0].reading = .proved(content)
        }
        return try await told.ledger.apply(response, since: "1")
    }

    /// The annotations that an event makes, as a device encrypted it or in the clear.
    private func annotations(
        _ event: String,
        _ proved: String? = nil,
        type: String = "",
        doubt: SenderWarning? = nil
    ) async throws -> [String] {
        kinds(of: try await updates(event, proved, type: type, doubt: doubt))
    }

    private func kinds(of updates: [ChatUpdate]) -> [String] {
        updates.flatMap(\.annotations).map { annotation in
            switch annotation.kind {
            case .vote(let answers): "vote \(answers.joined(separator: "+"))"
            case .pollEnd: "end"
            default: "other"
            }
        }
    }

    /// An encrypted event about the poll.
    private func sealed(_ id: String, at time: Int64, by sender: ContactID = ada) -> String {
        """
        {"type":"m.room.encrypted","event_id":"\(id)","sender":"\(sender)","origin_server_ts":\(time),\
        "content":{"ciphertext":"x","m.relates_to":{"rel_type":"m.reference","event_id":"$1"}}}
        """
    }

    private let sealedPoll = """
        {"type":"m.room.encrypted","event_id":"$1","sender":"\(ada)","origin_server_ts":1000,"content":{"ciphertext":"x"}}
        """

    @Test(arguments: [(true, "a"), (false, "b")])
    func `the user's own vote in an encrypted poll counts as it was sent`(_ isEncrypted: Bool, _ answer: String)
        async throws
    {
        _ = try await annotations(sealedPoll, pollContent, type: "m.poll.start")
        let first = sealed("$v1", at: 5000, by: me)
        #expect(try await annotations(first, #"{"m.selections":["b"]}"#, type: "m.poll.response") == ["vote b"])
        let event = try RoomEvent(json(voteEvent("$v2", "a", at: 6000, by: me))).unwrapped()
        let counted = try await told.ledger.write {
            try $0.own(["a"], by: event, in: MessageID("$1"), isEncrypted: isEncrypted, chat: room)
        }
        #expect(counted.answers == [answer])
    }

    @Test func `in an encrypted poll, votes and ends in the clear do not count, and encrypted ones do`() async throws {
        #expect(try await annotations(sealedPoll, pollContent, type: "m.poll.start") == [])
        #expect(try await annotations(voteEvent("$v1", "a", at: 9000)) == [])
        #expect(try await annotations(endEvent("$e1")) == [])
        let attempt = try await told.apply(answer("2", endEvent("$e3"), state: adasRoomState))
        #expect(attempt?.messages.map(\.text) == ["tried to end an encrypted poll in the clear"])
        let vote = try await annotations(sealed("$v2", at: 7000), #"{"m.selections":["b"]}"#, type: "m.poll.response")
        #expect(vote == ["vote b"], "the end in the clear came before it")
        let end = try await annotations(sealed("$e2", at: 8000), #"{"body":"Ended"}"#, type: "m.poll.end")
        #expect(end == ["vote b", "end"])
    }

    @Test func `in an encrypted poll, many votes and ends in the clear leave room for encrypted ones`() async throws {
        _ = try await annotations(sealedPoll, pollContent, type: "m.poll.start")
        let vote = try await annotations(sealed("$v", at: 5000), #"{"m.selections":["b"]}"#, type: "m.poll.response")
        #expect(vote == ["vote b"])
        let votes = (0..<20).map { voteEvent("$v\($0)", "a", at: 6000 + Int64($0)) }
        #expect(try await annotations(votes.joined(separator: ",")) == ["vote b"])
        let ends = (0..<20).map { endEvent("$e\($0)") }
        #expect(try await annotations(ends.joined(separator: ",")) == ["vote b"])
        let end = try await annotations(sealed("$e", at: 9000), #"{"body":"Ended"}"#, type: "m.poll.end")
        #expect(end == ["vote b", "end"])
    }

    @Test(
        arguments: [
            (.unknownDevice, false), (.changedIdentity, false), (.unsignedDevice, true), (.unprovedKey, true),
        ] as [(SenderWarning, Bool)]
    )
    func `in an encrypted poll, votes and ends of a device that the homeserver could have made up do not count`(
        _ doubt: SenderWarning,
        _ counts: Bool
    ) async throws {
        #expect(try await annotations(sealedPoll, pollContent, type: "m.poll.start") == [])
        let answer = #"{"m.selections":["b"]}"#
        let vote = try await annotations(sealed("$v1", at: 5000), answer, type: "m.poll.response", doubt: doubt)
        #expect(vote == (counts ? ["vote b"] : []))
        let end = try await updates(sealed("$e1", at: 8000), #"{"body":"Over"}"#, type: "m.poll.end", doubt: doubt)
        #expect(kinds(of: end) == (counts ? ["vote b", "end"] : []))
        let line = counts ? "ended a poll" : "tried to end an encrypted poll from a device that nothing proves"
        #expect(end.flatMap(\.messages).map(\.text) == [line])
    }

    @Test func `a vote that the homeserver could have made counts once it comes again and is proved`() async throws {
        #expect(try await annotations(sealedPoll, pollContent, type: "m.poll.start") == [])
        let (event, vote) = (sealed("$v1", at: 5000), #"{"m.selections":["b"]}"#)
        for (doubt, counted) in [(.unknownDevice, []), (nil, ["vote b"]), (.unknownDevice, ["vote b"])]
            as [(SenderWarning?, [String])]
        {
            #expect(try await annotations(event, vote, type: "m.poll.response", doubt: doubt) == counted)
        }
    }

    private func removal(of event: String) -> String {
        """
        {"type":"m.room.redaction","event_id":"$x\(event)","sender":"\(ada)","origin_server_ts":9000,"redacts":"\(event)","content":{}}
        """
    }

    @Test func `a vote whose key comes late counts from then on, and is gone from its place once deleted`() async throws
    {
        let event = sealed("$v1", at: 5000)
        var response = try syncAnswer(answer("1", "\(pollEvent()),\(event)", state: adasRoomState))
        response.joined[0].update.timeline[1].reading = .waiting(session: SessionID("s"), .noKey)
        #expect(try await told.ledger.apply(response, since: nil).flatMap(\.annotations) == [])
        var read = try RoomEvent(json(event)).unwrapped()
        let content = try json(#"{"m.selections":["a"]}"#)
        read.reading = .proved(ProvedContent(type: "m.poll.response", content: content, doubt: nil))
        let update = try await told.ledger.write { [read] in try $0.setRead([read], in: room) }
        #expect(update?.annotations.map(\.kind) == [.vote(answers: ["a"])])
        #expect(update?.messages.map(\.text) == ["voted in a poll"])
        let deleted = try await told.apply(answer("2", removal(of: "$v1")))
        #expect(deleted?.annotations.map(\.kind) == [.vote(answers: []), .deletion])
    }

    @Test func `of a deleted poll nothing of how people voted stays on the disk`() async throws {
        let events = [
            pollEvent(), voteEvent("$v1", "a"), voteEvent("$v2", "b", by: me), pollEvent("$2"),
            voteEvent("$v3", "a", in: "$2"),
        ]
        try await told.apply(answer("1", events.joined(separator: ","), state: adasRoomState), since: nil)
        let sql: StaticString = "SELECT (SELECT count(*) FROM vote) + (SELECT count(*) FROM ballot)"
        #expect(try await count(sql) == 6)
        try await told.apply(answer("2", removal(of: "$1")))
        #expect(try await count("SELECT count(*) FROM vote") == 1, "that in the other poll")
        #expect(try await count("SELECT count(*) FROM ballot") == 1)
    }

    @Test func `of the user's votes on two devices the newer counts, whichever was sent from here`() async throws {
        let theirs = voteEvent("$v2", "b", at: 5000, by: me)
        try await told.apply(answer("1", "\(pollEvent()),\(theirs)", state: adasRoomState), since: nil)
        func own(_ answer: String, at time: Int64) async throws -> (answers: [String], number: Int64) {
            let event = try RoomEvent(json(voteEvent("$v\(time)", answer, at: time, by: me))).unwrapped()
            return try await told.ledger.write {
                try $0.own([answer], by: event, in: MessageID("$1"), isEncrypted: false, chat: room)
            }
        }
        let late = try await own("a", at: 4000)
        #expect(late.answers == ["b"])
        let newest = try await own("a", at: 6000)
        #expect(newest.answers == ["a"] && newest.number > late.number)
    }
}

/// The reactions that are stored, and those that count.
@Suite struct StoredReactionTests {
    private let told: LedgerFixture

    init() async throws {
        told = try LedgerFixture()
        try await told.apply(answer("1", text(1), state: adasRoomState), since: nil)
    }

    @Test func `of one person's reactions to a message a part is stored`() async throws {
        let flood = (0..<150).map { reaction("$r\($0)", to: "$1", "\($0)") }
        try await told.apply(answer("2", flood.joined(separator: ",")))
        let kept = try await told.ledger.read {
            try $0.reactions.annotations(to: MessageID("$1"), room: 1, isGroup: false)
        }
        #expect(kept.count == 5 * Limits.reactionsOfAuthor)
    }

    @Test func `the user's own reaction counts at a message with as many reactions as are stored`() async throws {
        try await told.ledger.write { tables in
            _ = try tables.rooms.connection.run(
                """
                WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                INSERT INTO reaction(room, id, event, sender, text, is_set, number)
                    SELECT 1, '$s' || n, '$1', '@p' || n || ':test', 'x', 1, n FROM number
                """,
                2 * Limits.reactions
            )
        }
        let both = "\(reaction("$a", to: "$1")),\(reaction("$b", to: "$1", by: me))"
        #expect(try await told.apply(answer("2", both))?.annotations.map(\.author) == [.me])
    }

    @Test func `a reaction event that was deleted is not deleted again with the others`() async throws {
        let removal = """
            {"type":"m.room.redaction","event_id":"$x","sender":"\(me)","origin_server_ts":1,"redacts":"$a","content":{}}
            """
        let events = [reaction("$a", to: "$1", by: me), reaction("$b", to: "$1", at: 9001, by: me), removal]
        try await told.apply(answer("2", events.joined(separator: ",")))
        let own = try await told.ledger.read { try $0.reactions.own("👍", to: MessageID("$1"), room: 1) }
        #expect(own == [MessageID("$b")])
    }
}
