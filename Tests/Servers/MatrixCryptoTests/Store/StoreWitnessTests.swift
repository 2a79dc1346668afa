import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// Copies of the store that are put back.
@Suite struct StoreWitnessTests {
    private let world: RoomFixture
    private let own: MachineFixture

    init() throws { (world, own) = (try RoomFixture(), try MachineFixture()) }

    private var witness: String { world.fixture.path + ".witness" }
    private var path: String { own.path }

    private func open(isWitnessed: Bool = true) throws -> EncryptionMachine {
        try EncryptionMachine(path: path, user: "@ann:test", device: "ANN", witness: isWitnessed ? witness : nil) {
            Date(timeIntervalSince1970: 1_800_000_000)
        }
    }

    /// Returns the store's file, once its last connection is closed.
    private func copy() async throws -> Data {
        for _ in 0..<100_000 where FileManager.default.fileExists(atPath: path + "-wal") { await Task.yield() }
        try #require(!FileManager.default.fileExists(atPath: path + "-wal"), "a connection is still open")
        return try Data(contentsOf: URL(filePath: path))
    }

    /// Writes a copy back, into the same file or into a new one.
    private func restore(_ data: Data, inPlace: Bool) async throws {
        _ = try await copy()
        guard inPlace else { return try data.write(to: URL(filePath: path), options: .atomic) }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: data)
        try handle.close()
    }

    /// Opens the store, shares the key if need be, and sends a message.
    private func send(_ text: String) async throws -> (body: JSONText, isCopy: Bool) {
        let machine = try open()
        try await world.share(from: machine)
        return (try await world.encrypt(text, by: machine), machine.isCopy)
    }

    @Test func `a store whose note cannot be written is a copy once, and encrypts on`() async throws {
        #expect(try await !send("first").isCopy)
        _ = try await copy()
        let gone = own.folder.appending(path: "nowhere/note").path
        func open() throws -> EncryptionMachine {
            try EncryptionMachine(path: path, user: "@ann:test", device: "ANN", witness: gone) {
                Date(timeIntervalSince1970: 1_800_000_000)
            }
        }
        #expect(try open().isCopy)
        for number in 1...3 {
            let machine = try open()
            #expect(!machine.isCopy)
            try await world.share(from: machine)
            _ = try await world.encrypt("\(number)", by: machine)
        }
    }

    @Test func `a store that stays in its place is no copy`() async throws {
        var sessions: Set<String> = []
        for number in 1...3 {
            let (body, isCopy) = try await send("\(number)")
            #expect(!isCopy)
            sessions.insert(try world.session(body))
        }
        #expect(sessions.count == 1)
    }

    @Test(arguments: [false, true])
    func `no key encrypts twice after a copy was put back, and others read what is sent`(_ inPlace: Bool) async throws {
        let first = try await send("first")
        let data = try await copy()
        let second = try await send("second")
        try await restore(data, inPlace: inPlace)
        let third = try await send("third")
        #expect(!first.isCopy && !second.isCopy && third.isCopy)
        #expect(try world.session(second.body) == world.session(first.body))
        #expect(try world.session(third.body) != world.session(second.body))
        for (body, text) in [(first.body, "first"), (second.body, "second"), (third.body, "third")] {
            #expect(try await world.read(body, by: world.bob) == text)
        }
        let fourth = try await send("fourth")
        #expect(!fourth.isCopy)
        #expect(try world.session(fourth.body) == world.session(third.body))
    }

    @Test func `retired sessions still read, and send no more`() async throws {
        let first = try await send("first")
        let data = try await copy()
        let peer = await world.bob.keys.peer
        _ = try await send("second")
        try await restore(data, inPlace: false)
        let machine = try open()
        #expect(machine.isCopy)
        #expect(try await machine.sessionCount(with: peer) == 1)
        #expect(try await machine.claim(for: RoomFixture.users) != nil)
        #expect(try await world.read(first.body, by: machine) == "first")
    }

    @Test func `a store in use at two places is noticed at the next start of each`() async throws {
        _ = try await send("first")
        let data = try await copy()
        let elsewhere = try MachineFixture()
        try data.write(to: URL(filePath: elsewhere.path))
        let other = try EncryptionMachine(path: elsewhere.path, user: "@ann:test", device: "ANN", witness: witness) {
            Date()
        }
        #expect(other.isCopy)
        try await world.share(from: other)
        _ = try await world.encrypt("elsewhere", by: other)
        #expect(try open().isCopy)
    }

    @Test func `a note that cannot be written counts as a copy, and none is needed without a path`() async throws {
        _ = try await send("first")
        #expect(try !open(isWitnessed: false).isCopy)
        let machine = try EncryptionMachine(path: path, user: "@ann:test", device: "ANN", witness: "/nowhere/note") {
            Date()
        }
        #expect(machine.isCopy)
    }

    @Test func `a change that fails after its note was written is no contradiction`() async throws {
        _ = try await send("first")
        let machine = try open()
        await machine.failWrites(from: 1)
        await #expect(throws: DiskError.self) { try await world.encrypt("lost", by: machine) }
        #expect(try !open().isCopy)
    }

    @Test func `a note is not written through a link`() async throws {
        let file = own.folder.appending(path: "another's")
        try Data("text".utf8).write(to: file)
        try FileManager.default.createSymbolicLink(atPath: witness, withDestinationPath: file.path)
        _ = try await send("first")
        #expect(try Data(contentsOf: file) == Data("text".utf8))
    }

    @Test func `the store opens, whatever the note contains`() async throws {
        _ = try await send("first")
        for text in ["", " ", "1", "x y z", String(repeating: "9", count: 10_000)] {
            try Data(text.utf8).write(to: URL(filePath: witness))
            #expect(try open().isCopy)
            _ = try await send("after \(text.count)")
            #expect(try !open().isCopy)
        }
    }

    @Test func `a store of the first version opens with all that it had`() async throws {
        let fixture = try MachineFixture()
        let keys = try SigningKey()
        _ = try fixture.connection(version: 1, signing: keys)
        let machine = try fixture.open()
        #expect(await machine.keys.signing.publicKey == keys.publicKey)
        #expect(try await machine.count("SELECT count(*) FROM broken") == 0)
        #expect(try await machine.count("PRAGMA user_version") == Int(CryptoSchema.version))
    }
}
