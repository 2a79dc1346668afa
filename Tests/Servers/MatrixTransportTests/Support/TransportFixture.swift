import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixCrypto
import OlmKit
import RuntimeKit
import SimulationKit
import Synchronization
import Transport

@testable import MatrixTransport

/// The adapter on a homeserver that a test simulates, in virtual time.
final class TransportFixture: Sendable {
    /// Long enough to be hidden in what a homeserver says.
    static let token = "the token"

    let executor: SimulationExecutor
    let folder: Folder
    let ledger: MatrixLedger
    let http = HTTPFake()
    let transport: MatrixTransport
    let events = Recorder<LiveEvent>()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(
        seed: UInt64? = nil,
        randomSeed: UInt64? = nil,
        settings: MatrixSettings = MatrixSettings(),
        in folder: Folder? = nil,
        user: ContactID = me,
        isEncrypting: Bool = false,
        witness: String? = nil
    ) throws {
        executor = SimulationExecutor(seed: seed ?? 1, schedule: seed == nil ? .inOrder : .shuffled)
        self.folder = try folder ?? Folder()
        ledger = try self.folder.open(user: user)
        let environment = ChatEnvironment(
            clock: executor.clock,
            now: { Date(timeIntervalSince1970: 1_600_000_000) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: randomSeed ?? seed ?? 1))
        )
        let account = MatrixAccount(homeserver: "https://test", user: user, device: "D", token: Self.token)
        let keys = self.folder.url.appending(path: "crypto.sqlite").path
        let machine =
            isEncrypting
            ? try EncryptionMachine(
                path: keys,
                user: user.rawValue,
                device: "D",
                witness: witness,
                now: environment.now
            ) : nil
        transport = MatrixTransport(
            account: account,
            ledger: ledger,
            client: http,
            environment: environment,
            encryption: machine,
            settings: settings
        )
    }

    /// Cancels all tasks and waits for them.
    deinit {
        for task in tasks.withLock(\.self) { task.cancel() }
        executor.run(for: .seconds(1))
    }

    /// Returns the keys of another device.
    func machine(of user: ContactID, _ device: String) throws -> EncryptionMachine {
        try EncryptionMachine(
            path: folder.url.appending(path: "\(device).sqlite").path,
            user: user.rawValue,
            device: device,
            now: { Date(timeIntervalSince1970: 1_600_000_000) }
        )
    }

    /// Starts `body`, which runs while time passes.
    @discardableResult
    func begin(_ body: @escaping @Sendable (MatrixTransport) async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { [transport] in await body(transport) }
        tasks.withLock { $0.append(task) }
        return task
    }

    /// Runs `body` to its end in virtual time; returns its value or rethrows its error.
    @discardableResult
    func result<Value: Sendable>(_ body: @escaping @Sendable (MatrixTransport) async throws -> Value) throws -> Value {
        let end = Recorder<Result<Value, any Error>>()
        begin { transport in
            do { end.record(.success(try await body(transport))) } catch { end.record(.failure(error)) }
        }
        _ = executor.run { !end.all.isEmpty }
        return try end.all.first.unwrapped().get()
    }

    /// Receives pushes until the test ends; returns the errors that ended them.
    @discardableResult
    func receive() -> Recorder<any Error> {
        let failures = Recorder<any Error>()
        begin { [events] transport in
            do { try await transport.receive { events.record($0) } } catch { failures.record(error) }
        }
        return failures
    }

    /// Receives pushes until the test ends, and syncs once.
    func start(since cursor: String? = nil) throws {
        receive()
        run(.seconds(1))
        _ = try sync(since: cursor)
    }

    func sync(since cursor: String? = nil) throws -> SyncPage {
        let cursor = cursor.map { SyncCursor("\(ledger.id)/\($0)") }
        return try result { try await $0.sync(since: cursor) }
    }

    func run(_ duration: Duration) { executor.run(for: duration) }

    var liveTexts: [[String]] {
        events.all.compactMap { event in
            if case .updates(let updates) = event { updates.flatMap(\.messages).map(\.text) } else { nil }
        }
    }
}

extension TransportFixture {
    /// Adds a key to messages of the room, as from a file; returns its Megolm session.
    @discardableResult
    func addKey() throws -> String {
        let session = try MegolmInboundSession(sharedKey: MegolmOutboundSession().sharedKey)
        try addKey(to: session)
        return session.id
    }

    /// Adds the key to a Megolm session of the room, as from a file.
    func addKey(to session: MegolmInboundSession) throws {
        let entry: JSONText = [
            "algorithm": "m.megolm.v1.aes-sha2", "room_id": "!room:test", "session_id": .string(session.id),
            "session_key": .string(try session.exportedKey()),
            "sender_key": .string(try AgreementKey().publicKey.base64),
            "sender_claimed_keys": ["ed25519": .string(try SigningKey().publicKey.base64)],
        ]
        let file = try KeyFile.encrypt(Secret(JSONText.array([entry]).bytes), passphrase: "word", rounds: 10)
        let added = try result {
            try await $0.encryption.unwrapped().machine.importKeys(file, passphrase: "word").newKeys
        }
        guard added == 1 else { throw Missing() }
    }
}

final class Recorder<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])
    var all: [Element] { state.withLock(\.self) }
    func record(_ element: Element) { state.withLock { $0.append(element) } }
}

/// The sync responses of a simulated homeserver, by the token that they follow; a long poll waits for one.
final class SyncFake: Sendable {
    private let answers: Mutex<[String: String]>
    private let added = Signal()

    init(_ answers: [String: String]) { self.answers = Mutex(answers) }

    func add(_ answer: String, since token: String) {
        answers.withLock { $0[token] = answer }
        added.wakeAll()
    }

    func answer(_ call: Call) async throws -> HTTPResponse {
        let since = call.query["since"] ?? ""
        while true {
            if let answer = answers.withLock({ $0[since] }) { return .json(answer) }
            guard call.isLongPoll else { return .json(#"{"next_batch":"\#(since)"}"#) }
            await added.wait()
            try Task.checkCancellation()
        }
    }
}
