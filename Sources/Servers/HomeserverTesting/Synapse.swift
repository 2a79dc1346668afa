import Foundation
package import HTTPClient
package import JSONKit
package import MatrixTransport

/// A homeserver started by `.ci/matrix start`.
package struct Synapse: Sendable {
    package let url: String
    let python: String
    private let name: String
    private let passwords: [String: String]

    /// Returns the homeserver of a name; nil if none answers.
    package static func running(_ name: String = "tests") async -> Synapse? {
        guard let synapse = Synapse(name),
            (try? await MatrixLogin(discovering: .homeserver(synapse.url), over: CurlClient(), now: { Date() })) != nil
        else { return nil }
        return synapse
    }

    /// Returns the homeserver of a name, whether or not it answers.
    private init?(_ name: String) {
        guard let data = try? Data(contentsOf: Self.package.appending(path: ".build/matrix/\(name)/server.json")),
            let json = try? JSONDocument(Array(data)).root, let url = json["url"]?.string,
            let python = json["python"]?.string
        else { return nil }
        let users = json["users"]?.members.compactMap { user, word in word.string.map { (user, $0) } } ?? []
        (self.name, self.url, self.python) = (name, url, python)
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
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw PeerError() }
    }

    package func password(of user: String) -> String { passwords[user] ?? "" }

    package func logIn(_ user: String, over client: any HTTPClient, device: String? = nil) async throws -> MatrixAccount
    {
        let login = try await MatrixLogin(discovering: .homeserver(url), over: client, now: { Date() })
        // Tests and measurements use the token for longer than it would last.
        return try await login.account(of: user, password: password(of: user), device: device, isRenewable: false)
    }

    /// Starts another user's client, based on matrix-nio.
    package func peer(_ user: String) throws -> Peer {
        try Peer(python: python, script: "peer.py", arguments: [url, "@\(user):test", password(of: user)])
    }

    /// Starts another user's client with encryption; nil unless `.ci/oracle install` has installed what it needs.
    package func encryptedPeer(_ user: String) throws -> Peer? {
        guard Self.hasEncryptedPeer else { return nil }
        let arguments = [url, "@\(user):test", password(of: user)]
        return try Peer(python: Self.oracle, script: "encrypted_peer.py", arguments: arguments)
    }

    package static var hasEncryptedPeer: Bool { FileManager.default.isExecutableFile(atPath: oracle) }
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
