import ChatTypes
import HTTPClient
import SimulationKit
import Testing
import Transport

@testable import MatrixTransport

/// Messages for a room that may have been encrypted unnoticed.
@Suite struct EncryptionTests {
    private static let message = OutgoingMessage(id: MessageID("new"), chat: room, text: "Hello")
    private static let asking = "GET v3/rooms/!room:test/state/m.room.encryption"

    /// The kinds of requests that send content.
    private static let deeds: [String: @Sendable (MatrixTransport) async throws -> Void] = [
        "message": { _ = try await $0.send(Self.message) },
        "edit": {
            _ = try await $0.annotate(
                OutgoingAnnotation(id: MessageID("e"), of: MessageID("born"), in: room, kind: .edit(text: "better"))
            )
        },
        "file": {
            let file = OutgoingFile(id: Self.message.id, chat: room, name: "a", type: "a/b", byteCount: 1, digest: "")
            _ = try await $0.upload(file) { _, _ in [7] }
        },
    ]

    /// A homeserver that holds each poll until there are events, or for its timeout and `delay`.
    private func world(_ news: SyncFake, delay: Duration = .zero) throws -> TransportFixture {
        let world = try TransportFixture()
        let clock = world.executor.clock
        world.http.answer = { call in
            switch call.path.dropFirst(3).first {
            case "send": return .json(#"{"event_id":"$e"}"#)
            case "event": return .json(text(2, by: me, own: "born"))
            default: guard call.isSync else { return .json(#"{"content_uri":"mxc://test/abc"}"#) }
            }
            guard call.isLongPoll, let timeout = Int(call.query["timeout"] ?? "") else {
                return try await news.answer(call)
            }
            return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                group.addTask { try await news.answer(call) }
                group.addTask {
                    try await clock.sleep(for: .milliseconds(timeout) + delay)
                    return .json(#"{"next_batch":"\#(call.query["since"] ?? "")"}"#)
                }
                defer { group.cancelAll() }
                return try await group.next().unwrapped()
            }
        }
        return world
    }

    /// A transport that knows the room from an earlier process and has not synced yet.
    private func deafWorld() throws -> TransportFixture {
        let world = try world(SyncFake([:]))
        let known = answer("1", text(2, by: me, own: "born"), state: adasRoomState)
        _ = try world.result { _ in try await world.ledger.apply(syncAnswer(known), since: nil) }
        return world
    }

    /// A transport that is up to date.
    private func liveWorld(_ news: SyncFake, delay: Duration = .zero) throws -> TransportFixture {
        let world = try world(news, delay: delay)
        try world.start()
        world.run(.seconds(1))
        return world
    }

    private func send(_ number: Int, in world: TransportFixture) throws {
        let message = OutgoingMessage(id: MessageID("new \(number)"), chat: room, text: "Hello")
        _ = #expect(throws: ServiceError.self) { try world.result { try await $0.send(message) } }
    }

    private func askingCount(_ world: TransportFixture) -> Int { world.http.lines.count { $0 == Self.asking } }
    private func isWritten(_ world: TransportFixture) -> Bool {
        world.http.calls.contains { $0.method != .get && !$0.path.contains("join") }
    }

    @Test(arguments: ["message", "edit", "file"])
    func `before the first sync, messages go to unencrypted rooms only`(_ kind: String) throws {
        for isEncrypted in [false, true] {
            let world = try deafWorld()
            if isEncrypted { world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2"}"#) } }
            let deed = try Self.deeds[kind].unwrapped()
            let result = Result { try world.result(deed) }
            #expect(isWritten(world) == !isEncrypted)
            #expect(askingCount(world) == 1)
            guard isEncrypted else { continue }
            #expect(throws: ServiceError.encrypted) { try result.get() }
            #expect(throws: ServiceError.encrypted) { try world.result(deed) }
            #expect(askingCount(world) == 1, "what is known is not asked for again")
        }
    }

    @Test func `a room unknown to the ledger is refused if it is encrypted`() throws {
        let world = try world(SyncFake([:]))
        world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2"}"#) }
        #expect(throws: ServiceError.encrypted) { try world.result { try await $0.send(Self.message) } }
        #expect(!isWritten(world))
    }

    @Test(arguments: ["message", "edit", "file"])
    func `without an answer about encryption nothing is sent, and it is tried again`(
        _ kind: String
    ) throws {
        let answers: [HTTPFake.Answer] = [
            { _ in .failure(502, "") }, { _ in .failure(404, "") }, { _ in .json("{}") },
            { _ in .failure(429, "M_LIMIT_EXCEEDED") },
            { _ in throw HTTPError(.connectionLost, host: "test", mayHaveReachedServer: true) },
        ]
        for answer in answers {
            let world = try deafWorld()
            let encryption = world.http.encryption
            world.http.encryption = answer
            let deed = try Self.deeds[kind].unwrapped()
            let error = #expect(throws: ServiceError.self) { try world.result(deed) }
            #expect(error?.isTemporary == true && !isWritten(world))
            world.http.encryption = encryption
            _ = try? world.result(deed)
            #expect(isWritten(world))
        }
    }

    @Test func `while sync is up to date, no request asks about encryption`() throws {
        let world = try liveWorld(SyncFake(["": answer("1", state: adasRoomState)]))
        for number in 1...10 {
            try send(number, in: world)
            world.run(.seconds(61))
        }
        #expect(isWritten(world) && askingCount(world) == 0)
    }

    @Test func `once sync is stalled, each message asks about encryption until a response`() throws {
        let news = SyncFake(["": answer("1", state: adasRoomState)])
        let world = try liveWorld(news, delay: .seconds(1000))
        try send(1, in: world)
        #expect(askingCount(world) == 0)
        world.run(.seconds(35))
        try send(2, in: world)
        try send(3, in: world)
        #expect(askingCount(world) == 2)
        news.add(answer("2"), since: "1")
        world.run(.seconds(1))
        try send(4, in: world)
        #expect(askingCount(world) == 3, "that answer may be as old as its question")
        news.add(answer("3"), since: "2")
        world.run(.seconds(1))
        try send(5, in: world)
        #expect(askingCount(world) == 3)
    }

    @Test func `a response that is not stored yet does not count as known`() throws {
        let news = SyncFake(["": answer("1", text(1), state: adasRoomState)])
        let world = try liveWorld(news)
        let (answer, clock) = (world.http.answer, world.executor.clock)
        world.http.answer = { call in
            if call.path.contains("messages") { try await clock.sleep(for: .seconds(9)) }
            return try await answer(call)
        }
        let encrypted = "\(state("m.room.encryption", "{}")),\(replacement(of: "$1", "new"))"
        news.add(MatrixTransportTests.answer("2", encrypted, limited: "t"), since: "1")
        world.run(.seconds(1))
        world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2"}"#) }
        #expect(throws: ServiceError.encrypted) { try world.result { try await $0.send(Self.message) } }
        #expect(!isWritten(world) && askingCount(world) == 1)
    }

    @Test func `a new connection knows nothing before its first response`() throws {
        let news = SyncFake(["": answer("1", state: adasRoomState)])
        let world = try world(news)
        let connection = world.begin { try? await $0.receive { _ in } }
        world.run(.seconds(1))
        _ = try world.sync()
        connection.cancel()
        world.run(.seconds(1))
        world.receive()
        world.run(.seconds(1))
        try send(1, in: world)
        #expect(askingCount(world) == 1)
        _ = try world.sync(since: "1")
        try send(2, in: world)
        #expect(askingCount(world) == 1)
    }

    @Test func `with an initial sync in parts, encryption is requested until a poll has followed`() throws {
        let news = SyncFake(["": #"{"next_batch":"1"}"#])
        let world = try world(news)
        world.http.intercept { call in
            if call.path == ["versions"] {
                return .json(#"{"unstable_features":{"org.matrix.simplified_msc3575":true}}"#)
            }
            guard call.path.contains("org.matrix.simplified_msc3575") else { return nil }
            let part = #"{"initial":true,"required_state":[\#(adasRoomState)],"timeline":[\#(text(1))]}"#
            return .json(#"{"pos":"p","lists":{"all":{"count":1}},"rooms":{"\#(room)":\#(part)}}"#)
        }
        for life in 1...2 {
            let connection = world.begin { try? await $0.receive { _ in } }
            world.run(.seconds(1))
            _ = try world.sync()
            try send(2 * life, in: world)
            #expect(askingCount(world) == life)
            world.run(.seconds(31))
            try send(2 * life + 1, in: world)
            #expect(askingCount(world) == life)
            connection.cancel()
            world.run(.seconds(1))
        }
    }

    @Test func `encryption that arrives while a message waits keeps it from leaving in the clear`() throws {
        let news = SyncFake(["": answer("1", text(1), state: adasRoomState)])
        let world = try liveWorld(news)
        _ = try world.result { _ in
            try await world.ledger.write { try $0.outgoing.beginAttempt(at: Self.message.id) }
        }
        let (answer, clock) = (world.http.answer, world.executor.clock)
        world.http.answer = { call in
            // An earlier process may have sent it, so it is looked for.
            guard call.path.contains("messages") else { return try await answer(call) }
            let encryption = state("m.room.encryption", #"{"algorithm":"m.megolm.v1.aes-sha2"}"#)
            news.add(MatrixTransportTests.answer("2", encryption), since: "1")
            try await clock.sleep(for: .seconds(3))
            return .json(#"{"chunk":[]}"#)
        }
        let error = #expect(throws: ServiceError.self) { try world.result { try await $0.send(Self.message) } }
        #expect(error?.isTemporary == true && !isWritten(world))
    }

    @Test func `a rejoined room is asked about encryption until sync has brought it`() throws {
        let news = SyncFake(["": answer("1", text(1), state: adasRoomState)])
        let world = try liveWorld(news)
        news.add(#"{"next_batch":"2","rooms":{"leave":{"\#(room)":{}}}}"#, since: "1")
        world.run(.seconds(1))
        try world.result { try await $0.setMembership(.join, in: room) }
        world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2"}"#) }
        #expect(throws: ServiceError.encrypted) { try world.result { try await $0.send(Self.message) } }
        #expect(!isWritten(world))
    }
}
