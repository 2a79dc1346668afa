import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Verifications of users whose ids look the same and differ in their bytes.
@Suite struct LookalikeVerificationTests {
    private static let (name, lookalike) = ("@caf\u{e9}:test", "@cafe\u{301}:test")
    private let fixture: MachineFixture
    private let ann: EncryptionMachine

    init() throws {
        fixture = try MachineFixture()
        ann = try fixture.open()
    }

    @Test func `the account signs the master key of the verified user, not that of a lookalike`() async throws {
        let own = try CrossSigningKeys()
        try await ann.setIdentity(
            master: own.master.publicKey,
            secrets: [(SecretName.userSigning, own.userSigning.secret)]
        )
        func published(by user: String, _ identity: CrossSigningKeys) throws -> JSONText {
            let keys = DeviceKeys(user: user, device: "D", signing: try SigningKey(), identity: try AgreementKey())
            return identity.published(by: keys)
        }
        let identity = try CrossSigningKeys()
        let shown = try [
            (Self.lookalike, published(by: Self.lookalike, CrossSigningKeys())),
            (Self.name, published(by: Self.name, identity)),
        ]
        func members(_ name: String) -> JSONText {
            .object(shown.map { JSONText.Member(name: $0.0, value: $0.1[name] ?? .null) })
        }
        let answer: JSONText = ["master_keys": members("master_key"), "self_signing_keys": members("self_signing_key")]
        let party = try VerificationPair.party("@ann:test", "ANN")
        var proved = Verification(
            asking: [],
            of: Self.name,
            by: party,
            transaction: "T",
            at: VerificationPair.start,
            random: SecureRandom()
        )
        let master = identity.master.publicKey.base64
        proved.received = .init(
            device: .init(user: Self.name, device: "D"),
            signing: party.signing,
            master: master
        )
        proved.step = .done
        let signed = try await ann.verifiedSignatures(of: proved, in: answer.parsed)?[Self.name]?[master]
        #expect(signed?["keys"]?["ed25519:\(master)"] == .string(master))
        let userSigning = own.userSigning.publicKey
        #expect(signed?.isSigned(by: "@ann:test", device: userSigning.base64, with: userSigning) == true)
    }

    @Test func `a request is shown for its own user, and ended by nobody else`() async throws {
        try await ann.track([.init(Self.name), .init(Self.lookalike)])
        func send(_ type: String, from user: String, _ content: JSONText) async throws {
            let event: JSONText = [
                "type": .string("m.key.verification.\(type)"), "sender": .string(user),
                "content": content.with("transaction_id", "T"),
            ]
            try await ann.receive([event], since: nil, next: UUID().uuidString)
        }
        let request: JSONText = [
            "from_device": "D", "methods": ["m.sas.v1"], "timestamp": .integer(1_800_000_000_000),
        ]
        try await send("request", from: Self.name, request)
        #expect(try await ann.showRequest(of: Self.lookalike) == nil)
        #expect(try await ann.showRequest(of: Self.name) != nil)
        try await send("cancel", from: Self.lookalike, ["code": "m.user"])
        #expect(await ann.currentVerification?.stage == .asked)
        try await send("request", from: Self.lookalike, request)
        #expect(await ann.verifications.count == 2, "a request of its own, also with the same id")
    }
}
