import ChatTypes
package import JSONKit
import OlmKit

/// Keys to messages that the account's own devices ask each other for.
///
/// Only devices that the user verified, or that the account's proved identity signed, are asked and get keys: the homeserver could
/// add others.
extension EncryptionMachine {
    private static let requestType = "m.room_key_request"
    /// The time for which a key may come by itself, in seconds.
    private static let patience: Int64 = 30

    /// Has the account's other devices asked for keys that have been missing for half a minute, and told of those that have come since:
    /// 20 keys at a time, and the rest at the next call.
    ///
    /// Send what `nextShare` returns for no room.
    package func requestKeys() throws {
        guard try !keyRequests.isEmpty else { return }
        let (others, arrived) = (try provedDevices(), try keyRequests.arrived())
        let due = others.isEmpty ? [] : try keyRequests.due(after: Self.patience, at: second)
        guard !arrived.isEmpty || !due.isEmpty else { return }
        try write { _ in
            for wanted in arrived {
                if let id = wanted.id {
                    let content = request("request_cancellation", id)
                    try insertMessages(type: Self.requestType, for: others, in: Self.noRoom) { _ in content }
                }
                try keyRequests.delete(wanted)
            }
            for wanted in due {
                let id = Base64.encode(try random.bytes(count: 12), alphabet: .urlSafe)
                let body: JSONText = [
                    "algorithm": .string(Algorithm.megolm), "room_id": .id(wanted.room),
                    "session_id": .id(wanted.session),
                ]
                let content = request("request", id).with("body", body)
                try insertMessages(type: Self.requestType, for: others, in: Self.noRoom) { _ in content }
                try keyRequests.setAsked(wanted, id: id)
            }
        }
    }

    private func request(_ action: String, _ id: String) -> JSONText {
        ["action": .string(action), "request_id": .string(id), "requesting_device_id": .id(device)]
    }

    /// Returns the account's other devices whose keys are proved, without blocked ones.
    private func provedDevices() throws -> [UserDevice] {
        let master = try provedMaster()
        let isProved = try master != nil && master == trust.master(of: user)
        return try devices(of: user).filter { device in
            switch device.trust {
            case .verified: true
            case .blocked: false
            case .none: isProved && device.isSigned
            }
        }
    }

    // MARK: Answers

    /// Takes in a request of one of the account's devices, or its withdrawal. Nothing proves who made it: an answer goes to the device.
    func receiveKeyRequest(_ content: JSONValue, from sender: ContactID) throws {
        guard sender == user, let device: DeviceID = content["requesting_device_id"]?.identifier(),
            device != self.device, Self.isUsable(device), let id = content["request_id"]?.unmasked,
            (1...512).contains(id.utf8.count)
        else { return }
        switch content["action"]?.string {
        case "request":
            guard let body = content["body"], body["algorithm"]?.string == Algorithm.megolm,
                let room: ChatID = body["room_id"]?.identifier(), Self.isUsable(room),
                let session: SessionID = body["session_id"]?.identifier(), Self.isUsable(session)
            else { return }
            try keyRequests.insertQuestion(id, by: device, for: session, in: room, at: second)
        case "request_cancellation": try keyRequests.deleteQuestion(id, by: device)
        default: break
        }
    }

    /// Returns the body of a `/keys/claim` for the devices that ask for keys and have no session with this one; nil if there are none.
    package func claimForQuestions() throws -> JSONText? {
        let asking = Set(try keyRequests.questions().map(\.device))
        guard !asking.isEmpty else { return nil }
        let isMissing = try provedDevices().contains { device in
            try asking.contains(device.id) && !olmSessions.hasSession(with: device.peer)
        }
        return isMissing ? try claim(for: [user]) : nil
    }

    /// Gives the account's devices the keys that they asked for, as far as they are here; returns false if there was no question. Send
    /// what `nextShare` returns for no room.
    ///
    /// A device gets a key at most once an hour. A question that cannot be answered is forgotten: the device may ask again.
    @discardableResult
    package func answerQuestions() throws -> Bool {
        let questions = try keyRequests.questions()
        guard !questions.isEmpty else { return false }
        let proved = try provedDevices()
        try writeRatchet { _ in
            for question in questions {
                guard let device = proved.first(where: { $0.id == question.device }),
                    let key = try roomKeys.best(of: question.session, in: question.room),
                    try olmSessions.hasSession(with: device.peer)
                else {
                    try keyRequests.delete(question)
                    continue
                }
                try insertMessages(type: Self.encryptedType, for: [device], in: Self.noRoom) { device in
                    try encryptOlm("m.forwarded_room_key", key.forwarded, for: device)
                }
                try keyRequests.setAnswered(question, at: second)
            }
        }
        return true
    }

    /// Stores a key that another device of the account gave, if this one asked for it.
    func receiveForwardedKey(_ payload: OlmPayload) throws {
        guard payload.sender.user == user, let key = RoomKey(forwarded: payload.content),
            try keyRequests.isAsked(key.id, in: key.room),
            try provedDevices().contains(where: { $0.peer == payload.sender })
        else { return }
        _ = try roomKeys.insertUnproved(key)
    }
}

extension RoomKey {
    /// The content of the message that gives the key to another device.
    fileprivate var forwarded: JSONText {
        get throws {
            [
                "algorithm": .string(Algorithm.megolm), "room_id": .id(room), "session_id": .id(id),
                "session_key": .string(try session.exportedKey()), "sender_key": .string(claimed.identity.base64),
                "sender_claimed_ed25519_key": .string(claimed.signing?.base64 ?? ""),
                "forwarding_curve25519_key_chain": [],
            ]
        }
    }
}
