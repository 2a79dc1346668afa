import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Ann, who asks, and Bob, with a wire between them that a test can change.
struct VerificationPair {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    var ann: Verification
    var bob: Verification
    /// The messages that have not arrived, with whether they are Ann's.
    var wire: [(isAnns: Bool, message: VerificationMessage)] = []
    /// Changes a message on the wire; nil loses it.
    var change: (VerificationMessage) -> VerificationMessage? = { $0 }

    static func party(_ user: String, _ device: String, master: String? = nil) throws -> Verification.Party {
        Verification.Party(
            device: .init(user: user, device: device),
            signing: try SigningKey().publicKey.base64,
            master: master
        )
    }

    /// - Parameters:
    ///   - bobsUser: Bob, or Ann for another device of hers.
    ///   - bobAs: Bob's device as the homeserver shows it to Ann; nil for its real keys.
    init(
        bobsUser: String = "@bob:test",
        annMaster: String? = "annsMaster",
        bobMaster: String? = "bobsMaster",
        bobAs: ((Verification.Party) throws -> Verification.Party)? = nil
    ) throws {
        let anns = try Self.party("@ann:test", "ANN", master: annMaster)
        let bobs = try Self.party(bobsUser, "BOB", master: bobMaster)
        let phone = try Self.party(bobsUser, "PHONE")
        ann = Verification(
            asking: [try bobAs?(bobs) ?? bobs, phone],
            of: bobsUser,
            by: anns,
            transaction: "T",
            at: Self.start,
            random: SecureRandom()
        )
        let request = ann.request()
        let asked = Verification(
            request: request[0].content,
            from: "@ann:test",
            to: bobs,
            at: Self.start,
            random: SecureRandom()
        )
        bob = try #require(asked)
        send(bob.accept(anns), byAnn: false)
    }

    mutating func send(_ messages: [VerificationMessage], byAnn: Bool) {
        let other = byAnn ? "BOB" : "ANN"
        wire += messages.filter { $0.devices.contains(other) }.map { (byAnn, $0) }
    }

    /// Delivers messages until none waits, at most `count`.
    mutating func deliver(_ count: Int = 100) {
        for _ in 0..<count where !wire.isEmpty {
            let (isAnns, message) = wire.removeFirst()
            guard let message = change(message) else { continue }
            let name = String(message.type.dropFirst(Verification.prefix.count))
            if isAnns {
                send(bob.receive(name, message.content), byAnn: false)
            } else {
                send(ann.receive(name, message.content), byAnn: true)
            }
        }
    }

    /// Has both confirm what they see.
    mutating func confirm() {
        send(ann.confirm(), byAnn: true)
        send(bob.confirm(), byAnn: false)
        deliver()
    }

    /// The names of the stages, Ann's first.
    var stages: [String] { [ann, bob].map(\.stage.name) }
}

extension VerificationStage {
    var name: String {
        switch self {
        case .waiting: "waiting"
        case .asked: "asked"
        case .ready: "ready"
        case .comparing: "comparing"
        case .confirmed: "confirmed"
        case .done: "done"
        case .cancelled(let reason, let byThem): "\(byThem ? "they" : "we"): \(reason.code)"
        }
    }
}
