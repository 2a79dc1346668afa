import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixCrypto
import RuntimeKit
import SQLiteKit
import SimulationKit
import Synchronization
import Testing

@testable import MatrixTransport

/// The order of requests and commits around encryption, with a homeserver that a test simulates.
@Suite struct EncryptedSyncTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let http = HTTPFake()
    private let folder: Folder
    private let ledger: MatrixLedger
    private let machine: EncryptionMachine
    private let encryption: MatrixEncryption

    init() throws {
        folder = try Folder()
        ledger = try folder.open()
        machine = try EncryptionMachine(
            path: folder.url.appending(path: "crypto.sqlite").path,
            user: me.rawValue,
            device: "D",
            now: { Date(timeIntervalSince1970: 1_600_000_000) }
        )
        let api = MatrixAPI(homeserver: "https://test", token: "T", client: http)
        encryption = MatrixEncryption(machine, api: api, ledger: ledger, clock: executor.clock)
        http.answer = { call in
            call.path.contains("upload")
                ? .json(#"{"one_time_key_counts":{"signed_curve25519":50}}"#)
                : .json(#"{"device_keys":{"@me:test":{}}}"#)
        }
    }

    /// A new stream of the account's events.
    private var stream: SyncStream {
        SyncStream(
            api: MatrixAPI(homeserver: "https://test", token: "T", client: http),
            ledger: ledger,
            encryption: encryption,
            messagesPerRoom: 20,
            clock: executor.clock
        )
    }

    /// Runs the requests for a while.
    private func sendRequests(for duration: Duration = .seconds(1), _ body: (() -> Void)? = nil) {
        let task = Task(executorPreference: executor) { [encryption] in await encryption.sendRequests() }
        executor.run(for: duration)
        body?()
        task.cancel()
        executor.run(for: .seconds(1))
    }

    private func receive(_ text: String, since: String? = "1") {
        let task = Task(executorPreference: executor) { [encryption] in
            try? await encryption.receive(json(text), since: since)
        }
        executor.run(for: .seconds(1))
        task.cancel()
    }

    private var requests: [String] { http.calls.map { $0.path.dropFirst(2).joined() } }

    @Test func `the own device is queried before its keys are published, once`() {
        sendRequests()
        #expect(requests == ["query", "upload"])
        #expect(http.calls[1].body?["device_keys"]?["device_id"]?.string == "D")
        #expect(http.calls[1].body?["one_time_keys"]?.members.count == 50)
        sendRequests()
        #expect(requests.count == 2)
    }

    @Test func `one-time keys that were used are replaced after the sync that says so`() {
        sendRequests(for: .seconds(1)) {
            receive(#"{"next_batch":"2","device_one_time_keys_count":{"signed_curve25519":7}}"#)
            executor.run(for: .seconds(1))
        }
        #expect(requests == ["query", "upload", "upload"])
        #expect(http.calls[2].body?["one_time_keys"]?.members.count == 43)
        #expect(http.calls[2].body?["device_keys"] == nil)
    }

    @Test func `a request that fails is repeated after a pause, with the same keys`() {
        let answer = http.answer
        http.answer = { call in call.path.contains("upload") ? .failure(502, "") : try await answer(call) }
        sendRequests(for: .seconds(130))
        #expect(requests == ["query", "upload", "upload", "upload"])
        let bodies = http.calls.dropFirst().map(\.sent)
        #expect(bodies.allSatisfy { $0 == bodies[0] })
    }

    @Test func `nothing is published if the homeserver has other keys of this device`() throws {
        let other = try EncryptionMachine(
            path: folder.url.appending(path: "other.sqlite").path,
            user: me.rawValue,
            device: "D",
            now: { Date(timeIntervalSince1970: 0) }
        )
        let task = Task(executorPreference: executor) { try await other.upload() }
        executor.run(for: .seconds(1))
        let keys = Recorder<JSONText?>()
        Task(executorPreference: executor) { keys.record(try await task.value?["device_keys"]) }
        executor.run(for: .seconds(1))
        let published = try #require(try keys.all.first.unwrapped())
        let body: JSONText = ["device_keys": ["@me:test": ["D": published]]]
        http.answer = { _ in HTTPResponse(status: 200, body: body.bytes) }
        sendRequests(for: .seconds(200))
        #expect(requests == ["query"])
    }

    @Test(arguments: ["join", "leave"], [true, false])
    func `encrypted messages are read in rooms that the user is in and has left, at first and later`(
        section: String,
        isFirst: Bool
    ) throws {
        let world = try TransportFixture(isEncrypting: true)
        let secret = text(2).replacing("m.room.message", with: "m.room.encrypted")
        let me = section == "leave" ? member(MatrixTransportTests.me, "Me", "leave") : ""
        world.http.answer = { call in
            if call.path == ["versions"] {
                return .json(#"{"unstable_features":{"org.matrix.simplified_msc3575":\#(isFirst)}}"#)
            }
            if call.path.contains("org.matrix.simplified_msc3575") {
                let room = #""initial":true,"required_state":[\#(me)],"timeline":[\#(secret)]"#
                return .json(#"{"pos":"p","lists":{"all":{"count":1}},"rooms":{"!room:test":{\#(room)}}}"#)
            }
            switch call.query["since"] {
            case "1": return .json(groupAnswer("2", secret, as: section))
            default: return .json(isFirst ? #"{"next_batch":"t"}"# : answer("1", text(1), state: adasRoomState))
            }
        }
        // A list of all rooms tells nothing of a room that was left and is not known.
        let known = try syncAnswer(answer("0", text(1), state: adasRoomState))
        if isFirst { _ = try world.result { [world] _ in try await world.ledger.apply(known, since: nil) } }
        var page = try world.sync()
        if !isFirst { page = try world.sync(since: "1") }
        let texts = page.updates.flatMap(\.messages).map(\.text)
        #expect(texts == ["Encrypted message: this kind of encryption is not supported"])
    }

    @Test func `messages to the device that come before the list of rooms are taken in`() throws {
        let stream = stream
        http.answer = { call in
            if call.path == ["versions"] {
                return .json(#"{"unstable_features":{"org.matrix.simplified_msc3575":true}}"#)
            }
            guard call.isSync else { return .json(#"{"pos":"p","lists":{"all":{"count":0}},"rooms":{}}"#) }
            let event = #"{"type":"m.dummy","sender":"@ada:test","content":{}}"#
            return .json(#"{"next_batch":"t","to_device":{"events":[\#(event)]}}"#)
        }
        let (machine, taken) = (machine, Recorder<Int>())
        Task(executorPreference: executor) {
            _ = try await stream.sync(since: nil)
            taken.record(try await machine.takenMessageCount())
        }
        executor.run(for: .seconds(5))
        #expect(taken.all == [1])
    }

    @Test func `keys that were damaged are lost, and those of a copied store were used elsewhere`() throws {
        let (keys, witness) = (folder.url.appending(path: "crypto.sqlite"), folder.url.appending(path: "note").path)
        func device(witness: String? = nil) throws -> MatrixTransport {
            try TransportFixture(in: folder, isEncrypting: true, witness: witness).transport
        }
        #expect(try !device().hasLostKeys && !device().hasCopiedKeys)
        try SQLiteConnection(.file(path: keys.path), isWritable: true).execute("UPDATE account SET change = 'x'")
        let copied = try device(witness: witness)
        #expect(copied.hasCopiedKeys && !copied.hasLostKeys)
        let damaged = try Folder()
        try Data(repeating: 7, count: 4096).write(to: damaged.url.appending(path: "crypto.sqlite"))
        #expect(try TransportFixture(in: damaged, isEncrypting: true).transport.hasLostKeys)
    }

    @Test func `keys are committed before the next sync asks from behind them`() throws {
        let stream = stream
        let machine = machine
        let stored = Recorder<Int>()
        http.answer = { call in
            guard call.isSync else { return .json("{}") }
            switch call.query["since"] {
            case nil: return .json(#"{"next_batch":"1"}"#)
            case "1":
                let event = #"{"type":"m.dummy","sender":"@ada:test","content":{}}"#
                return .json(#"{"next_batch":"2","to_device":{"events":[\#(event)]}}"#)
            default:
                stored.record(try await machine.takenMessageCount())
                return .json(#"{"next_batch":"3"}"#)
            }
        }
        Task(executorPreference: executor) {
            _ = try await stream.sync(since: nil)
            _ = try await stream.sync(since: "1")
            _ = try await stream.sync(since: "2")
        }
        executor.run(for: .seconds(5))
        #expect(stored.all == [1])
    }
}
