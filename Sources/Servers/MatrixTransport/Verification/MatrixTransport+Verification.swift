public import ChatTypes
import Foundation
import JSONKit
public import MatrixCrypto
import RuntimeKit

/// Devices of the account and of other users: shown, blocked, and verified by comparing emoji.
extension MatrixTransport {
    private var keys: MatrixEncryption {
        get throws {
            guard let encryption else { throw VerificationError.noEncryption }
            return encryption
        }
    }

    /// Returns a user's devices in the order of their ids, without this one. Throws `VerificationError` or `ServiceError`.
    public func devices(of user: ContactID) async throws -> [DeviceSummary] {
        try await readDevices(of: user)
        return try await keys.machine.devices(of: user).map(DeviceSummary.init)
    }

    /// Whether a verification proved the identity that the homeserver shows for a user; nil if it shows another one than was proved.
    public func isVerified(_ user: ContactID) async throws -> Bool? {
        try await readDevices(of: user)
        return try await keys.machine.isVerified(user)
    }

    /// Blocks a device, so that it gets no keys to messages from then on, or ends that. Throws `VerificationError.noDevice` if there
    /// is none.
    public func setBlocked(_ isBlocked: Bool, device: String, of user: ContactID) async throws {
        try await readDevices(of: user)
        guard try await keys.machine.setBlocked(isBlocked, device: DeviceID(device), of: user) else {
            throw VerificationError.noDevice
        }
    }

    /// Accepts the identity that the homeserver shows for a user, if it has changed.
    public func acknowledgeIdentity(of user: ContactID) async throws {
        try await readDevices(of: user)
        try await keys.machine.acknowledgeIdentities(of: [user])
    }

    /// Asks a user's devices, or one of them, to be verified, and returns the last stage, once it is done or cancelled.
    ///
    /// Without a device, asks all of the user's; the first that answers is verified. Calls `answer` for each new stage: it shows the
    /// stage, and returns whether to go on. Receives the messages of encryption itself, so the account may not be synced meanwhile.
    /// What it receives is stored.
    public func verify(
        _ user: ContactID,
        device: String?,
        answer: (VerificationStage) async throws -> Bool
    ) async throws -> VerificationStage {
        let token = try await receiveMessages(since: nil)
        try await readDevices(of: user)
        guard try await keys.machine.verify(user.rawValue, device: device) else { throw VerificationError.noDevice }
        return try await runVerification(of: user, since: token, answer: answer)
    }

    /// Waits until a device of a user asks to be verified, for ten minutes, and answers it as ``verify(_:device:answer:)`` does.
    public func answerVerification(
        of user: ContactID,
        answer: (VerificationStage) async throws -> Bool
    ) async throws -> VerificationStage {
        try await readDevices(of: user)
        var token = try await receiveMessages(since: nil)
        let end = environment.now() + 600
        while try await keys.machine.showRequest(of: user.rawValue) == nil {
            guard environment.now() < end else { throw VerificationError.noRequest }
            token = try await receiveMessages(since: token)
        }
        // The device that asks may be new.
        try await readDevices(of: user)
        return try await runVerification(of: user, since: token, answer: answer)
    }

    private func runVerification(
        of user: ContactID,
        since token: String,
        answer: (VerificationStage) async throws -> Bool
    ) async throws -> VerificationStage {
        let machine = try keys.machine
        var (token, last) = (token, VerificationStage?.none)
        do {
            while true {
                try await machine.expireVerification()
                try await keys.sendRepairs()
                guard let current = await machine.currentVerification else { throw VerificationError.noRequest }
                // After it ended, a request of another user may have taken its place.
                guard ContactID(current.user) == user else { throw VerificationError.ended }
                let stage = current.stage
                if stage != last {
                    last = stage
                    let goesOn = try await answer(stage)
                    switch stage {
                    case .done, .cancelled:
                        try await keys.signVerified()
                        return stage
                    default: if let reply = stage.answer(goesOn) { _ = try await keys.perform(reply, to: current) }
                    }
                    // What the answer led to is sent before more is awaited.
                    if await machine.currentVerification?.stage != stage { continue }
                    try await keys.sendRepairs()
                }
                token = try await receiveMessages(since: token)
            }
        } catch {
            // The other device learns that it ended, if the homeserver can be reached.
            if let current = await machine.currentVerification, ContactID(current.user) == user {
                try? await machine.cancelVerification(.user, current.number)
            }
            try? await keys.sendRepairs()
            throw error
        }
    }

    private func readDevices(of user: ContactID) async throws { try await keys.readDevices(of: user) }

    /// Receives the messages of other devices, and nothing of rooms. Returns the token to continue from.
    private func receiveMessages(since token: String?) async throws -> String {
        let none = #"{"types":[]}"#
        let filter = #"{"presence":\#(none),"account_data":\#(none),"room":{"rooms":[]}}"#
        var query = [(name: "filter", value: filter), (name: "timeout", value: token == nil ? "0" : "10000")]
        if let token { query.append((name: "since", value: token)) }
        let response = try await api.get(["v3", "sync"], query: query)
        guard let next = response["next_batch"]?.unmasked else { throw ServiceError.responseLost }
        try await keys.receive(response, since: token)
        return next
    }
}

extension VerificationStage {
    /// The answer that a yes or no to the stage is; nil for a yes to a stage that asks nothing.
    fileprivate func answer(_ isYes: Bool) -> VerificationAnswer? {
        switch self {
        case .comparing: isYes ? .match : .mismatch
        case .asked where isYes: .accept
        default: isYes ? nil : .cancel
        }
    }
}

extension MatrixEncryption {
    /// Has the account sign what verifications proved, if the private keys are here. One that the homeserver refuses is not tried again.
    func signVerified() async throws {
        while let verification = await machine.unsigned.first {
            do { try await sign(verification) } catch ServiceError.refused(let code, let text) {
                await machine.confirmSigned(verification)
                throw ServiceError.refused(code, text: text)
            }
            await machine.confirmSigned(verification)
        }
    }

    private func sign(_ verification: Verification) async throws {
        let query: JSONText = ["device_keys": .object([.init(name: verification.user, value: .array([]))])]
        let answer = try await api.post(["v3", "keys", "query"], query)
        guard let body = try await machine.verifiedSignatures(of: verification, in: answer) else { return }
        try await api.post(["v3", "keys", "signatures", "upload"], body)
    }
}
