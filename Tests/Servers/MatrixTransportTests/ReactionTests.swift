import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

/// An event that reacts to another.
func reaction(_ id: String, to event: String, _ key: String = "👍", at time: Int64 = 9000, by sender: ContactID = ada)
    -> String
{
    """
    {"type":"m.reaction","event_id":"\(id)","sender":"\(sender)","origin_server_ts":\(time),\
    "content":{"m.relates_to":{"rel_type":"m.annotation","event_id":"\(event)","key":"\(key)"}}}
    """
}

@Suite struct ReactionTests {
    private let folder: Folder
    private let ledger: MatrixLedger

    init() throws {
        folder = try Folder()
        ledger = try folder.open()
    }

    @discardableResult
    private func apply(_ timeline: String, since: String? = "s") async throws -> [ChatUpdate] {
        try await ledger.apply(syncAnswer(answer("1", timeline)), since: since)
    }

    private func states(_ updates: [ChatUpdate]) -> [String] {
        updates.flatMap(\.annotations).map { annotation in
            guard case .reaction(let text, let isSet) = annotation.kind else { return "other" }
            return "\(annotation.author) \(text) \(isSet) \(annotation.message)"
        }
    }

    private func redaction(of event: String, at time: Int64 = 9500) -> String {
        """
        {"type":"m.room.redaction","event_id":"$x\(time)","sender":"\(ada)","origin_server_ts":\(time),\
        "redacts":"\(event)","content":{}}
        """
    }

    @Test func `a reaction is an annotation of its message, and no message`() async throws {
        try await apply("\(text(1)),\(text(2, by: me, own: "born"))", since: nil)
        let updates = try await apply("\(reaction("$r1", to: "$1", by: me)),\(reaction("$r2", to: "$2", "🎉"))")
        #expect(updates.flatMap(\.messages).isEmpty)
        #expect(states(updates) == ["me 👍 true $1", "contact 🎉 true born"])
    }

    @Test func `a redacted reaction is removed, and a later one sets it again with a higher number`() async throws {
        try await apply(text(1), since: nil)
        var numbers: [Int64] = []
        // The clock of the server that deletes it runs ahead.
        for (event, state) in [
            (reaction("$r1", to: "$1"), true), (redaction(of: "$r1", at: 99_000), false),
            (reaction("$r2", to: "$1", at: 9600), true), (redaction(of: "$r2", at: 1), false),
        ] {
            let updates = try await apply(event)
            #expect(states(updates) == ["contact 👍 \(state) $1"])
            numbers += updates.flatMap(\.annotations).map(\.number)
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 4)
        #expect(try await states(apply(reaction("$r1", to: "$1"))) == ["contact 👍 false $1"], "an old response again")
    }

    @Test func `of two equal reactions of a person, both must be redacted`() async throws {
        try await apply(text(1), since: nil)
        try await apply("\(reaction("$r1", to: "$1")),\(reaction("$r2", to: "$1", at: 9001))")
        #expect(try await states(apply(redaction(of: "$r1"))) == ["contact 👍 true $1"])
        #expect(try await states(apply(redaction(of: "$r2"))) == ["contact 👍 false $1"])
    }

    @Test func `a reaction waits for the position of its message, also after a restart`() async throws {
        try await apply(text(5), since: nil)
        #expect(try await states(apply(reaction("$r1", to: "$6"))) == [])
        let again = try folder.open()
        let updates = try await again.apply(syncAnswer(answer("2", text(6, by: me, own: "born"))), since: "1")
        #expect(states(updates) == ["contact 👍 true born"])
    }

    @Test func `reactions to a deleted message are forgotten`() async throws {
        try await apply("\(texts(1...2)),\(reaction("$r1", to: "$1")),\(reaction("$r2", to: "$2"))", since: nil)
        let updates = try await apply(redaction(of: "$1"))
        #expect(updates.flatMap(\.annotations).map(\.kind) == [.deletion])
        #expect(
            try await ledger.read { try $0.reactions.annotations(to: MessageID("$1"), room: 1, isGroup: false) } == []
        )
        let others = try await ledger.read {
            try $0.reactions.annotations(to: MessageID("$2"), room: 1, isGroup: false)
        }
        #expect(others.count == 1)
    }

    @Test(arguments: [
        #"{"rel_type":"m.annotation","event_id":"$1","key":"a\u0007"}"#,
        #"{"rel_type":"m.annotation","event_id":"$1","key":"mxc://server/an-image-that-is-too-long-to-show"}"#,
        #"{"rel_type":"m.annotation","event_id":"$1","key":7}"#, #"{"rel_type":"m.annotation","key":"x"}"#,
        #"{"rel_type":"m.reference","event_id":"$1","key":"x"}"#, #""x""#, "null",
    ])
    func `a reaction that cannot be shown is ignored`(relation: String) async throws {
        try await apply(text(1), since: nil)
        let event = """
            {"type":"m.reaction","event_id":"$r1","sender":"\(ada)","origin_server_ts":1,\
            "content":{"m.relates_to":\(relation)}}
            """
        #expect(try await states(apply(event)) == [])
    }

    @Test func `a flood of reactions is bounded`() async throws {
        try await apply(text(1), since: nil)
        let flood = (0..<3000).map { reaction("$r\($0)", to: "$1", "\($0 % 50)", by: ContactID("@u\($0):test")) }
        try await apply(flood.joined(separator: ","))
        let kept = try await ledger.read { try $0.reactions.annotations(to: MessageID("$1"), room: 1, isGroup: true) }
        #expect(kept.count == 2 * Limits.reactions)
    }

    // MARK: - Sending

    private static func outgoing(_ isSet: Bool, _ id: String = "r") -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID(id), of: MessageID("$2"), in: room, kind: .reaction(text: "👍", isSet: isSet))
    }

    private func world(
        timeline: String = text(2),
        relations: String = reaction("$r", to: "$2", at: 7000, by: me),
        _ send: @escaping @Sendable (Call) throws -> HTTPResponse
    ) throws -> TransportFixture {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", timeline)]))
        world.http.follow(news) { call in
            return switch call.path.dropFirst(3).first {
            case "event": .json(reaction("$r", to: "$2", at: 7000, by: me))
            case "send", "redact": try send(call)
            case "relations": .json(#"{"chunk":[\#(relations)]}"#)
            default: .json("{}")
            }
        }
        try world.start()
        return world
    }

    @Test func `setting a reaction sends an event under its own id, and removing it deletes that event`() throws {
        let world = try world { _ in .json(#"{"event_id":"$r"}"#) }
        let set = try world.result { try await $0.annotate(Self.outgoing(true)) }
        let put = try world.http.calls.first { $0.method == .put }.unwrapped()
        #expect(put.line == "PUT v3/rooms/!room:test/send/m.reaction/r")
        let relation = put.body?["m.relates_to"]
        #expect(relation?["rel_type"]?.string == "m.annotation" && relation?["key"]?.string == "👍\u{FE0F}")
        #expect(relation?["event_id"]?.string == "$2")
        let unset = try world.result { try await $0.annotate(Self.outgoing(false, "r2")) }
        #expect(unset.number > set.number && unset.kind == Self.outgoing(false).kind)
        let redact = try world.http.calls.last { $0.method == .put }.unwrapped()
        #expect(redact.line.hasPrefix("PUT v3/rooms/!room:test/redact/$r/"))
    }

    @Test(arguments: [reaction("$r", to: "$2", at: 7000, by: me), ""])
    func `a reaction that the homeserver has already counts as set, also if it is not found`(relations: String) throws {
        let world = try world(relations: relations) { _ in
            .json(#"{"errcode":"M_DUPLICATE_ANNOTATION","error":"Again"}"#, status: 400)
        }
        #expect(try world.result { try await $0.annotate(Self.outgoing(true)) }.kind == Self.outgoing(true).kind)
    }

    @Test(arguments: [true, false])
    func `a reaction that was sent may have arrived, even if the next request did not`(_ isNew: Bool) throws {
        let world = try world { call in
            isNew ? .json(#"{"event_id":"$r"}"#) : .json(#"{"errcode":"M_DUPLICATE_ANNOTATION"}"#, status: 400)
        }
        world.http.intercept { call in
            if ["event", "relations"].contains(call.path.dropFirst(3).first) {
                throw HTTPError(.cannotConnect, host: "h", mayHaveReachedServer: false)
            }
            return nil
        }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.annotate(Self.outgoing(true)) } }
    }

    @Test func `a reaction is not taken for removed after an answer without the reactions`() throws {
        let world = try world { _ in .json("{}") }
        let answer = world.http.answer
        world.http.answer = { call in call.path.contains("relations") ? .json("{}") : try await answer(call) }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.annotate(Self.outgoing(false)) } }
    }

    @Test func `a reaction whose response was lost is found before it is removed`() throws {
        let world = try world { _ in .json("{}") }
        #expect(try world.result { try await $0.annotate(Self.outgoing(false)) }.kind == Self.outgoing(false).kind)
        #expect(world.http.calls.contains { $0.line.hasPrefix("PUT v3/rooms/!room:test/redact/$r/") })
    }

    @Test(arguments: [reaction("$q", to: "$2", at: 6000, by: me), ""])
    func `a reaction that is set after a removal of an unknown one is newer, also if the clock here is ahead`(
        relations: String
    ) throws {
        // The clock of the fixture is far ahead of the homeserver's, which says 6000 and 7000 milliseconds.
        let world = try world(relations: relations) { _ in .json(#"{"event_id":"$r"}"#) }
        let removal = try world.result { try await $0.annotate(Self.outgoing(false)) }
        let again = try world.result { try await $0.annotate(Self.outgoing(true, "r2")) }
        #expect(removal.kind == Self.outgoing(false).kind && again.kind == Self.outgoing(true).kind)
        #expect(again.number > removal.number)
    }

    private func redacted(_ world: TransportFixture) -> [String] {
        world.http.calls.filter { $0.path.contains("redact") }.map { $0.path[4] }
    }

    @Test func `taking back a reaction deletes none of other people and none with another text`() throws {
        let relations = [
            reaction("$a", to: "$2"), reaction("$b", to: "$2", by: me), reaction("$c", to: "$2", "🎉", by: me),
            reaction("$d", to: "$other", by: me),
        ]
        let world = try world(relations: relations.joined(separator: ",")) { _ in .json("{}") }
        _ = try world.result { try await $0.annotate(Self.outgoing(false)) }
        #expect(redacted(world) == ["$b"])
    }

    @Test func `taking back a reaction deletes the events of all devices that set it`() throws {
        let timeline =
            "\(text(2)),\(reaction("$a", to: "$2", by: me)),\(reaction("$b", to: "$2", by: me)),\(reaction("$c", to: "$2"))"
        let world = try world(timeline: timeline) { _ in .json("{}") }
        let unset = try world.result { try await $0.annotate(Self.outgoing(false)) }
        #expect(redacted(world) == ["$a", "$b"] && unset.kind == Self.outgoing(false).kind)
        // A repetition is the same request, and two deletions are not.
        #expect(
            world.http.calls.filter { $0.path.contains("redact") }.map(\.path.last) == ["unreact-$a", "unreact-$b"]
        )
    }

    @Test func `reactions that look equal are one, and taken back together`() async throws {
        try await apply(text(1), since: nil)
        let updates = try await apply("\(reaction("$r1", to: "$1", "❤")),\(reaction("$r2", to: "$1", "❤\u{FE0F}"))")
        #expect(states(updates) == Array(repeating: "contact ❤\u{FE0F} true $1", count: 2))
        #expect(try await states(apply(redaction(of: "$r1"))) == ["contact ❤\u{FE0F} true $1"])
        #expect(try await states(apply(redaction(of: "$r2"))) == ["contact ❤\u{FE0F} false $1"])
    }

    @Test(arguments: [("👍", "👍\u{FE0F}"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("🎉", "🎉"), ("👍🏽", "👍🏽"), ("ok", "ok")])
    func `a reaction is sent with the sign that other clients send`(_ text: String, _ key: String) {
        #expect(ReactionKey.of(text).utf8.elementsEqual(key.utf8))
    }
}
