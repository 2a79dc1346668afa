import Foundation
package import HTTPClient
package import JSONKit
package import MatrixTransport
import ProcessKit
import Synchronization

/// A homeserver started by `.ci/matrix start`.
package struct Synapse: Sendable {
    package let url: String
    let python: String
    private let name: String
    private let suite: String?
    private let passwords: [String: String]

    /// Returns the homeserver of a name; nil if none answers.
    ///
    /// - Parameter suite: a suite of tests, as `.ci/matrix` names it. Its users are its own: no other suite's rooms come with their
    ///   syncs, and it may change their keys.
    package static func running(_ name: String = "tests", for suite: String? = nil) async -> Synapse? {
        guard let synapse = Synapse(name, for: suite),
            (try? await MatrixLogin(discovering: .homeserver(synapse.url), over: CurlClient(), now: { Date() })) != nil
        else { return nil }
        return synapse
    }

    /// Returns the homeserver of a name, whether or not it answers.
    private init?(_ name: String, for suite: String? = nil) {
        guard let data = try? Data(contentsOf: Self.package.appending(path: ".build/matrix/\(name)/server.json")),
            let json = try? JSONDocument(Array(data)).root, let url = json["url"]?.string,
            let python = json["python"]?.string
        else { return nil }
        let users = json["users"]?.members.compactMap { user, word in word.string.map { (user, $0) } } ?? []
        (self.name, self.suite, self.url, self.python) = (name, suite, url, python)
        passwords = Dictionary(users) { first, _ in first }
    }

    /// Returns a homeserver beside that of the tests, starting it if necessary. Throws `PeerError`.
    package static func started(_ name: String) throws -> Synapse {
        try control("start", name)
        guard let synapse = Synapse(name) else { throw PeerError() }
        return synapse
    }

    package func stop() throws { try Self.control("stop", name) }
    package func start() throws { try Self.control("start", name) }

    private static func control(_ word: String, _ name: String) throws {
        let process = Process()
        process.executableURL = package.appending(path: ".ci/matrix")
        process.arguments = [word, name]
        process.standardOutput = FileHandle.nullDevice
        try process.start()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw PeerError() }
    }

    /// The name that Alice, for example, has in the suite.
    package func name(of user: String) -> String { suite.map { "\(user)-\($0)" } ?? user }
    package func id(of user: String) -> String { "@\(name(of: user)):test" }
    /// The user's id for a command to a peer.
    package func user(_ user: String) -> JSONText { .string(id(of: user)) }
    package func password(of user: String) -> String { passwords[name(of: user)] ?? "" }

    package func logIn(_ user: String, over client: any HTTPClient, device: String? = nil) async throws -> MatrixAccount
    {
        let login = try await MatrixLogin(discovering: .homeserver(url), over: client, now: { Date() })
        // Tests and measurements use the token for longer than it would last.
        let (name, password) = (name(of: user), password(of: user))
        return try await login.account(of: name, password: password, device: device, isRenewable: false)
    }

    /// The clients that `peer(_:)` has started, by homeserver and user. Each ends with this process, which closes its input.
    private static let peers = Mutex<[String: Peer]>([:])

    /// Returns another user's client, based on matrix-nio. The tests of a suite share it, one after the other: a start takes half a
    /// second of processor.
    package func peer(_ user: String) throws -> Peer {
        let key = "\(url) \(name(of: user))"
        if let started = Self.peers.withLock({ $0[key] }) { return started }
        let arguments = [url, id(of: user), password(of: user)]
        let peer = try Peer(python: python, script: "peer.py", arguments: arguments)
        Self.peers.withLock { $0[key] = peer }
        return peer
    }

    /// Starts another user's client with encryption; nil unless `.ci/oracle install` has installed what it needs.
    package func encryptedPeer(_ user: String) throws -> Peer? {
        guard Self.hasEncryptedPeer else { return nil }
        let arguments = [url, id(of: user), password(of: user)]
        return try Peer(python: Self.oracle, script: "encrypted_peer.py", arguments: arguments)
    }

    package static var hasEncryptedPeer: Bool { FileManager.default.isExecutableFile(atPath: oracle) }

    /// Whether the homeserver of the tests answers, and there is a client that encrypts beside it.
    package static var runsWithEncryptedPeer: Bool {
        get async { hasEncryptedPeer ? await running() != nil : false }
    }
    private static var oracle: String { package.appending(path: ".build/oracle/venv/bin/python").path }

    /// Starts a proxy in front of the homeserver.
    package func faults(seed: UInt64) throws -> FaultProxy {
        try FaultProxy(Peer(python: python, script: "faults.py", arguments: [url, "\(seed)"]))
    }

    /// Fills the homeserver with rooms for measurements, once; this takes long. Throws `PeerError`.
    package func fill() throws {
        let data = Self.package.appending(path: ".build/matrix/\(name)").path
        let words = ["alice", "bob", "carol"].map(password)
        let filling = try Peer(python: python, script: "populate.py", arguments: [url, data] + words)
        guard filling.greeting.string == "filled" else { throw PeerError() }
    }

    /// Measures matrix-nio during an initial sync, `live` messages and `idle` seconds without events.
    package func measureNio(_ user: String, messagesPerRoom: Int, live: Int, idle: Int) throws -> JSONValue {
        let words = [url, user, password(of: user), "\(messagesPerRoom)", "\(live)", "\(idle)", password(of: "carol")]
        return try Peer(python: python, script: "measure.py", arguments: words).greeting
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    static let package = folder.appending(path: "../../..").standardized
}

/// A proxy that simulates a bad network and other bad proxies in front of a homeserver.
package final class FaultProxy: Sendable {
    private let process: Peer
    package let url: String

    init(_ process: Peer) throws {
        guard let port = process.greeting.integer else { throw PeerError() }
        (self.process, url) = (process, "http://127.0.0.1:\(port)")
    }

    /// Returns an account whose requests go through the proxy.
    package func account(_ direct: MatrixAccount) -> MatrixAccount {
        MatrixAccount(homeserver: url, user: direct.user, device: direct.device, token: direct.token)
    }

    /// Makes `percent` of all requests fail from now on; returns the number of failures so far by kind.
    @discardableResult
    package func fail(percent: Int) throws -> [(fault: String, count: Int)] {
        try process.perform(.integer(Int64(percent))).members
            .map { (fault: $0.name, count: Int($0.value.integer ?? 0)) }
            .filter { $0.fault != "none" }
            .sorted { $0.fault < $1.fault }
    }
}
