import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixCrypto
import OlmKit
import SQLiteKit
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

/// What the adapter tells of a room's encryption, with a homeserver that a test simulates.
@Suite struct EncryptedIdentityTests {
    private let world: TransportFixture
    private let server: DeviceServer

    init() throws {
        world = try TransportFixture(isEncrypting: true)
        server = try DeviceServer(world)
        world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2"}"#) }
        world.http.answer = { [server] in try server.answer($0) }
        let known = MatrixTransportTests.answer("1", text(2, by: me, own: "born"), state: adasRoomState)
        _ = try world.result { [world] _ in try await world.ledger.apply(syncAnswer(known), since: nil) }
        try setEncrypted()
    }

    private func setEncrypted() throws {
        _ = try world.result { [world] _ in try await world.ledger.write { try $0.rooms.setEncrypted(room) } }
    }

    private func encryption(devices: Int = 0) throws -> ChatEncryption? {
        try world.result { try await $0.encryptionService?.encryption(of: room, deviceLimit: devices) }
    }

    private func change(_ change: EncryptionChange) throws {
        try world.result { try await $0.encryptionService?.change(change, in: room) }
    }

    private func acknowledge() throws { try change(.acknowledge(try encryption()?.warningID ?? "")) }

    /// Takes in what a sync response has for encryption.
    private func receive(_ text: String) throws {
        let response = try JSONDocument(Array(text.utf8)).root
        let encryption = try world.transport.encryption.unwrapped()
        _ = try world.result { _ in try await encryption.receive(response, since: "1") }
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        do { try body() } catch ServiceError.refused(_, let text) { return text } catch { return "\(error)" }
        return nil
    }

    private func send() throws {
        _ = try world.result { try await $0.send(OutgoingMessage(id: MessageID("new"), chat: room, text: "x")) }
    }

    private var sentCount: Int { world.http.calls.count { $0.path.contains("send") } }

    @Test func `a room that is not encrypted, or unknown, has no encryption`() throws {
        let unknown = try world.result {
            try await $0.encryptionService?.encryption(of: ChatID("!none:test"), deviceLimit: 1)
        }
        #expect(unknown == nil)
        #expect(try encryption() == ChatEncryption())
        let plain = try TransportFixture()
        #expect(plain.transport.encryptionService == nil)
    }

    @Test func `a message that comes in the clear is marked, one from before the room was encrypted is not`() throws {
        let answer = MatrixTransportTests.answer("2", "\(text(3)),\(text(4, by: me))")
        let updates = try world.result { [world] _ in try await world.ledger.apply(syncAnswer(answer), since: "1") }
        #expect(updates.flatMap(\.messages).map(\.senderWarning) == [.unencrypted, .unencrypted])
        let warnings = try world.result {
            try await $0.encryptionService?.warnings(
                about: [MessageID("born"), MessageID("$3"), MessageID("$4")],
                in: room
            )
        }
        #expect(warnings == [MessageID("$3"): .unencrypted, MessageID("$4"): .unencrypted])
    }

    @Test func `opening a chat reads the devices of its people, and reports them`() throws {
        let reports = Recorder<Void>()
        #expect(try encryption(devices: 10)?.devices == [])
        world.begin { await $0.encryptionService?.follow(room) { reports.record(()) } }
        world.receive()
        world.run(.seconds(5))
        let devices = try encryption(devices: 10)?.devices ?? []
        #expect(devices.map(\.id) == ["A", "B"] && devices.map(\.name) == ["Ada's phone", ""])
        let owners = [ChatMember(id: .contact, name: "Ada"), ChatMember(id: .me, name: "")]
        #expect(devices.map(\.owner) == owners && devices.map(\.trust) == [.unsigned, .unsigned])
        let groups = devices.first?.fingerprint.split(separator: " ") ?? []
        #expect(groups.joined() == server.signingKey && groups.dropLast().allSatisfy { $0.count == 4 })
        let known = reports.all.count
        try receive(#"{"next_batch":"2","device_lists":{"changed":["@ada:test"]}}"#)
        world.run(.seconds(5))
        #expect(reports.all.count > known, "a list that was read again may say something else")
        let first = try encryption(devices: 1)
        #expect(first?.devices.map(\.id) == ["A"] && first?.hasMoreDevices == true)
        #expect(!reports.all.isEmpty)
        let before = reports.all.count
        try change(.setBlocked(true, device: "A"))
        world.run(.seconds(1))
        #expect(reports.all.count > before)
        #expect(try encryption(devices: 10)?.devices.map(\.trust) == [.blocked, .unsigned])
        try change(.setBlocked(false, device: "A"))
        #expect(try encryption(devices: 10)?.devices.map(\.trust) == [.unsigned, .unsigned])
        #expect(refusal { try change(.setBlocked(true, device: "Z")) } == "Nobody in this chat has the device Z")
        let none = try encryption(devices: 0)
        #expect(none?.devices == [] && none?.hasMoreDevices == false)
        let path = world.folder.url.appending(path: "crypto.sqlite").path
        try SQLiteConnection(.file(path: path), isWritable: true).execute("UPDATE device SET trust = 1")
        #expect(try encryption(devices: 10)?.devices.map(\.trust) == [.verified, .verified])
    }

    @Test(arguments: [
        (SenderDoubt.unsigned, SenderWarning.unsignedDevice), (.unknownDevice, .unknownDevice),
        (.changedIdentity, .changedIdentity), (.unprovedKey, .unprovedKey),
    ])
    func `each doubt about a sender has its warning`(_ doubt: SenderDoubt, _ warning: SenderWarning) {
        #expect(SenderWarning(doubt) == warning)
    }

    @Test(arguments: [
        (VerificationStage.confirmed, DeviceVerification.Stage.confirmed), (.done, .done),
        (.comparing(emoji: [], numbers: [1, 2, 3]), .comparing(emoji: [], numbers: [1, 2, 3])),
        (.cancelled(.mismatch, byThem: true), .cancelled(reason: "the emoji differ", isSuspicious: true)),
    ])
    func `each stage of a verification is told as it is`(_ stage: VerificationStage, _ told: DeviceVerification.Stage) {
        #expect(DeviceVerification.Stage(stage) == told)
    }

    @Test func `a device id that several people have is refused, and blocks nobody's device`() throws {
        server.showNamesake()
        world.begin { await $0.encryptionService?.follow(room) {} }
        world.receive()
        world.run(.seconds(5))
        for isBlocked in [true, false] {
            let text = refusal { try change(.setBlocked(isBlocked, device: "A")) }
            #expect(
                text?.hasPrefix("Several people have a device A") == true
                    && text?.hasSuffix("@me:test, @ada:test") == true
            )
        }
        #expect(try encryption(devices: 10)?.devices.map(\.trust) == [.unsigned, .unsigned, .unsigned])
        try change(.setBlocked(true, device: "B"))
        #expect(try encryption(devices: 10)?.devices.map(\.trust) == [.unsigned, .unsigned, .blocked])
    }

    @Test func `a new key is reported once, because it may prove who sent earlier messages`() throws {
        let reports = Recorder<Void>()
        world.begin { await $0.encryptionService?.follow(room) { reports.record(()) } }
        world.receive()
        world.run(.seconds(5))
        _ = refusal(send)
        for count in [1, 0] {
            let before = reports.all.count
            _ = try world.result { try await $0.encryption?.readWaiting() }
            world.run(.seconds(1))
            #expect(reports.all.count - before == count)
        }
    }

    @Test func `the devices of a person who joins an open chat are read, too`() throws {
        world.begin { await $0.encryptionService?.follow(room) {} }
        world.receive()
        world.run(.seconds(5))
        func isAsked(_ user: String) -> Bool {
            world.http.calls.contains { call in
                let lists = call.body?["device_keys"]?.members ?? []
                return call.path.last == "query" && lists.contains { $0.name == user }
            }
        }
        #expect(isAsked("@ada:test") && !isAsked("@eve:test"))
        let news = MatrixTransportTests.answer("2", member(ContactID("@eve:test"), "Eve"))
        _ = try world.result { [world] _ in try await world.ledger.apply(syncAnswer(news), since: "1") }
        world.run(.seconds(5))
        #expect(isAsked("@eve:test"))
    }

    @Test func `a message waits for the user to acknowledge an identity that changed`() throws {
        try? send()
        #expect(sentCount == 1)
        server.changeIdentity()
        try receive(#"{"next_batch":"2","device_lists":{"changed":["@ada:test"]}}"#)
        let count = sentCount
        let second = OutgoingMessage(id: MessageID("second"), chat: room, text: "x")
        let text = refusal { _ = try world.result { try await $0.send(second) } }
        #expect(text?.hasPrefix("The identity of @ada:test has changed") == true)
        #expect(sentCount == count)
        #expect(try encryption()?.changedPeople == [ChatMember(id: .contact, name: "Ada")])
        try acknowledge()
        #expect(try encryption()?.changedPeople == [])
        _ = try? world.result { try await $0.send(second) }
        #expect(sentCount > count)
    }

    @Test func `a device that a verified person has not signed is named until it is acknowledged`() throws {
        world.begin { await $0.encryptionService?.follow(room) {} }
        world.receive()
        world.run(.seconds(5))
        #expect(try encryption()?.unsignedDevices == [], "nobody was verified")
        let path = world.folder.url.appending(path: "crypto.sqlite").path
        func prove() throws {
            try SQLiteConnection(.file(path: path), isWritable: true).execute("UPDATE identity SET verified = master")
        }
        try prove()
        let devices = try encryption()?.unsignedDevices ?? []
        #expect(devices.map(\.id) == ["A"] && devices.map(\.owner) == [ChatMember(id: .contact, name: "Ada")])
        server.changeIdentity()
        try receive(#"{"next_batch":"2","device_lists":{"changed":["@ada:test"]}}"#)
        world.run(.seconds(5))
        #expect(try encryption()?.changedPeople.count == 1)
        try acknowledge()
        try prove()
        #expect(try encryption()?.unsignedDevices.count == 1, "the warning about the identity was shown")
        try acknowledge()
        #expect(try encryption()?.unsignedDevices == [])
    }

    @Test func `only the warning that was shown is acknowledged`() throws {
        world.begin { await $0.encryptionService?.follow(room) {} }
        world.receive()
        world.run(.seconds(5))
        let path = world.folder.url.appending(path: "crypto.sqlite").path
        func execute(_ sql: String) throws { try SQLiteConnection(.file(path: path), isWritable: true).execute(sql) }
        try execute("UPDATE identity SET verified = master")
        let devices = try encryption().unwrapped()
        server.changeIdentity()
        try receive(#"{"next_batch":"2","device_lists":{"changed":["@ada:test"]}}"#)
        world.run(.seconds(5))
        #expect(refusal { try change(.acknowledge(devices.warningID)) }?.contains("changed") == true)
        let identity = try encryption().unwrapped()
        #expect(identity.changedPeople.count == 1 && identity.warningID != devices.warningID)
        try execute("UPDATE identity SET master = 'another' WHERE user = '@ada:test'")
        #expect(refusal { try change(.acknowledge(identity.warningID)) } != nil)
        #expect(try encryption()?.changedPeople.count == 1)
        try change(.acknowledge(try encryption().unwrapped().warningID))
        #expect(try encryption()?.changedPeople == [])
        let rest = try encryption()?.warningID ?? ""
        #expect(refusal { try change(.acknowledge(rest)) } == nil, "what is left, or nothing")
    }

    @Test func `nobody is warned of the identity of a person who has left the chat`() throws {
        let eve = ContactID("@eve:test")
        func changedPeople(after event: String, _ next: String) throws -> [String]? {
            let news = try syncAnswer(MatrixTransportTests.answer(next, event))
            _ = try world.result { [world] _ in try await world.ledger.apply(news, since: "1") }
            return try encryption()?.changedPeople.map(\.name)
        }
        let path = world.folder.url.appending(path: "crypto.sqlite").path
        try SQLiteConnection(.file(path: path), isWritable: true).execute(
            "INSERT INTO identity(user, master, acknowledged) VALUES ('@eve:test', 'new', 'old')"
        )
        #expect(try encryption()?.changedPeople == [], "she is a stranger here")
        let coming = MatrixTransportTests.change("$j", of: eve, name: "Eve", at: 5000)
        #expect(try changedPeople(after: coming, "2") == ["Eve"])
        let leaving = MatrixTransportTests.change("$l", of: eve, "leave", at: 6000)
        #expect(try changedPeople(after: leaving, "3") == [])
    }

    @Test func `of many devices that get no keys, a hundred are named at a time`() throws {
        world.begin { await $0.encryptionService?.follow(room) {} }
        world.receive()
        world.run(.seconds(5))
        let path = world.folder.url.appending(path: "crypto.sqlite").path
        try SQLiteConnection(.file(path: path), isWritable: true).execute(
            """
            UPDATE identity SET verified = master;
            INSERT INTO device(user, id, identity, signing)
                WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 149)
                SELECT user, 'B' || i, identity, signing FROM numbers, device WHERE user = '@ada:test' AND id = 'A'
            """
        )
        #expect(try encryption()?.unsignedDevices.count == Limits.devices)
        try acknowledge()
        #expect(try encryption()?.unsignedDevices.count == 50)
        try acknowledge()
        #expect(try encryption()?.unsignedDevices == [])
    }

    @Test func `an edit in the clear counts only for a message that was in the clear`() throws {
        let encryption = try world.transport.encryption.unwrapped()
        func read(_ texts: String..., in chat: ChatID = room) throws -> [RoomEvent] {
            let events = RoomEvent.list(try json("[\(texts.joined(separator: ","))]"))
            return try world.result { _ in try await encryption.read(events, in: chat) }
        }
        let secret = """
            {"type":"m.room.encrypted","event_id":"$s","sender":"@ada:test","origin_server_ts":1000,"content":
            {"algorithm":"m.megolm.v1.aes-sha2","session_id":"S","ciphertext":"C"}
            """
        let forged = replacement(of: "$s", "forged")
        #expect(try read(replacement(of: "$2", "new", by: me)).map(\.replaced) == [MessageID("$2")])
        #expect(try read(secret + "}", forged).map(\.id) == [MessageID("$s")])
        #expect(try read(replacement(of: "$unknown", "forged")).isEmpty)
        #expect(try read(replacement(of: "$unknown", "new"), in: ChatID("!plain:test")).count == 1)
        let news = MatrixTransportTests.answer("2", secret + "}")
        var response = try syncAnswer(news)
        response.joined = try world.result { [response] _ in
            var rooms = response.joined
            try await encryption.read(&rooms)
            return rooms
        }
        _ = try world.result { [world, response] _ in try await world.ledger.apply(response, since: "1") }
        #expect(try read(forged).isEmpty, "the message waits for its key")
        let bundled = try read("\(secret),\"unsigned\":{\"m.relations\":{\"m.replace\":\(forged)}}}")
        #expect(bundled.map(\.id) == [MessageID("$s")] && bundled.first?.newestEdit == nil)
    }

    private func answer(_ answer: VerificationAnswer, of id: DeviceVerification.ID? = nil) throws {
        try world.result { try await $0.encryptionService?.answerVerification(answer, of: id) }
    }

    private var verification: DeviceVerification? {
        get throws { try world.result { try await $0.encryptionService?.verification() } }
    }

    @Test func `a verification is begun, seen and cancelled`() throws {
        #expect(try verification == nil)
        #expect(refusal { try answer(.accept) } == "No verification is going on here")
        try change(.verify(person: nil, device: "A"))
        let ada = Contact(id: ContactID("@ada:test"), name: "Ada")
        #expect(try verification == DeviceVerification(id: 1, person: ada, stage: .waiting))
        #expect(sentTypes == ["m.key.verification.request"])
        for early in [VerificationAnswer.accept, .match, .mismatch] {
            #expect(refusal { try answer(early) } == "There is nothing to confirm yet")
        }
        try answer(.cancel)
        #expect(sentTypes == ["m.key.verification.request", "m.key.verification.cancel"])
        let ended = DeviceVerification.Stage.cancelled(reason: "it was cancelled", isSuspicious: false)
        #expect(try verification?.stage == ended)
        #expect(refusal { try change(.verify(person: nil, device: "Z")) } == "@ada:test has no other device Z")
        let stranger = EncryptionChange.verify(person: "@eve:test", device: nil)
        #expect(refusal { try change(stranger) } == "Nobody in this chat is called @eve:test")
        try world.result { try await $0.encryptionService?.verifyOwnDevices(nil) }
        #expect(try verification == DeviceVerification(id: 2, person: nil, stage: .waiting))
    }

    @Test func `a request in the room that comes in the clear asks nothing`() throws {
        let request = """
            {"type":"m.room.message","event_id":"$v","sender":"@ada:test","origin_server_ts":1600000000000,
            "content":{"msgtype":"m.key.verification.request","body":"x","from_device":"A","methods":["m.sas.v1"],
            "to":"@me:test"}}
            """
        let encryption = try world.transport.encryption.unwrapped()
        let response = try syncAnswer(MatrixTransportTests.answer("2", request))
        let events = try world.result { _ in
            var rooms = response.joined
            try await encryption.read(&rooms)
            return rooms.flatMap(\.update.timeline)
        }
        #expect(events.map(\.isVerification) == [true])
        #expect(try verification == nil)
    }

    @Test func `a request in the room whose key comes late asks then`() throws {
        var outbound = try MegolmOutboundSession()
        let key = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let request = """
            {"type":"m.room.message","room_id":"!room:test","content":{"msgtype":"m.key.verification.request","body":"x",
            "from_device":"A","methods":["m.sas.v1"],"to":"@me:test"}}
            """
        let secret = try outbound.encrypt(Array(request.utf8))
        let event = """
            {"type":"m.room.encrypted","event_id":"$v","sender":"@ada:test","origin_server_ts":1600000000000,"content":
            {"algorithm":"m.megolm.v1.aes-sha2","session_id":"\(outbound.id)","ciphertext":"\(secret)"}}
            """
        let encryption = try world.transport.encryption.unwrapped()
        let response = try syncAnswer(MatrixTransportTests.answer("2", event))
        _ = try world.result { [world] _ in
            var response = response
            try await encryption.read(&response.joined)
            return try await world.ledger.apply(response, since: "1")
        }
        #expect(try verification == nil)
        try world.addKey(to: key)
        _ = try world.result { _ in try await encryption.readWaiting() }
        #expect(try verification?.stage == .asked && verification?.person?.id == ada)
    }

    @Test func `in a chat with several people, the one to verify must be named`() throws {
        let news = MatrixTransportTests.answer("2", member(ContactID("@eve:test"), "Eve"))
        _ = try world.result { [world] _ in try await world.ledger.apply(syncAnswer(news), since: "1") }
        let nobody = EncryptionChange.verify(person: nil, device: "A")
        #expect(refusal { try change(nobody) } == "Add the name of a person to verify")
        try change(.verify(person: "@ada:test", device: "A"))
        #expect(try verification?.person?.id == ada)
    }

    @Test(arguments: [false, true])
    func `a person is asked in the chat with them, and by device while their identity has changed`(
        hasChanged: Bool
    ) throws {
        try change(.verify(person: nil, device: "A"))
        try answer(.cancel)
        if hasChanged { server.changeIdentity() }
        try change(.verify(person: nil, device: nil))
        #expect(sentTypes.count { $0 == "m.key.verification.request" } == (hasChanged ? 2 : 1))
        #expect(world.http.lines.count { $0.contains("/send/m.room.encrypted/") } == (hasChanged ? 0 : 1))
    }

    @Test func `a verification ends if the homeserver refuses its message to the chat`() throws {
        world.http.intercept { $0.path.contains("send") ? .failure(403, "M_FORBIDDEN") : nil }
        #expect(refusal { try change(.verify(person: nil, device: nil)) } == "said M_FORBIDDEN")
        let ended = DeviceVerification.Stage.cancelled(reason: "it was cancelled", isSuspicious: false)
        #expect(try verification?.stage == ended)
        #expect(sentCount == 1 && !sentTypes.contains { $0.hasPrefix("m.key.verification.") })
    }

    @Test(arguments: [2, 1])
    func `a member of a group is asked in the chat with them, unless they have left it`(people: Int) throws {
        let group = ChatID("!group:test")
        let news = [
            groupAnswer("2", state: gardenState, in: group), groupAnswer("3", joined: people, heroes: [ada]),
        ]
        for text in news {
            let response = try syncAnswer(text)
            _ = try world.result { [world] _ in try await world.ledger.apply(response, since: "1") }
        }
        try world.result {
            try await $0.encryptionService?.change(.verify(person: "@ada:test", device: nil), in: group)
        }
        #expect(world.http.lines.contains { $0.contains("!room:test/send/m.room.encrypted/") } == (people == 2))
        #expect(sentTypes.contains("m.key.verification.request") == (people == 1))
    }

    @Test func `after the user has ended a request, the next one that waits is shown`() throws {
        try change(.verify(person: nil, device: "A"))
        try answer(.cancel)
        let machine = try world.transport.encryption.unwrapped().machine
        try world.result { _ in try await machine.track([ContactID("@eve:test")]) }
        for (user, next) in [("@ada:test", "2"), ("@eve:test", "3")] {
            try receive(
                """
                {"next_batch":"\(next)","to_device":{"events":[{"type":"m.key.verification.request","sender":"\(user)",
                "content":{"from_device":"A","methods":["m.sas.v1"],"timestamp":1600000000000,"transaction_id":"\(next)"}}]}}
                """
            )
        }
        #expect(try verification?.person?.id == ada)
        #expect(try verification?.waiting.map { $0?.id } == [ContactID("@eve:test")])
        try answer(.cancel)
        #expect(try verification?.person?.id == ContactID("@eve:test"))
        #expect(try verification?.stage == .asked && verification?.waiting == [])
    }

    @Test func `a verification by command never shows or answers that of another user`() throws {
        let machine = try world.transport.encryption.unwrapped().machine
        try world.result { _ in try await machine.track([ContactID("@eve:test")]) }
        let (answer, http) = (world.http.answer, world.http)
        world.http.answer = { call in
            guard call.isSync else { return try await answer(call) }
            let request = http.calls.first { $0.path.contains("m.key.verification.request") }
            let sent = request?.body?["messages"]?["@ada:test"]?["A"]?["transaction_id"]?.string
            guard let sent else { return .json(#"{"next_batch":"1"}"#) }
            return .json(
                """
                {"next_batch":"2","to_device":{"events":[{"type":"m.key.verification.cancel","sender":"@ada:test",
                "content":{"transaction_id":"\(sent)","code":"m.user","reason":"x"}},
                {"type":"m.key.verification.request","sender":"@eve:test",
                "content":{"from_device":"E","methods":["m.sas.v1"],"timestamp":1600000000000,"transaction_id":"T"}}]}}
                """
            )
        }
        let stages = Recorder<VerificationStage>()
        #expect(throws: VerificationError.ended) {
            try world.result { transport in
                try await transport.verify(ada, device: "A") { stage in
                    stages.record(stage)
                    return true
                }
            }
        }
        #expect(stages.all == [.waiting])
        #expect(try verification?.person?.id == ContactID("@eve:test") && verification?.stage == .asked)
    }

    /// Answers two syncs of a command without news, and refuses the third.
    private func answerTwoSyncs() {
        let syncs = Recorder<Void>()
        world.http.intercept { call in
            guard call.isSync else { return nil }
            syncs.record(())
            return syncs.all.count > 2 ? .failure(403, "M_FORBIDDEN") : .json(#"{"next_batch":"1"}"#)
        }
    }

    private static let begunAndEnded = ["m.key.verification.request", "m.key.verification.cancel"]

    @Test func `a verification by command ends when the user says no, and the other device is told`() throws {
        answerTwoSyncs()
        let end = try world.result { try await $0.verify(ada, device: "A") { _ in false } }
        #expect(end == .cancelled(.user, byThem: false))
        #expect(sentTypes == Self.begunAndEnded)
    }

    @Test func `a verification by command that fails on its way is ended for the other device, too`() throws {
        answerTwoSyncs()
        #expect(throws: ServiceError.self) {
            try world.result { try await $0.verify(ada, device: "A") { _ in true } }
        }
        #expect(sentTypes == Self.begunAndEnded)
        #expect(try verification?.stage == .cancelled(reason: "it was cancelled", isSuspicious: false))
    }

    @Test(arguments: [true, false])
    func `a command waits for the request of a device, perhaps a new one, and answers it as the user says`(
        isYes: Bool
    ) throws {
        listLate()
        world.http.intercept { call in
            guard call.isSync else { return nil }
            switch call.query["since"] {
            case nil: return .json(#"{"next_batch":"1"}"#)
            case "1": return .json(#"{"next_batch":"2"}"#)
            case "2":
                return .json(
                    """
                    {"next_batch":"3","to_device":{"events":[{"type":"m.key.verification.request","sender":"@ada:test",
                    "content":{"from_device":"A","methods":["m.sas.v1"],"timestamp":1600000000000,"transaction_id":"T"}}]}}
                    """
                )
            default: return .failure(403, "M_FORBIDDEN")
            }
        }
        let stages = Recorder<VerificationStage>()
        let end = try? world.result { transport in
            try await transport.answerVerification(of: ada) { stage in
                stages.record(stage)
                return isYes
            }
        }
        #expect(stages.all == [.asked, isYes ? .ready : .cancelled(.user, byThem: false)])
        #expect(end == (isYes ? nil : .cancelled(.user, byThem: false)))
        let answers = isYes ? ["m.key.verification.ready", "m.key.verification.cancel"] : ["m.key.verification.cancel"]
        #expect(sentTypes == answers)
    }

    /// Has the first answer about devices lack Ada's.
    private func listLate() {
        let queries = Recorder<Void>()
        world.http.intercept { call in
            guard call.path.last == "query" else { return nil }
            queries.record(())
            return queries.all.count == 1 ? .json(#"{"device_keys":{"@ada:test":{}}}"#) : nil
        }
    }

    @Test func `a device that is new when it asks is read before the user's yes`() throws {
        listLate()
        #expect(try world.result { try await $0.devices(of: ada) }.isEmpty)
        try receive(
            """
            {"next_batch":"2","to_device":{"events":[{"type":"m.key.verification.request","sender":"@ada:test",
            "content":{"from_device":"A","methods":["m.sas.v1"],"timestamp":1600000000000,"transaction_id":"T"}}]}}
            """
        )
        #expect(try verification?.stage == .asked)
        try answer(.accept)
        #expect(try verification?.stage == .ready && sentTypes.last == "m.key.verification.ready")
    }

    @Test func `a command blocks a device by its id, and acknowledges the identity that is shown now`() throws {
        #expect(try world.result { try await $0.devices(of: ada) }.map(\.trust) == [.none])
        try world.result { try await $0.setBlocked(true, device: "A", of: ada) }
        #expect(try world.result { try await $0.devices(of: ada) }.map(\.trust) == [.blocked])
        #expect(throws: VerificationError.noDevice) {
            try world.result { try await $0.setBlocked(true, device: "Z", of: ada) }
        }
        #expect(try world.result { try await $0.isVerified(ada) } == false)
        server.changeIdentity()
        try world.result { try await $0.acknowledgeIdentity(of: ada) }
        _ = try world.result { try await $0.devices(of: ada) }
        #expect(try world.result { try await $0.encryption.unwrapped().machine.changedIdentities() } == [])
    }

    @Test func `an answer of the user is reported to whoever follows the verification`() throws {
        try change(.verify(person: nil, device: "A"))
        let reports = Recorder<Void>()
        world.begin { await $0.encryptionService?.followVerification { reports.record(()) } }
        world.run(.seconds(1))
        let before = reports.all.count
        try answer(.cancel)
        world.run(.seconds(1))
        #expect(reports.all.count > before)
    }

    @Test func `an answer to a verification that is not shown any more is refused`() throws {
        try change(.verify(person: nil, device: "A"))
        try answer(.cancel)
        func receive(_ type: String, _ transaction: String) throws {
            try self.receive(
                """
                {"next_batch":"\(type)\(transaction)","to_device":{"events":[{"type":"m.key.verification.\(type)",
                "sender":"@ada:test","content":{"from_device":"A","methods":["m.sas.v1"],"timestamp":1600000000000,
                "transaction_id":"\(transaction)","code":"m.user","reason":"x"}}]}}
                """
            )
        }
        try receive("request", "first")
        let shown = try verification.unwrapped()
        try receive("cancel", "first")
        try receive("request", "second")
        let next = try verification.unwrapped()
        #expect(next.stage == .asked && next.id != shown.id)
        for late in [VerificationAnswer.accept, .cancel, .next] {
            let text = refusal { try answer(late, of: shown.id) }
            #expect(text?.hasPrefix("This verification is over; another one is shown now") == true)
        }
        #expect(try verification == next && sentTypes.last == "m.key.verification.cancel")
        try answer(.accept, of: next.id)
        #expect(try verification?.stage == .ready && sentTypes.last == "m.key.verification.ready")
    }

    private var sentTypes: [String] {
        world.http.calls.filter { $0.path.contains("sendToDevice") }.compactMap { $0.path.dropLast().last }
    }

    @Test(arguments: [true, false])
    func `a request of the contact's device is reported, and accepted by verify or an answer`(byAnswer: Bool) throws {
        try change(.verify(person: nil, device: "A"))
        try answer(.cancel)
        let reports = Recorder<Void>()
        world.begin { await $0.encryptionService?.followVerification { reports.record(()) } }
        world.run(.seconds(1))
        try receive(
            """
            {"next_batch":"2","to_device":{"events":[{"type":"m.key.verification.request","sender":"@ada:test",
            "content":{"from_device":"A","methods":["m.sas.v1"],"timestamp":1600000000000,"transaction_id":"T"}}]}}
            """
        )
        world.run(.seconds(1))
        #expect(try verification?.stage == .asked && !reports.all.isEmpty)
        if byAnswer { try answer(.accept) } else { try change(.verify(person: nil, device: nil)) }
        #expect(sentTypes.last == "m.key.verification.ready")
        #expect(try verification?.stage == .ready)
    }
}

/// A homeserver that knows one device of Ada, and an identity of hers that changes.
private final class DeviceServer: Sendable {
    private let keys: JSONText
    /// The keys of another device of the user.
    private let ownKeys: JSONText
    /// The keys of a device of the user that has the id of Ada's.
    private let namesake: JSONText
    private let showsNamesake = Mutex(false)
    private let identity: Mutex<String>
    private let identities: [String: JSONText]

    init(_ world: TransportFixture) throws {
        let path = world.folder.url.appending(path: "ada.sqlite").path
        let ada = try EncryptionMachine(path: path, user: ada.rawValue, device: "A", now: { Date() })
        keys = try world.result { _ in try await ada.upload().unwrapped() }
        let ownPath = world.folder.url.appending(path: "own.sqlite").path
        let own = try EncryptionMachine(path: ownPath, user: me.rawValue, device: "B", now: { Date() })
        ownKeys = try world.result { _ in try await own.upload().unwrapped() }
        let samePath = world.folder.url.appending(path: "same.sqlite").path
        let same = try EncryptionMachine(path: samePath, user: me.rawValue, device: "A", now: { Date() })
        namesake = try world.result { _ in try await same.upload().unwrapped() }
        identities = try Dictionary(
            uniqueKeysWithValues: ["first", "second"].map { name in
                (name, try world.result { _ in await ada.publication(of: try CrossSigningKeys()).keys })
            }
        )
        identity = Mutex("first")
    }

    /// The key by which people tell Ada's device.
    var signingKey: String? {
        guard case .string(let key)? = keys["device_keys"]?["keys"]?["ed25519:A"] else { return nil }
        return key
    }

    func changeIdentity() { identity.withLock { $0 = "second" } }

    func showNamesake() { showsNamesake.withLock { $0 = true } }

    func answer(_ call: Call) throws -> HTTPResponse {
        switch call.path.dropFirst().joined(separator: "/") {
        case "keys/query":
            let keys = identities[identity.withLock(\.self)] ?? [:]
            let device = self.keys["device_keys"]?.with("unsigned", ["device_display_name": "Ada's phone"])
            var own: JSONText = ["B": ownKeys["device_keys"] ?? [:]]
            if showsNamesake.withLock(\.self) { own = own.with("A", namesake["device_keys"] ?? [:]) }
            let body: JSONText = [
                "device_keys": ["@ada:test": ["A": device ?? [:]], "@me:test": own],
                "master_keys": ["@ada:test": keys["master_key"] ?? .null],
                "self_signing_keys": ["@ada:test": keys["self_signing_key"] ?? .null],
            ]
            return HTTPResponse(status: 200, body: body.bytes)
        case "keys/claim":
            guard case .object(let all)? = keys["one_time_keys"] else { return .json("{}") }
            let body: JSONText = ["one_time_keys": ["@ada:test": ["A": .object([all[0]])]]]
            return HTTPResponse(status: 200, body: body.bytes)
        case "keys/upload": return .json(#"{"one_time_key_counts":{"signed_curve25519":50}}"#)
        case "rooms/!room:test/members":
            return .json(#"{"chunk":[\#(member(ada, "Ada")),\#(member(me, "Me"))]}"#)
        case let path where path.contains("/send/"): return .json(#"{"event_id":"$e"}"#)
        default: return .json("{}")
        }
    }
}
