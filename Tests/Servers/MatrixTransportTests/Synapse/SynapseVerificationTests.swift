import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import MatrixCrypto
import RuntimeKit
import SimulationKit
import Testing
import ThreadTesting

@testable import MatrixTransport

/// Verification by emoji between devices on a real homeserver.
@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseVerificationTests {
    private let synapse: Synapse
    private let client = LenientClient()

    init() async throws { synapse = try await Synapse.running(for: "verification").unwrapped() }

    /// A logged-in device without a session.
    private struct Device {
        let folder: Folder
        let account: MatrixAccount
        let transport: MatrixTransport
        let machine: EncryptionMachine
    }

    private func device(_ user: String) async throws -> Device {
        let (folder, account) = (try Folder(), try await synapse.logIn(user, over: client))
        let environment = ChatEnvironment.real()
        let machine = try EncryptionMachine(
            path: folder.url.appending(path: "crypto.sqlite").path,
            user: account.user.rawValue,
            device: account.device,
            now: environment.now
        )
        let transport = MatrixTransport(
            account: account,
            ledger: try folder.open(user: account.user),
            client: client,
            environment: environment,
            encryption: machine,
            settings: MatrixSettings()
        )
        return Device(folder: folder, account: account, transport: transport, machine: machine)
    }

    /// The stages at both devices, if both people answer so; the asking one first.
    private func verify(
        _ asking: Device,
        _ asked: Device,
        isEqual: Bool = true
    ) async throws -> [[VerificationStage]] {
        async let first = stages { answer in
            try await asking.transport.verify(asked.account.user, device: asked.account.device, answer: answer)
        }
        async let second = stages(isEqual: isEqual) { answer in
            try await asked.transport.answerVerification(of: asking.account.user, answer: answer)
        }
        return try await [first, second]
    }

    private func stages(
        isEqual: Bool = true,
        of run: (_ answer: (VerificationStage) async throws -> Bool) async throws -> VerificationStage
    ) async throws -> [VerificationStage] {
        var stages: [VerificationStage] = []
        let last = try await run { stage in
            stages.append(stage)
            if case .comparing = stage { return isEqual }
            return true
        }
        #expect(stages.last == last)
        return stages
    }

    /// What both people compare; nil if it was not the same.
    private func compared(_ stages: [[VerificationStage]]) -> VerificationStage? {
        let shown = stages.map { stages in
            stages.first { if case .comparing = $0 { true } else { false } }
        }
        return shown[0] == shown[1] ? shown[0] : nil
    }

    @Test func `two users verify each other, and sign each other's identities`() async throws {
        let (alice, bob) = (try await device("alice"), try await device("bob"))
        for (device, user) in [(alice, "alice"), (bob, "bob")] {
            let password = synapse.password(of: user)
            try await device.transport.createRecovery(replacing: true, password: password)
        }
        let stages = try await verify(alice, bob)
        #expect(stages.map(\.last) == [.done, .done])
        #expect(compared(stages) != nil)
        #expect(try await alice.machine.isVerified(ContactID(synapse.id(of: "bob"))) == true)
        #expect(try await bob.machine.isVerified(ContactID(synapse.id(of: "alice"))) == true)
        let devices = try await alice.transport.devices(of: bob.account.user)
        #expect(devices.first { $0.id == bob.account.device }?.trust == .verified)
        let answer = try await alice.transport.api.post(
            ["v3", "keys", "query"],
            ["device_keys": [synapse.id(of: "bob"): []]]
        )
        let master = try answer["master_keys"].flatMap(JSONText.init(exactly:)).unwrapped()
        #expect(master[synapse.id(of: "bob")]?["signatures"]?[synapse.id(of: "alice")] != nil)
    }

    @Test func `an own device is signed by another after emoji, and knows the identity`() async throws {
        let (first, password) = (try await device("carol"), synapse.password(of: "carol"))
        try await first.transport.createRecovery(replacing: true, password: password)
        let second = try await device("carol")
        let before = try await second.transport.recoveryStatus()
        #expect(!before.isSigned && !before.isProved)
        let stages = try await verify(second, first)
        #expect(stages.map(\.last) == [.done, .done])
        let after = try await second.transport.recoveryStatus()
        #expect(after.isSigned && after.isProved)
    }

    @Test func `emoji that differ end it on both devices, and trust nothing`() async throws {
        let (alice, bob) = (try await device("alice"), try await device("bob"))
        #expect(try await !bob.transport.devices(of: alice.account.user).map(\.id).contains(alice.account.device))
        let stages = try await verify(alice, bob, isEqual: false)
        #expect(stages.map(\.last) == [.cancelled(.mismatch, byThem: true), .cancelled(.mismatch, byThem: false)])
        #expect(try await alice.machine.isVerified(ContactID(synapse.id(of: "bob"))) == false)
        let devices = try await bob.transport.devices(of: alice.account.user)
        #expect(devices.first { $0.id == alice.account.device }?.trust == DeviceTrust.none)
        await #expect(throws: VerificationError.noDevice) {
            try await alice.transport.verify(ContactID(synapse.id(of: "bob")), device: "NONE") { _ in true }
        }
    }
}
