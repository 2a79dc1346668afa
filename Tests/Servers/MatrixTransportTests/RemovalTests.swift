import ChatStore
import ChatTypes
import HTTPClient
import SQLiteKit
import Testing
import Transport

@testable import MatrixTransport

@Suite struct RemovalTests {
    private func redaction(of event: String, by sender: ContactID = ada, inContent: Bool = false) -> String {
        let redacts = #""redacts":"\#(event)""#
        return """
            {"type":"m.room.redaction","event_id":"$r-\(event)","sender":"\(sender)","origin_server_ts":9000,\
            \(inContent ? #""content":{\#(redacts)}"# : #"\#(redacts),"content":{}"#)}
            """
    }

    @Test(arguments: [false, true]) func `a redacted message is deleted by its author`(inContent: Bool) async throws {
        let ledger = try Folder().open()
        let first = try syncAnswer(answer("1", "\(text(1)),\(text(2, by: me, own: "born"))", state: adasRoomState))
        _ = try await ledger.apply(first, since: nil)
        let redactions = [redaction(of: "$1", inContent: inContent), redaction(of: "$2", by: me, inContent: inContent)]
        let second = try syncAnswer(answer("2", redactions.joined(separator: ",")))
        let updates = try await ledger.apply(second, since: "1")
        #expect(updates.flatMap(\.messages).isEmpty)
        #expect(
            updates.flatMap(\.annotations) == [
                Annotation(author: .contact, message: MessageID("$1"), kind: .deletion),
                Annotation(author: .me, message: MessageID("born"), kind: .deletion),
            ]
        )
    }

    @Test func `a message redacted by another user is deleted for its author`() async throws {
        let ledger = try Folder().open()
        let first = try syncAnswer(answer("1", "\(text(1)),\(text(2, by: me))", state: adasRoomState))
        _ = try await ledger.apply(first, since: nil)
        let second = try syncAnswer(answer("2", "\(redaction(of: "$1", by: me)),\(redaction(of: "$2"))"))
        let updates = try await ledger.apply(second, since: "1")
        #expect(
            updates.flatMap(\.annotations) == [
                Annotation(author: .contact, message: MessageID("$1"), kind: .deletion),
                Annotation(author: .me, message: MessageID("$2"), kind: .deletion),
            ]
        )
    }

    @Test func `a message redacted before it arrived has no content`() async throws {
        let ledger = try Folder().open()
        let gone = #"{"type":"m.room.message","event_id":"$1","sender":"@ada:test","origin_server_ts":1,"content":{}}"#
        let news = try syncAnswer(answer("1", "\(gone),\(redaction(of: "$0"))", state: adasRoomState))
        let updates = try await ledger.apply(news, since: nil)
        #expect(updates.flatMap(\.messages).map(\.isDeleted) == [true])
        #expect(updates.flatMap(\.annotations).isEmpty)
    }

    @Test func `a message redacted while its page is fetched is deleted`() async throws {
        let ledger = try Folder().open()
        let first = answer("1", text(9), limited: "t", state: adasRoomState)
        let nine = try await ledger.apply(syncAnswer(first), since: nil).flatMap(\.messages).first.unwrapped()
        // The page was sent before and is stored afterwards.
        _ = try await ledger.apply(syncAnswer(answer("2", redaction(of: "$8"))), since: "1")
        let page = try await ledger.apply(
            page: RoomEvent.list(json("[\(text(8)),\(fileEvent(7)),\(text(6, by: me, own: "born"))]")),
            before: nine.position.rawValue,
            end: nil,
            in: try await ledger.read { try $0.rooms.room(room) }.unwrapped().key
        )
        #expect(page.messages.map(\.isDeleted) == [false, false, true])
        #expect(page.messages.map(\.text) == ["text 6", "", ""])
    }

    @Test func `without a known author, the redacting user counts as the author`() async throws {
        let folder = try Folder()
        let old = try folder.open()
        let first = try syncAnswer(answer("1", text(1), state: adasRoomState))
        _ = try await old.apply(first, since: nil)
        // As after the migration of version 1.
        try folder.execute("UPDATE event SET mine = NULL")
        let updates = try await old.apply(syncAnswer(answer("2", redaction(of: "$1"))), since: "1")
        #expect(
            updates.flatMap(\.annotations) == [Annotation(author: .contact, message: MessageID("$1"), kind: .deletion)]
        )
    }

    @Test func `a redaction on a page deletes its message wherever it is`() throws {
        let world = try TransportFixture()
        world.http.answer = { _ in .json(answer("1", text(1), state: adasRoomState)) }
        _ = try world.sync()
        world.http.answer = { _ in .json(answer("2", text(9), limited: "t")) }
        let nine = try world.sync(since: "1").updates.flatMap(\.messages).first.unwrapped()
        let redaction = redaction(of: "$1")
        world.http.answer = { call in
            let isAskedFor = call.query["filter"]?.contains("m.room.redaction") ?? false
            return .json(#"{"chunk":[\#(text(8))\#(isAskedFor ? ",\(redaction)" : "")],"end":"v"}"#)
        }
        let cursor = try nine.predecessor.unwrapped().cursor
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.text) == ["text 8"])
        #expect(page.annotations == [Annotation(author: .contact, message: MessageID("$1"), kind: .deletion)])
    }

    @Test func `a moderator's redaction deletes, ignored or not, in sync and on pages`() async throws {
        let ledger = try Folder().open()
        let data = #"{"type":"m.ignored_user_list","content":{"ignored_users":{"@bob:test":{}}}}"#
        let ignoring = try syncAnswer(#"{"next_batch":"0","account_data":{"events":[\#(data)]}}"#)
        _ = try await ledger.apply(ignoring, since: nil)
        let first = try syncAnswer(answer("1", texts(1...2), state: adasRoomState))
        _ = try await ledger.apply(first, since: "0")
        let second = try syncAnswer(answer("2", "\(redaction(of: "$1", by: bob)),\(text(9))", limited: "t"))
        let news = try await ledger.apply(second, since: "1")
        #expect(
            news.flatMap(\.annotations) == [Annotation(author: .contact, message: MessageID("$1"), kind: .deletion)]
        )
        let (key, place) = (
            try await ledger.read { try $0.rooms.room(room) }.unwrapped().key,
            try await ledger.places(in: room)[MessageID("$9")]
        )
        let events = "\(text(7, by: bob)),\(replacement(of: "$2", "odd", by: bob)),\(redaction(of: "$2", by: bob))"
        let page = try await ledger.apply(
            page: RoomEvent.list(json("[\(events)]")),
            before: place.unwrapped().rawValue,
            end: nil,
            in: key
        )
        #expect(page.annotations == [Annotation(author: .contact, message: MessageID("$2"), kind: .deletion)])
        #expect(page.messages.isEmpty)
    }

    @Test func `deleting a message redacts its event under one transaction id`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", state: adasRoomState)]))
        world.http.answer = { $0.isSync ? try await news.answer($0) : .json("{}") }
        try world.start()
        news.add(answer("2", text(2, by: me, own: "born")), since: "1")
        world.run(.seconds(1))
        for _ in 1...2 { _ = try world.result { try await $0.annotate(.deletion(of: MessageID("born"), in: room)) } }
        let lines = world.http.lines.filter { $0.contains("redact") }
        #expect(lines == Array(repeating: "PUT v3/rooms/!room:test/redact/$2/unsend-born", count: 2))
    }

    @Test func `a message with a late echo is deleted by the id in its response, even after a restart`() throws {
        let folder = try Folder()
        for isFirst in [true, false] {
            let (world, news) = (try TransportFixture(in: folder), SyncFake(["": answer("1", state: adasRoomState)]))
            world.http.follow(news) { call in .json(call.path.contains("send") ? #"{"event_id":"$2"}"# : "{}") }
            _ = try world.sync()
            if isFirst {
                let message = OutgoingMessage(id: MessageID("born"), chat: room, text: "Hello")
                #expect(throws: ServiceError.self) { try world.result { try await $0.send(message) } }
            }
            _ = try world.result { try await $0.annotate(.deletion(of: MessageID("born"), in: room)) }
            #expect(world.http.lines.contains("PUT v3/rooms/!room:test/redact/$2/unsend-born"))
        }
    }

    /// A transport that does not know a message, and a room with the newest events `newest`.
    private func worldWithoutEcho(newest: String) throws -> TransportFixture {
        let world = try TransportFixture()
        world.http.answer = { call in
            if call.isSync { return .json(answer("1", state: adasRoomState)) }
            return .json(call.path.contains("messages") ? #"{"chunk":[\#(newest)]}"# : #"{"event_id":"$r"}"#)
        }
        _ = try world.sync()
        return world
    }

    @Test func `a message without a response is found among the newest and deleted`() throws {
        let world = try worldWithoutEcho(newest: "\(text(3)),\(text(2, by: me, own: "born")),\(text(1))")
        _ = try world.result { try await $0.annotate(.deletion(of: MessageID("born"), in: room)) }
        #expect(world.http.lines.contains("PUT v3/rooms/!room:test/redact/$2/unsend-born"))
        #expect(world.http.calls.first { $0.path.contains("messages") }?.query["from"] == nil)
    }

    @Test func `deleting an unconfirmed message in a former room waits for the return`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", state: adasRoomState)]))
        news.add(#"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#, since: "1")
        world.http.follow(news) { call in call.path.contains("messages") ? .failure(403, "M_FORBIDDEN") : .json("{}") }
        _ = try world.sync()
        _ = try world.sync(since: "1")
        let error = #expect(throws: ServiceError.self) {
            _ = try world.result { try await $0.annotate(.deletion(of: MessageID("born"), in: room)) }
        }
        guard case .refused(.notMember, _)? = error else { throw Missing() }
    }

    @Test func `a message unknown to the homeserver is not deleted, edited or read by another id`() throws {
        let world = try worldWithoutEcho(newest: "\(text(2, own: "born")),\(text(1, by: me))")
        let edit = OutgoingAnnotation(id: MessageID("e"), of: MessageID("born"), in: room, kind: .edit(text: "better"))
        let deeds: [@Sendable (MatrixTransport) async throws -> Void] = [
            { try await $0.annotate(.deletion(of: MessageID("born"), in: room)) }, { _ = try await $0.annotate(edit) },
            { try await $0.markRead(room, upTo: MessageID("born")) },
        ]
        for (deed, when) in zip(deeds, ["", "", " yet"]) {
            #expect(throws: ServiceError.refused(.unknownMessage, text: "The server has no such message\(when)")) {
                try world.result { try await deed($0) }
            }
        }
        #expect(world.http.calls.allSatisfy { $0.method == .get })
    }

    @Test func `deleting a message that was just sent waits for its event id`() throws {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", state: adasRoomState)]))
        world.http.answer = { $0.isSync ? try await news.answer($0) : .json("{}") }
        try world.start()
        world.begin { _ = try? await $0.annotate(.deletion(of: MessageID("born"), in: room)) }
        world.run(.seconds(1))
        #expect(!world.http.lines.contains { $0.contains("redact") })
        news.add(answer("2", text(2, by: me, own: "born")), since: "1")
        world.run(.seconds(1))
        #expect(world.http.lines.contains("PUT v3/rooms/!room:test/redact/$2/unsend-born"))
    }
}
