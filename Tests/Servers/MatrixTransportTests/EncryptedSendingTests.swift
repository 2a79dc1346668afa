import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixCrypto
import SQLiteKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

/// Sending to an encrypted room, with a homeserver that a test simulates.
@Suite struct EncryptedSendingTests {
    private static let message = OutgoingMessage(id: MessageID("new"), chat: room, text: "a secret")
    private static let steps = ["members", "query", "claim", "sendToDevice"]

    private let world: TransportFixture
    /// The keys of Ada's device, as she published them.
    private let adasKeys: JSONText

    init() throws {
        let world = try TransportFixture(isEncrypting: true)
        self.world = world
        let path = world.folder.url.appending(path: "ada.sqlite").path
        let ada = try EncryptionMachine(path: path, user: ada.rawValue, device: "A", now: { Date() })
        adasKeys = try world.result { _ in try await ada.upload().unwrapped() }
        world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2"}"#) }
        world.http.answer = answer()
        let known = MatrixTransportTests.answer("1", text(2, by: me, own: "born"), state: adasRoomState)
        _ = try world.result { _ in try await world.ledger.apply(syncAnswer(known), since: nil) }
    }

    /// The homeserver's answers; requests with a word in their path fail while `failing` says so.
    private func answer(failing word: String? = nil) -> HTTPFake.Answer {
        let keys = adasKeys
        return { call in
            if let word, call.path.contains(word) { return .failure(502, "") }
            switch call.path.dropFirst().joined(separator: "/") {
            case "keys/query":
                let devices: JSONText = ["A": keys["device_keys"] ?? [:]]
                let body: JSONText = ["device_keys": ["@ada:test": devices, "@me:test": [:]]]
                return HTTPResponse(status: 200, body: body.bytes)
            case "keys/claim":
                guard case .object(let all)? = keys["one_time_keys"] else { return .json("{}") }
                let body: JSONText = ["one_time_keys": ["@ada:test": ["A": .object([all[0]])]]]
                return HTTPResponse(status: 200, body: body.bytes)
            case "keys/upload": return .json(#"{"one_time_key_counts":{"signed_curve25519":50}}"#)
            case "rooms/!room:test/members":
                return .json(#"{"chunk":[\#(member(ada, "Ada")),\#(member(me, "Me"))]}"#)
            case let path where path.contains("/event/"): return .json(text(2, by: me, own: "born"))
            case let path where path.contains("/send/"): return .json(#"{"event_id":"$e"}"#)
            default: return call.path.contains("upload") ? .json(#"{"content_uri":"mxc://test/abc"}"#) : .json("{}")
            }
        }
    }

    private func send() { _ = try? world.result { try await $0.send(Self.message) } }

    private var sent: [Call] { world.http.calls.filter { $0.path.contains("send") } }

    /// Whether a request contains the secret, or sends anything but an encrypted event.
    private var isLeaked: Bool {
        world.http.calls.contains { call in
            String(decoding: call.sent, as: UTF8.self).contains("secret")
                || call.path.contains("send") && !call.path.contains("m.room.encrypted")
        }
    }

    @Test func `the key is shared before the message, and neither leaks`() {
        send()
        let steps = world.http.calls.compactMap { call in
            (Self.steps + ["send"]).first { call.path.contains($0) }
        }
        #expect(
            steps == ["members", "query", "claim", "members", "sendToDevice", "members", "send"],
            "asked again after each wait"
        )
        #expect(!isLeaked)
        #expect(sent.first?.body?["algorithm"]?.string == "m.megolm.v1.aes-sha2")
        let share = world.http.calls.first { $0.path.contains("sendToDevice") }
        #expect(share?.body?["messages"]?["@ada:test"]?["A"]?["algorithm"]?.string == "m.olm.v1.curve25519-aes-sha2")
    }

    @Test(arguments: steps)
    func `if a step before it fails, nothing is sent until it succeeds`(_ step: String) {
        world.http.answer = answer(failing: step)
        send()
        #expect(sent.isEmpty && !isLeaked)
        world.http.answer = answer()
        send()
        #expect(sent.count == 1 && !isLeaked)
    }

    @Test func `a message whose response was lost is sent again with the same bytes`() {
        world.http.answer = answer(failing: "send")
        send()
        send()
        world.http.answer = answer()
        send()
        #expect(sent.count == 3 && Set(sent.map(\.sent)).count == 1)
        #expect(world.http.calls.count { $0.path.contains("sendToDevice") } == 1)
    }

    private func count(_ word: String) -> Int { world.http.calls.count { $0.path.contains(word) } }

    /// Has sync follow the room from now on.
    private func follow(_ news: SyncFake) throws {
        let answer = world.http.answer
        world.http.answer = { call in call.isSync ? try await news.answer(call) : try await answer(call) }
        try world.start(since: "1")
        world.run(.seconds(1))
    }

    private func send(_ number: Int) {
        let message = OutgoingMessage(id: MessageID("new \(number)"), chat: room, text: "a secret")
        _ = try? world.result { try await $0.send(message) }
    }

    @Test func `while sync is up to date, the members are asked for once, and again after a gap`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        try follow(news)
        for number in 1...3 { send(number) }
        #expect(count("send") == 3 && count("members") == 1)
        news.add(MatrixTransportTests.answer("3", text(7), limited: "t"), since: "2")
        world.run(.seconds(1))
        send(4)
        #expect(count("send") == 4 && count("members") == 2)
        let encryption = try world.transport.encryption.unwrapped()
        _ = try world.result { _ in try await encryption.receive(json(#"{"next_batch":"4"}"#), since: nil) }
        send(5)
        #expect(count("send") == 5 && count("members") == 3, "a sync that begins anew may have missed changes")
    }

    @Test func `before sync is up to date, the members are asked for each time`() {
        for number in 1...3 { send(number) }
        #expect(count("send") == 3 && count("members") == 5, "again after each wait")
    }

    @Test func `a person who leaves while their devices are asked for gets no key`() {
        let (answer, members) = (world.http.answer, Recorder<Void>())
        world.http.answer = { call in
            guard call.path.contains("members") else { return try await answer(call) }
            members.record(())
            let membership = members.all.count == 1 ? "join" : "leave"
            return .json(#"{"chunk":[\#(member(ada, "Ada", membership)),\#(member(me, "Me"))]}"#)
        }
        send()
        #expect(count("claim") == 1 && count("sendToDevice") == 0 && sent.count == 1)
    }

    @Test func `a person who leaves while the key is sent cannot read the message with it`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        try follow(news)
        news.add(MatrixTransportTests.answer("3"), since: "2")
        world.run(.seconds(1))
        let (answer, clock, left) = (world.http.answer, world.executor.clock, Recorder<Void>())
        world.http.answer = { call in
            if call.path.contains("sendToDevice") {
                left.record(())
                news.add(MatrixTransportTests.answer("4", member(ada, "Ada", "leave")), since: "3")
                try await clock.sleep(for: .seconds(3))
            }
            guard call.path.contains("members"), !left.all.isEmpty else { return try await answer(call) }
            return .json(#"{"chunk":[\#(member(ada, "Ada", "leave")),\#(member(me, "Me"))]}"#)
        }
        for number in 1...2 { send(number) }
        let sessions = sent.compactMap { $0.body?["session_id"]?.string }
        #expect(count("sendToDevice") == 1 && sessions.count == 2)
        #expect(Set(sessions).count == 1, "the key that the person got encrypts neither")
    }

    @Test func `a person who leaves while the key is sent cannot read the message, before sync is up to date`() {
        let (answer, hasLeft) = (world.http.answer, Recorder<Void>())
        world.http.answer = { call in
            if call.path.contains("sendToDevice") { hasLeft.record(()) }
            guard call.path.contains("members"), !hasLeft.all.isEmpty else { return try await answer(call) }
            return .json(#"{"chunk":[\#(member(ada, "Ada", "leave")),\#(member(me, "Me"))]}"#)
        }
        for number in 1...2 { send(number) }
        let sessions = sent.compactMap { $0.body?["session_id"]?.string }
        #expect(count("sendToDevice") == 1 && sessions.count == 2)
        #expect(Set(sessions).count == 1, "the key that the person got encrypts neither")
    }

    @Test func `this device's keys are published before the members are asked for`() throws {
        let lines = { [http = world.http] in http.calls.map { $0.path.last ?? "" } }
        let news = #"{"next_batch":"2","device_one_time_keys_count":{"signed_curve25519":0}}"#
        let encryption = try world.transport.encryption.unwrapped()
        send(1)
        _ = try world.result { _ in try await encryption.receive(json(news), since: "1") }
        let before = lines().count
        send(2)
        let upload = try lines().dropFirst(before).firstIndex(of: "upload").unwrapped()
        let members = try lines().dropFirst(before).firstIndex(of: "members").unwrapped()
        #expect(upload < members)
    }

    @Test func `a key is replaced as often as the room demands`() {
        world.http.encryption = { _ in .json(#"{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_msgs":1}"#) }
        for number in 1...2 { send(number) }
        #expect(count("send") == 2 && count("sendToDevice") == 2)
    }

    @Test(arguments: [false, true])
    func `a device that its user has not signed gets a key only if the setting allows it`(onlySigned: Bool) throws {
        let settings = MatrixSettings(sharesWithSignedOnly: onlySigned)
        let other = try TransportFixture(settings: settings, isEncrypting: true)
        other.http.encryption = world.http.encryption
        other.http.answer = answer()
        let known = MatrixTransportTests.answer("1", text(2), state: adasRoomState)
        _ = try other.result { _ in try await other.ledger.apply(syncAnswer(known), since: nil) }
        _ = try? other.result { try await $0.send(Self.message) }
        let types = other.http.calls.filter { $0.path.contains("sendToDevice") }.map { $0.path[2] }
        #expect(types == [onlySigned ? "m.room_key.withheld" : "m.room.encrypted"])
        #expect(other.http.calls.contains { $0.path.contains("send") })
    }

    @Test func `a device whose keys were lost sends nothing and says why`() throws {
        let path = world.folder.url.appending(path: "other.sqlite").path
        let other = try EncryptionMachine(path: path, user: me.rawValue, device: "D", now: { Date() })
        let keys = try world.result { _ in try await other.upload().unwrapped() }
        let body: JSONText = ["device_keys": ["@ada:test": [:], "@me:test": ["D": keys["device_keys"] ?? [:]]]]
        world.http.intercept { $0.path.last == "query" ? HTTPResponse(status: 200, body: body.bytes) : nil }
        let text = "Nothing was sent: the encryption keys of this device were lost: log in with a new profile"
        #expect(throws: ServiceError.refused(.encrypted, text: text)) {
            try world.result { try await $0.send(Self.message) }
        }
        #expect(sent.isEmpty)
    }

    @Test func `a device list that changes while the key is sent is read before the message leaves`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        try follow(news)
        news.add(MatrixTransportTests.answer("3"), since: "2")
        world.run(.seconds(1))
        let (answer, clock, steps) = (world.http.answer, world.executor.clock, Recorder<String>())
        world.http.answer = { call in
            if call.path.contains("sendToDevice") {
                news.add(#"{"next_batch":"4","device_lists":{"changed":["@ada:test"]}}"#, since: "3")
                try await clock.sleep(for: .milliseconds(10))
                steps.record("key")
            }
            if call.path.last == "query" {
                try await clock.sleep(for: .seconds(2))
                steps.record("list")
            }
            if call.path.contains("send") { steps.record("message") }
            return try await answer(call)
        }
        send(1)
        #expect(steps.all.drop { $0 != "key" }.prefix(2) == ["key", "list"] && steps.all.last == "message")
    }

    @Test func `the devices of a person who joins during a wait are requested before the message leaves`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        try follow(news)
        send(1)
        news.add(MatrixTransportTests.answer("3"), since: "2")
        world.run(.seconds(1))
        let (answer, clock, steps) = (world.http.answer, world.executor.clock, Recorder<String>())
        let isSending = Recorder<Void>()
        world.http.answer = { call in
            if call.path.last == "query" {
                if call.body?["device_keys"]?["@zoe:test"] != nil { steps.record("list") }
                let join = MatrixTransportTests.answer("5", member(ContactID("@zoe:test"), "Zoe"))
                if !isSending.all.isEmpty { news.add(join, since: "4") }
                try await clock.sleep(for: .seconds(2))
            }
            if call.path.contains("send") { steps.record("message") }
            return try await answer(call)
        }
        news.add(#"{"next_batch":"4","device_lists":{"changed":["@ada:test"]}}"#, since: "3")
        world.run(.seconds(1))
        isSending.record(())
        send(2)
        #expect(steps.all.first == "list" && steps.all.last == "message")
        #expect(count("members") == 1, "sync follows the room")
    }

    @Test func `whoever gets the key is shown as a member, whatever sync said`() throws {
        let (answer, ghost) = (world.http.answer, ContactID("@ghost:test"))
        world.http.answer = { call in
            guard call.path.contains("members") else { return try await answer(call) }
            return .json(#"{"chunk":[\#(member(ada, "Ada")),\#(member(me, "Me")),\#(member(ghost, "Bob"))]}"#)
        }
        send()
        let shown = try world.result { [world] _ in
            try await world.ledger.read { tables in try tables.people(of: room, limit: 9) }
        }
        #expect(shown == [me, ada, ghost])
        let updates = try world.result { [world] _ in try await world.ledger.write { try $0.members.undelivered() } }
        #expect(updates.flatMap(\.memberships).map(\.member).contains(.member(ghost)))
        #expect(updates.first?.chat.isGroup == true)
    }

    /// Has the homeserver name an invited user beside sync.
    private func addGuest() {
        world.http.intercept { call in
            // Without the state, invited users read along.
            if call.path.contains("m.room.history_visibility") { return .failure(404, "M_NOT_FOUND") }
            guard call.path.contains("members") else { return nil }
            let guest = member(ContactID("@eve:test"), "Eve", "invite")
            return .json(#"{"chunk":[\#(member(ada, "Ada")),\#(member(me, "Me")),\#(guest)]}"#)
        }
    }

    private var shown: [ContactID] {
        get throws {
            try world.result { [world] _ in try await world.ledger.read { try $0.people(of: room, limit: 9) } }
        }
    }

    @Test func `an invited user who reads along is shown as a member, until they decline`() throws {
        addGuest()
        send()
        #expect(try shown == [me, ada, ContactID("@eve:test")])
        let invited = MatrixTransportTests.answer("2", member(ContactID("@eve:test"), "Eve", "invite"))
        _ = try world.result { [world] _ in try await world.ledger.apply(syncAnswer(invited), since: "1") }
        #expect(try shown.contains(ContactID("@eve:test")), "the invitation itself comes later")
        let declined = MatrixTransportTests.answer("3", member(ContactID("@eve:test"), "Eve", "leave"))
        _ = try world.result { [world] _ in try await world.ledger.apply(syncAnswer(declined), since: "2") }
        #expect(try !shown.contains(ContactID("@eve:test")))
    }

    @Test(arguments: [("joined", false), ("invited", true), ("shared", true), ("world_readable", true)])
    func `an invited user reads along unless the history is for those who have joined`(
        visibility: String,
        readsAlong: Bool
    ) throws {
        addGuest()
        world.http.intercept { call in
            guard call.path.contains("m.room.history_visibility") else { return nil }
            return .json(#"{"history_visibility":"\#(visibility)"}"#)
        }
        send()
        #expect(sent.count == 1)
        let asked = world.http.calls.contains { $0.body?["device_keys"]?["@eve:test"] != nil }
        #expect(try asked == readsAlong && shown.contains(ContactID("@eve:test")) == readsAlong)
    }

    @Test func `a complete list of the joined members hides no invited user who reads along`() throws {
        addGuest()
        send()
        world.http.intercept { call in
            guard call.path.last == "joined_members" else { return nil }
            return .json(#"{"joined":{"@me:test":{"display_name":"Me"},"@ada:test":{"display_name":"Ada"}}}"#)
        }
        world.begin { try? await $0.connect(to: room) { _ in } }
        world.run(.seconds(1))
        #expect(count("joined_members") == 1)
        #expect(try shown.contains(ContactID("@eve:test")))
    }

    @Test func `a user who is invited while sync is up to date is shown as a member before they get a key`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        addGuest()
        try follow(news)
        send(1)
        news.add(MatrixTransportTests.answer("3"), since: "2")
        world.run(.seconds(1))
        news.add(MatrixTransportTests.answer("4", member(ContactID("@zoe:test"), "Zoe", "invite")), since: "3")
        world.run(.seconds(1))
        #expect(try !shown.contains(ContactID("@zoe:test")))
        send(2)
        #expect(try shown.contains(ContactID("@zoe:test")))
        #expect(count("members") == 1)
    }

    @Test func `a message about keys that the homeserver refuses does not hold up later ones`() {
        let answer = world.http.answer
        world.http.answer = { call in
            call.path.contains("sendToDevice") ? .failure(400, "M_BAD_JSON") : try await answer(call)
        }
        send(1)
        world.http.answer = answer
        send(2)
        #expect(count("send") == 2 && count("sendToDevice") == 1 && !isLeaked)
    }

    @Test func `a request about keys that is too long is sent in parts`() throws {
        let answer = world.http.answer
        let path = world.folder.url.appending(path: "phone.sqlite").path
        let phone = try EncryptionMachine(path: path, user: ada.rawValue, device: "P", now: { Date() })
        let keys = try world.result { _ in try await phone.upload().unwrapped() }
        world.http.answer = { [adasKeys] call in
            switch call.path.last {
            case "query":
                let devices: JSONText = ["A": adasKeys["device_keys"] ?? [:], "P": keys["device_keys"] ?? [:]]
                let body: JSONText = ["device_keys": ["@ada:test": devices, "@me:test": [:]]]
                return HTTPResponse(status: 200, body: body.bytes)
            case "claim":
                guard case .object(let first)? = adasKeys["one_time_keys"],
                    case .object(let second)? = keys["one_time_keys"]
                else { return .json("{}") }
                let claimed: JSONText = ["A": .object([first[0]]), "P": .object([second[0]])]
                let body: JSONText = ["one_time_keys": ["@ada:test": claimed]]
                return HTTPResponse(status: 200, body: body.bytes)
            default:
                let devices = call.body?["messages"]?["@ada:test"]?.members.count ?? 0
                return devices > 1 ? .failure(413, "M_TOO_LARGE") : try await answer(call)
            }
        }
        send(1)
        let requests = world.http.calls.filter { $0.path.contains("sendToDevice") }
        #expect(
            requests.map { $0.body?["messages"]?["@ada:test"]?.members.map(\.name) } == [["A", "P"], ["A"], ["P"]]
        )
        #expect(count("send") == 1)
    }

    @Test func `a key that could not be sent leaves before the message that is tried again`() {
        world.http.answer = answer(failing: "sendToDevice")
        send()
        #expect(sent.isEmpty)
        world.http.answer = answer()
        send()
        let steps = world.http.calls.compactMap { call in
            ["sendToDevice", "send"].first { call.path.contains($0) }
        }
        #expect(steps == ["sendToDevice", "sendToDevice", "send"])
    }

    @Test func `a device without keys to begin a session with is left out, and holds nothing up`() {
        world.http.intercept { call in call.path.last == "claim" ? .json(#"{"one_time_keys":{"@ada:test":{}}}"#) : nil }
        for number in 1...2 { send(number) }
        #expect(count("send") == 2 && count("claim") == 1 && !isLeaked)
    }

    @Test func `an answer to a claim that lacks the keys is none`() {
        let answer = world.http.answer
        world.http.answer = { call in call.path.last == "claim" ? .json("{}") : try await answer(call) }
        #expect(throws: ServiceError.keysNotShared) { try world.result { try await $0.send(Self.message) } }
        #expect(sent.isEmpty)
    }

    @Test(arguments: ["members", "query", "m.room.history_visibility"])
    func `an answer about the readers that lacks what was asked for is none`(word: String) {
        let answer = world.http.answer
        world.http.answer = { call in
            if call.path.contains(word) { return .json("{}") }
            guard call.path.contains("members") else { return try await answer(call) }
            let guest = member(ContactID("@eve:test"), "Eve", "invite")
            return .json(#"{"chunk":[\#(member(ada, "Ada")),\#(member(me, "Me")),\#(guest)]}"#)
        }
        #expect(throws: ServiceError.keysNotShared) { try world.result { try await $0.send(Self.message) } }
        #expect(sent.isEmpty && !isLeaked)
        world.http.answer = answer
        send()
        #expect(sent.count == 1 && !isLeaked)
    }

    @Test func `a claim that fails on its way is a lost response, not a lack of keys`() {
        let answer = world.http.answer
        world.http.answer = { call in call.path.last == "claim" ? .failure(502, "") : try await answer(call) }
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.send(Self.message) } }
        #expect(sent.isEmpty)
    }

    @Test func `a server that gives no keys holds up one message, and is asked again beside the others`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        let (answer, clock) = (world.http.answer, world.executor.clock)
        world.http.answer = { call in
            guard call.path.last == "claim" else { return try await answer(call) }
            try await clock.sleep(for: .seconds(10))
            return .json(#"{"one_time_keys":{},"failures":{"test":{}}}"#)
        }
        try follow(news)
        world.run(.seconds(15))
        let time = world.executor.clock.now
        send(1)
        let first = time.duration(to: world.executor.clock.now)
        for number in 2...5 { send(number) }
        #expect(count("send") == 5 && first >= .seconds(10) && count("claim") == 1)
        #expect(time.duration(to: world.executor.clock.now) - first < .seconds(30), "five seconds each for the echo")
        world.run(.seconds(130))
        #expect(count("claim") == 2)
        world.http.answer = answer
    }

    @Test func `a device without keys is asked for them again after a minute, beside the messages`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        world.http.intercept { call in call.path.last == "claim" ? .json(#"{"one_time_keys":{"@ada:test":{}}}"#) : nil }
        try follow(news)
        for number in 1...2 { send(number) }
        #expect(count("send") == 2 && count("claim") == 1)
        world.run(.seconds(130))
        #expect(count("claim") == 2)
    }

    @Test func `a device without keys whose server stops answering is asked for them later and later`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        let (answer, claims) = (world.http.answer, Recorder<Void>())
        world.http.answer = { call in
            guard call.path.last == "claim" else { return try await answer(call) }
            claims.record(())
            let failures = claims.all.count == 1 ? "" : #","failures":{"test":{}}"#
            return .json(#"{"one_time_keys":{"@ada:test":{}}\#(failures)}"#)
        }
        try follow(news)
        send(1)
        world.run(.seconds(3600))
        #expect((3...8).contains(claims.all.count))
    }

    @Test func `a server that does not answer holds up no message of the next process`() throws {
        let answer = world.http.answer
        let silent: HTTPFake.Answer = { call in
            guard call.path.last == "query" else { return try await answer(call) }
            return .json(#"{"device_keys":{"@me:test":{}},"failures":{"test":{}}}"#)
        }
        world.http.answer = silent
        send(1)
        #expect(count("send") == 1 && count("query") == 1)
        let later = try TransportFixture(in: world.folder, isEncrypting: true)
        (later.http.answer, later.http.encryption) = (silent, world.http.encryption)
        let message = OutgoingMessage(id: MessageID("later"), chat: room, text: "a secret")
        _ = try? later.result { try await $0.send(message) }
        #expect(later.http.calls.count { $0.path.contains("send") } == 1)
        #expect(later.http.calls.count { $0.path.last == "query" } == 0)
    }

    @Test func `a server that does not answer holds up one message, and is asked again beside the others`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        let (answer, clock) = (world.http.answer, world.executor.clock)
        world.http.answer = { call in
            switch call.path.last {
            case "query":
                try await clock.sleep(for: .seconds(10))
                return .json(#"{"device_keys":{"@me:test":{}},"failures":{"test":{}}}"#)
            default: return try await answer(call)
            }
        }
        try follow(news)
        world.run(.seconds(15))
        let time = world.executor.clock.now
        send(1)
        let first = time.duration(to: world.executor.clock.now)
        for number in 2...5 { send(number) }
        #expect(count("send") == 5 && first >= .seconds(10))
        #expect(time.duration(to: world.executor.clock.now) - first < .seconds(30), "five seconds each for the echo")
        func asked() -> Int { count("query") }
        let before = asked()
        world.run(.seconds(130))
        #expect(asked() - before == 1)
        world.run(.seconds(3600))
        #expect((2...6).contains(asked() - before))
        world.http.answer = answer
    }

    @Test func `a list that changes during each query holds up one message`() throws {
        let (answer, encryption) = (world.http.answer, try world.transport.encryption.unwrapped())
        let asked = Recorder<Void>()
        world.http.answer = { call in
            if call.path.last == "query" {
                asked.record(())
                let news = #"{"next_batch":"2","device_lists":{"changed":["@ada:test"]}}"#
                if asked.all.count < 20 { try await encryption.receive(json(news), since: "1") }
            }
            return try await answer(call)
        }
        for number in 1...2 {
            send(number)
            #expect(count("send") == number && asked.all.count == 3)
        }
        #expect(count("sendToDevice") == 1, "the devices that are known get the key")
    }

    @Test(arguments: [true, false])
    func `a list that is too long or refused is set aside, and those of others are stored`(isTooLong: Bool) throws {
        let answer = world.http.answer
        let asked = Recorder<[String]>()
        world.http.answer = { call in
            guard call.path.last == "query" else {
                guard call.path.contains("members") else { return try await answer(call) }
                let many = member(ContactID("@many:test"), "Many")
                return .json(#"{"chunk":[\#(member(ada, "Ada")),\#(member(me, "Me")),\#(many)]}"#)
            }
            let users = call.body?["device_keys"]?.members.map(\.name) ?? []
            asked.record(users)
            if users.contains("@many:test") {
                guard isTooLong else { return .failure(400, "M_INVALID_PARAM") }
                throw HTTPError(.tooLarge, host: "test", mayHaveReachedServer: true)
            }
            return try await answer(call)
        }
        send(1)
        #expect(count("send") == 1 && count("sendToDevice") == 1)
        #expect(asked.all.count { $0.contains("@many:test") } <= 3 && asked.all.contains(["@many:test"]))
        let before = asked.all.count
        send(2)
        #expect(count("send") == 2 && asked.all.count == before, "not asked again in the way of a message")
        let encryption = try world.transport.encryption.unwrapped()
        let news = #"{"next_batch":"2","device_lists":{"changed":["@ada:test","@me:test"]}}"#
        _ = try world.result { _ in try await encryption.receive(json(news), since: "1") }
        send(3)
        #expect(count("send") == 3 && asked.all.last == ["@ada:test", "@me:test"], "together again")
    }

    @Test func `a person who leaves while sync is up to date gets no key of the next message`() throws {
        let news = SyncFake(["1": MatrixTransportTests.answer("2", state("m.room.encryption", "{}"))])
        try follow(news)
        send(1)
        news.add(MatrixTransportTests.answer("3"), since: "2")
        world.run(.seconds(1))
        news.add(MatrixTransportTests.answer("4", member(ada, "Ada", "leave")), since: "3")
        world.run(.seconds(1))
        send(2)
        let names = sent.compactMap { $0.body?["session_id"]?.string }
        #expect(count("members") == 1 && Set(names).count == 2)
        #expect(count("sendToDevice") == 1)
    }

    @Test func `an edit is encrypted, with its relation outside`() throws {
        let kind = Annotation.Kind.edit(text: "a secret")
        let edit = OutgoingAnnotation(id: MessageID("e"), of: MessageID("born"), in: room, kind: kind)
        _ = try? world.result { try await $0.annotate(edit) }
        #expect(sent.count == 1 && !isLeaked)
        #expect(sent[0].body?["m.relates_to"]?["rel_type"]?.string == "m.replace")
        #expect(sent[0].body?["m.relates_to"]?["event_id"]?.string == "$2")
    }

    @Test(arguments: [Annotation.Kind.vote(answers: ["a secret"]), .pollEnd])
    func `a vote and the end of a poll are encrypted, with their relation outside`(_ kind: Annotation.Kind) throws {
        let annotation = OutgoingAnnotation(id: MessageID("v"), of: MessageID("born"), in: room, kind: kind)
        _ = try? world.result { try await $0.annotate(annotation) }
        #expect(sent.count == 1 && !isLeaked)
        #expect(sent.first?.body?["m.relates_to"]?["event_id"]?.string == "$2")
    }

    @Test func `a file leaves encrypted, without its name and type`() throws {
        let bytes = Array("a secret in a file".utf8)
        let file = OutgoingFile(
            id: MessageID("f"),
            chat: room,
            name: "secret.txt",
            type: "text/x-secret",
            byteCount: Int64(bytes.count),
            digest: ""
        )
        let id = try world.result { try await $0.upload(file) { Array(bytes[Int($0)...].prefix($1)) } }
        let upload = try world.http.calls.last { $0.path.contains("upload") && !$0.path.contains("keys") }.unwrapped()
        #expect(upload.sent.count == bytes.count && upload.query["filename"] == "file" && !isLeaked)
        #expect(!upload.request.fields.contains { $0.value.contains("secret") })
        let encrypted = try EncryptedFile(id).unwrapped()
        #expect(encrypted.address == MediaAddress("mxc://test/abc"))
        world.http.answer = { _ in HTTPResponse(status: 200, body: upload.sent) }
        let received = Recorder<[UInt8]>()
        try world.result { try await $0.download(id, from: 0) { received.record($0) } }
        #expect(received.all.flatMap(\.self) == bytes)
        let rest = Recorder<[UInt8]>()
        try world.result { try await $0.download(id, from: 5) { rest.record($0) } }
        #expect(rest.all.flatMap(\.self) == Array(bytes.dropFirst(5)))
        let changed = [upload.sent[0] ^ 1] + upload.sent.dropFirst()
        world.http.answer = { _ in HTTPResponse(status: 200, body: changed) }
        #expect(throws: ServiceError.self) {
            try world.result { try await $0.download(id, from: 0) { received.record($0) } }
        }
        #expect(received.all.flatMap(\.self) == bytes, "nothing of a changed file")
        #expect(try world.result { try await $0.canReuse(id, in: room) })
        #expect(try !world.result { try await $0.canReuse(FileID("mxc://test/abc"), in: room) })
    }

    @Test func `a file that was uploaded in the clear is not sent to an encrypted room`() {
        let file = AttachedFile(id: FileID("mxc://test/abc"), name: "a", type: "a/b", byteCount: 1)
        let message = OutgoingMessage(id: MessageID("new"), chat: room, text: "", attachment: file)
        #expect(throws: ServiceError.self) { try world.result { try await $0.send(message) } }
        #expect(sent.isEmpty)
    }

    @Test func `an encrypted room may use encrypted files of other rooms only`() throws {
        #expect(try !world.result { try await $0.canReuse(FileID("mxc://test/abc"), in: room) })
        #expect(try !world.result { try await $0.canReuse(FileID("mxc://test/abc?key=k"), in: room) })
        #expect(try world.result { try await $0.canReuse(encryptedFileID(), in: room) })
    }

    @Test func `an invited user gets the key only if the room shows what precedes their joining`() throws {
        for (visibility, isShared) in [("joined", false), ("invited", true), ("shared", true)] {
            let world = try Self().world
            world.http.intercept { call in
                if call.path.contains("m.room.history_visibility") {
                    return .json(#"{"history_visibility":"\#(visibility)"}"#)
                }
                guard call.path.contains("members") else { return nil }
                return .json(#"{"chunk":[\#(member(ada, "Ada", "invite")),\#(member(me, "Me"))]}"#)
            }
            _ = try? world.result { try await $0.send(Self.message) }
            #expect(world.http.calls.contains { $0.path.contains("sendToDevice") } == isShared, "\(visibility)")
            #expect(world.http.calls.contains { $0.path.contains("send") })
        }
    }

    @Test func `a key that comes while a page of history is stored reads its message`() throws {
        send()
        let content = try (sent.first?.body).unwrapped()
        let newer = MatrixTransportTests.answer("2", text(9), limited: "t")
        let updates = try world.result { [world] _ in try await world.ledger.apply(syncAnswer(newer), since: "1") }
        let cursor = try (updates.flatMap(\.messages).first?.predecessor).unwrapped().cursor
        let event: JSONText = [
            "type": "m.room.encrypted", "event_id": "$5", "sender": "@me:test", "origin_server_ts": .integer(5000),
            "content": try JSONText(exactly: content).unwrapped(),
        ]
        let page: JSONText = ["chunk": .array([event]), "end": "u"]
        world.http.answer = { _ in HTTPResponse(status: 200, body: page.bytes) }
        let store = try SQLiteConnection(
            .file(path: world.folder.url.appending(path: "crypto.sqlite").path),
            isWritable: true
        )
        try store.execute("CREATE TABLE late AS SELECT * FROM room_key; DELETE FROM room_key")
        let read = Recorder<MessagePage>()
        world.begin { transport in
            if let page = try? await transport.page(of: room, before: cursor) { read.record(page) }
        }
        let ledger = try SQLiteConnection(.file(path: world.folder.ledger), isWritable: false)
        func isStored() throws -> Bool {
            try ledger.first("SELECT 1 FROM event WHERE id = '$5'") { _ in true } ?? false
        }
        while try !isStored() { try #require(world.executor.step()) }
        try store.execute("INSERT INTO room_key SELECT * FROM late")
        _ = world.executor.run { !read.all.isEmpty }
        #expect(read.all.first?.messages.map(\.text) == ["a secret"])
    }
}
