import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Requests that come while another verification goes on.
@Suite struct WaitingRequestTests {
    private let fixture: MachineFixture
    private let machine: EncryptionMachine

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        try await machine.track(["@bob:test", "@eve:test", "@carol:test"])
        let (query, _) = try #require(await machine.query())
        let lists = try ["@bob:test", "@eve:test", "@carol:test"].map { user in
            let keys = DeviceKeys(user: user, device: "PHONE", signing: try SigningKey(), identity: try AgreementKey())
            return JSONText.Member(name: user, value: ["PHONE": keys.published])
        }
        try await machine.acceptQuery(
            try JSONText.object([.init(name: "device_keys", value: .object(lists))]).parsed,
            to: query
        )
    }

    private func send(_ name: String, from user: String, _ transaction: String, _ more: JSONText = [:]) async throws {
        let content = more.with("transaction_id", .string(transaction))
        let event: JSONText = [
            "type": .string("m.key.verification.\(name)"), "sender": .string(user), "content": content,
        ]
        try await machine.receive([event], since: nil, next: UUID().uuidString)
    }

    private func ask(_ user: String, _ transaction: String = "t", methods: JSONText = ["m.sas.v1"]) async throws {
        let content: JSONText = [
            "from_device": "PHONE", "methods": methods, "timestamp": .integer(1_800_000_000_000),
        ]
        try await send("request", from: user, transaction, content)
    }

    private var users: [String] { get async { await machine.verifications.map(\.user) } }

    /// Returns the messages that wait to be sent, and takes them away.
    private func sent() async throws -> [String] {
        var sent: [String] = []
        while let (id, type, body) = try await machine.nextShare(in: EncryptionMachine.noRoom) {
            for user in ["@bob:test", "@eve:test", "@carol:test"] where body["messages"]?[user] != nil {
                sent.append("\(type.dropFirst("m.key.verification.".count)) to \(user)")
            }
            try await machine.confirmShare(id)
        }
        return sent
    }

    @Test func `another person's request waits beside the one that is shown, also with the same id`() async throws {
        try await ask("@bob:test")
        let shown = try #require(await machine.verifications.first)
        try await ask("@eve:test")
        #expect(await users == ["@bob:test", "@eve:test"])
        #expect(await machine.verifications.first == shown)
        #expect(await Set(machine.verifications.map(\.number)).count == 2)
        #expect(try await machine.acceptVerification())
        #expect(try await sent() == ["ready to @bob:test"])
    }

    @Test func `an answer to a verification that is over does nothing to the next one`() async throws {
        try await ask("@bob:test")
        let shown = try #require(await machine.currentVerification)
        try await send("cancel", from: "@bob:test", "t", ["code": "m.user"])
        try await ask("@eve:test")
        #expect(await machine.currentVerification?.user == "@eve:test")
        #expect(try await !machine.acceptVerification(shown.number))
        try await machine.cancelVerification(.user, shown.number)
        #expect(await machine.currentVerification?.stage == .asked)
        #expect(try await sent() == [])
    }

    @Test func `a request that comes while emoji are compared waits, and is told nothing`() async throws {
        try await ask("@bob:test")
        #expect(try await machine.acceptVerification())
        _ = try await sent()
        try await ask("@eve:test")
        #expect(await users == ["@bob:test", "@eve:test"])
        #expect(try await sent() == [])
        try await machine.cancelVerification(.user)
        #expect(try await machine.showNextRequest())
        #expect(await users == ["@eve:test"])
        #expect(await machine.currentVerification?.stage == .asked)
        #expect(try await !machine.showNextRequest())
    }

    @Test func `a person's own request is accepted by name, and the one before waits`() async throws {
        for user in ["@bob:test", "@eve:test", "@carol:test"] { try await ask(user) }
        let number = try #require(try await machine.showRequest(of: "@carol:test"))
        #expect(await users == ["@carol:test", "@bob:test", "@eve:test"])
        #expect(await machine.currentVerification?.number == number)
        #expect(try await machine.showRequest(of: "@carol:test") == number, "it is shown already")
        #expect(await users == ["@carol:test", "@bob:test", "@eve:test"])
        #expect(try await machine.showRequest(of: "@dave:test") == nil)
    }

    @Test func `a verification that the user begins does not refuse requests`() async throws {
        try await ask("@eve:test")
        #expect(try await machine.verify("@bob:test"))
        #expect(await users == ["@bob:test", "@eve:test"])
        #expect(try await sent() == ["request to @bob:test"])
    }

    @Test func `a request that waits goes with its cancellation, with time, and with a newer one`() async throws {
        for user in ["@bob:test", "@eve:test", "@carol:test"] { try await ask(user) }
        try await send("cancel", from: "@eve:test", "t", ["code": "m.user"])
        #expect(await users == ["@bob:test", "@carol:test"])
        #expect(await machine.currentVerification?.stage == .asked, "Bob's has the same id")
        try await ask("@carol:test", "u")
        #expect(await users == ["@bob:test", "@carol:test"])
        fixture.advance(seconds: 600)
        try await machine.expireVerification()
        #expect(await users == ["@bob:test"])
    }

    @Test func `a request in a room that another device of the account answers waits no more`() async throws {
        try await ask("@bob:test")
        func receive(_ type: String, _ content: JSONText, from user: String, as id: String) async throws {
            let event = (id: id, time: Int64(1_800_000_000_000))
            try await machine.receiveRoomVerification(type, content.parsed, event: event, from: user, in: "!room:test")
        }
        let request: JSONText = [
            "msgtype": "m.key.verification.request", "from_device": "PHONE", "methods": ["m.sas.v1"], "to": "@ann:test",
        ]
        try await receive("m.room.message", request, from: "@eve:test", as: "$1")
        #expect(await users == ["@bob:test", "@eve:test"])
        let relation: JSONText = ["rel_type": "m.reference", "event_id": "$1"]
        let ready: JSONText = ["from_device": "TABLET", "methods": ["m.sas.v1"], "m.relates_to": relation]
        try await receive("m.key.verification.ready", ready, from: "@ann:test", as: "$2")
        #expect(await users == ["@bob:test"])
    }

    @Test func `ten requests wait at most, one of each person`() async throws {
        let users = (0..<20).map { "@u\($0):test" }
        try await machine.track(users.map { ContactID($0) })
        for _ in 0..<2 { for user in users { try await ask(user, UUID().uuidString) } }
        #expect(await machine.verifications.count == 11)
    }

    @Test func `a request of a person without a shared room counts only while they are the one looked up last`()
        async throws
    {
        for user in ["@dan:test", "@fay:test"] as [ContactID] {
            let (query, _) = try #require(await machine.query(of: user))
            try await machine.acceptQuery(try (["device_keys": [:]] as JSONText).parsed, to: query)
        }
        for user in ["@dan:test", "@fay:test", "@gus:test"] { try await ask(user) }
        #expect(await users == ["@fay:test"])
    }

    @Test func `a request without emoji is left to the account's other devices, if there are any`() async throws {
        let keys = DeviceKeys(
            user: "@ann:test",
            device: "TABLET",
            signing: try SigningKey(),
            identity: try AgreementKey()
        )
        let (query, _) = try #require(await machine.query())
        let list: JSONText = ["device_keys": ["@ann:test": ["TABLET": keys.published]]]
        try await machine.acceptQuery(list.parsed, to: query)
        try await ask("@bob:test", methods: ["m.qr_code.show.v1"])
        #expect(await machine.currentVerification == nil)
        #expect(try await machine.nextShare(in: EncryptionMachine.noRoom) == nil)
    }

    @Test(arguments: [["m.qr_code.show.v1", "m.reciprocate.v1"], []] as [[JSONText]])
    func `a request without emoji is answered that the method is unknown`(_ methods: [JSONText]) async throws {
        try await ask("@bob:test", methods: .array(methods))
        #expect(await machine.currentVerification == nil)
        let (_, type, body) = try #require(try await machine.nextShare(in: EncryptionMachine.noRoom))
        #expect(type == "m.key.verification.cancel")
        #expect(body["messages"]?["@bob:test"]?["PHONE"]?["code"] == "m.unknown_method")
    }

    @Test func `of a person's many requests without emoji, one is answered until the answer was sent`() async throws {
        for number in 0..<200 { try await ask("@bob:test", "t\(number)", methods: []) }
        try await ask("@eve:test", methods: [])
        #expect(try await sent() == ["cancel to @bob:test", "cancel to @eve:test"])
        try await ask("@bob:test", "again", methods: [])
        #expect(try await sent() == ["cancel to @bob:test"])
    }

    @Test func `of a person's many requests without emoji in rooms, one is answered until the answer was sent`()
        async throws
    {
        func ask(_ id: String, in room: String = "!room:test") async throws {
            let request: JSONText = [
                "msgtype": "m.key.verification.request", "from_device": "PHONE", "methods": [], "to": "@ann:test",
            ]
            let event = (id: id, time: Int64(1_800_000_000_000))
            try await machine.receiveRoomVerification(
                "m.room.message",
                request.parsed,
                event: event,
                from: "@bob:test",
                in: room
            )
        }
        for number in 0..<200 { try await ask("$\(number)") }
        try await ask("$other", in: "!other:test")
        let answers = await machine.roomMessages
        #expect(answers.map { $0.message.type } == ["m.key.verification.cancel"])
        let (id, _) = try #require(answers.first)
        await machine.confirmRoomMessage(id, event: "$answer")
        try await ask("$again")
        #expect(await machine.roomMessages.count == 1)
    }
}
