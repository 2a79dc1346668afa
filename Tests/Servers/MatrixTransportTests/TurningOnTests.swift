import ChatTypes
import HTTPClient
import JSONKit
import Testing
import Transport

@testable import MatrixTransport

/// Encrypting a room that exists.
@Suite struct TurningOnTests {
    private static let request = "PUT v3/rooms/!room:test/state/m.room.encryption"

    private let world: TransportFixture

    init() throws { world = try Self.world(adasRoomState) }

    private static func world(_ state: String) throws -> TransportFixture {
        let world = try TransportFixture(isEncrypting: true)
        let known = MatrixTransportTests.answer("1", text(2), state: state)
        _ = try world.result { _ in try await world.ledger.apply(syncAnswer(known), since: nil) }
        return world
    }

    private func refusal(in world: TransportFixture? = nil) -> ServiceError? {
        do {
            try (world ?? self.world).result { try await $0.encryptionService?.change(.encrypt, in: room) }
            return nil
        } catch { return error as? ServiceError }
    }

    private func isEncrypted(in world: TransportFixture? = nil) throws -> Bool {
        let ledger = (world ?? self.world).ledger
        return try self.world.result { _ in try await ledger.read { try $0.rooms.isEncrypted(room) } }
    }

    private func answer(_ response: HTTPResponse) {
        world.http.answer = { call in call.line == Self.request ? response : .json("{}") }
    }

    private var requests: [Call] { world.http.calls.filter { $0.line == Self.request } }

    @Test func `the state is set, and the ledger has it before the homeserver answers`() throws {
        let (ledger, before) = (world.ledger, Recorder<Bool>())
        world.http.answer = { call in
            if call.line == Self.request { before.record(try await ledger.read { try $0.rooms.isEncrypted(room) }) }
            return .json("{}")
        }
        #expect(try !isEncrypted())
        #expect(refusal() == nil)
        #expect(requests.map { $0.body?["algorithm"]?.string } == ["m.megolm.v1.aes-sha2"])
        #expect(try before.all == [true] && isEncrypted())
    }

    @Test func `after a lost answer nothing leaves in the clear, and another attempt asks again`() throws {
        answer(.failure(502, ""))
        let unconfirmed = """
            What you write here is encrypted from now on, but the server has not confirmed it: encrypt the chat again
            """
        #expect(refusal() == .refused(.notConfirmed, text: unconfirmed))
        #expect(try isEncrypted())
        answer(.failure(403, "M_FORBIDDEN"))
        let text = "Your role does not allow you to encrypt this chat; what you write here is encrypted all the same"
        #expect(refusal() == .refused(.notAllowed, text: text))
        #expect(try isEncrypted(), "the user was told so")
        answer(.json("{}"))
        #expect(refusal() == nil)
        #expect(try requests.count == 3 && isEncrypted())
        let message = OutgoingMessage(id: MessageID("new"), chat: room, text: "a secret")
        _ = try? world.result { try await $0.send(message) }
        #expect(!world.http.lines.contains { $0.contains("m.room.message") })
    }

    @Test func `a refusal of the first attempt leaves the room as it was`() throws {
        answer(.failure(403, "M_FORBIDDEN"))
        #expect(refusal() == .refused(.notAllowed, text: "Your role does not allow you to encrypt this chat"))
        #expect(try !isEncrypted())
        answer(.failure(400, "M_BAD_JSON"))
        #expect(refusal() == .refused(RefusalCode(rawValue: "M_BAD_JSON"), text: "said M_BAD_JSON"))
        #expect(try !isEncrypted())
    }

    @Test func `a room that sync says is encrypted stays so after a refusal`() throws {
        let (ledger, news) = (world.ledger, MatrixTransportTests.answer("2", state("m.room.encryption", "{}")))
        world.http.answer = { call in
            if call.line == Self.request { _ = try await ledger.apply(syncAnswer(news), since: "1") }
            return .failure(403, "M_FORBIDDEN")
        }
        #expect(refusal() != nil)
        #expect(try isEncrypted())
    }

    @Test func `a room that is encrypted keeps its settings`() throws {
        world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_msgs":7}"#) }
        #expect(refusal() == .refused(.alreadyEncrypted, text: "This chat is encrypted already"))
        #expect(try requests.isEmpty && isEncrypted())
    }

    @Test func `without the power level, or outside the room, nothing is requested`() throws {
        let levels = #"{"users":{"@ada:test":100,"@me:test":50},"events":{"m.room.encryption":100}}"#
        let powerless = try Self.world("\(adasRoomState),\(state("m.room.power_levels", levels))")
        #expect(
            refusal(in: powerless)
                == .refused(.notAllowed, text: "Your role does not allow you to encrypt this chat")
        )
        let left = try Self.world(adasRoomState)
        _ = try left.result { _ in
            let answer = #"{"next_batch":"2","rooms":{"leave":{"!room:test":{}}}}"#
            return try await left.ledger.apply(syncAnswer(answer), since: "1")
        }
        let text = "You are not in this chat: join before you encrypt it"
        #expect(refusal(in: left) == .refused(.notMember, text: text))
        let invited = try TransportFixture(isEncrypting: true)
        let invitation = state("m.room.member", key: me.rawValue, #"{"membership":"invite"}"#)
        let invite = #"{"next_batch":"1","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(invitation)]}}}}}"#
        _ = try invited.result { _ in try await invited.ledger.apply(syncAnswer(invite), since: nil) }
        #expect(refusal(in: invited) == .refused(.notMember, text: text))
        for world in [powerless, left, invited] {
            #expect(try world.http.calls.isEmpty && !isEncrypted(in: world))
        }
    }
}
