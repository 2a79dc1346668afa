import ChatTypes
package import Foundation
package import JSONKit
import OlmKit

/// A message of a verification, to devices or to a room.
package struct VerificationMessage: Hashable, Sendable {
    package let type: String
    package let content: JSONText
    package let user: String
    /// The ids of the devices that get it; empty in a room.
    package let devices: [String]
    /// The room that gets it, encrypted; nil for a message to devices.
    package var room: String?
}

/// One verification of another device by comparing emoji, `m.sas.v1`, from the request to its end.
///
/// Makes no requests: each change returns the messages to send. A message that does not fit the specification ends the verification.
package struct Verification: Sendable {
    /// A device that takes part, with the keys that the verification confirms.
    package struct Party: Hashable, Sendable {
        let device: ShortAuthentication.Device
        /// The device's Ed25519 key in Base64.
        let signing: String
        /// The master key of the device's user; nil if none is known, or for this device, if it was not proved.
        let master: String?
    }

    /// The keys of the other side that its MACs confirmed.
    package struct Confirmed: Hashable, Sendable {
        let device: ShortAuthentication.Device
        let signing: String
        let master: String?
    }

    enum Step: Sendable {
        case requested([Party])
        case asked
        case ready
        /// This device sent `m.key.verification.start`, with that content as canonical JSON.
        case started(ShortAuthentication, start: String)
        /// The other device accepted, and has this device's key.
        case committed(ShortAuthentication, start: String, commitment: String)
        /// This device accepted the other's start.
        case accepted(ShortAuthentication)
        case agreed(ShortAuthenticationCode)
        case done
        case cancelled(VerificationCancellation, byThem: Bool)
    }

    /// The time from the request to the end, in seconds.
    static let duration: Double = 600
    static let method = "m.sas.v1"
    package static let prefix = "m.key.verification."
    /// The kind of the message that is a request in a room.
    package static let requestKind = "m.key.verification.request"

    /// Tells it from all other verifications on this device since the start; 0 before it has begun. No other device chooses it.
    package var number = 0
    /// The id of the request's event in a room; until that is known, the id under which it is sent.
    package internal(set) var transaction: String
    /// The room in which it goes on; nil for messages between devices.
    package let room: String?
    /// The other device's user.
    package let user: String
    /// The id of the device that asked.
    let asking: String?
    let start: Date
    let ours: Party
    let random: SecureRandom
    var theirs: Party?
    var step: Step
    /// The events of the room that were taken in, which may come again.
    var events: Set<MessageID> = []
    var isConfirmed = false
    /// Whether the device that asked can compare emoji.
    private(set) var offersEmoji = true
    /// The other side's keys, once its MACs have come.
    var received: Confirmed?

    /// Asks all these devices of one user; the first that answers takes part.
    init(
        asking parties: [Party],
        of user: String,
        by ours: Party,
        transaction: String,
        in room: String? = nil,
        at now: Date,
        random: SecureRandom
    ) {
        (self.transaction, self.user, self.ours, self.random) = (transaction, user, ours, random)
        self.room = room
        (asking, start, step) = (nil, now, .requested(parties))
    }

    /// Reads a request; nil if it is malformed, ten minutes old, or from the future. See `offersEmoji`.
    init?(
        request: JSONText,
        from user: String,
        to ours: Party,
        in room: String? = nil,
        at now: Date,
        random: SecureRandom
    ) {
        guard let transaction = request.id("transaction_id"), let device = request.id("from_device"),
            case .array(let methods)? = request["methods"], case .integer(let milliseconds)? = request["timestamp"]
        else { return nil }
        let start = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        guard (-300..<Self.duration).contains(now.timeIntervalSince(start)) else { return nil }
        self.room = room
        (self.transaction, self.user, self.ours, self.random) = (transaction, user, ours, random)
        (asking, self.start, step) = (device, min(start, now), .asked)
        offersEmoji = methods.contains(.string(Self.method))
    }

    /// The stage as a person sees it.
    package var stage: VerificationStage {
        switch step {
        case .requested: .waiting
        case .ready, .started, .committed, .accepted: .ready
        case .asked: .asked
        case .agreed(let code): isConfirmed ? .confirmed : .comparing(emoji: code.emoji, numbers: code.decimals)
        case .done: .done
        case .cancelled(let reason, let byThem): .cancelled(reason, byThem: byThem)
        }
    }

    /// Whether it is the one with a user that has a transaction id, in a room or between devices.
    func isOf(_ user: String, _ transaction: String, in room: String?) -> Bool {
        self.user.isID(user) && self.transaction.isID(transaction) && self.room.map { $0.isID(room) } ?? (room == nil)
    }

    package var isEnded: Bool {
        switch step {
        case .done, .cancelled: true
        default: false
        }
    }

    /// The keys that the verification proved; nil before it is done.
    package var confirmed: Confirmed? { if case .done = step { received } else { nil } }

    // MARK: What this side does

    /// Returns the request.
    func request() -> [VerificationMessage] {
        guard case .requested(let parties) = step else { return [] }
        let content: JSONText = [
            "from_device": .string(ours.device.device), "methods": [.string(Self.method)],
        ]
        guard room == nil else { return [roomRequest(content)] }
        let dated = content.with("timestamp", .integer(Int64(start.timeIntervalSince1970 * 1000)))
        return [message("request", dated, to: parties.map(\.device.device))]
    }

    /// Returns the request as a message that other clients show as a text.
    private func roomRequest(_ content: JSONText) -> VerificationMessage {
        let body = "\(ours.device.user) asks to verify your device, which your program does not support"
        let message: JSONText = content.with("msgtype", .string(Self.requestKind)).with("to", .string(user))
        return VerificationMessage(
            type: "m.room.message",
            content: message.with("body", .string(body)),
            user: user,
            devices: [],
            room: room
        )
    }

    /// Answers the other device's request. Does nothing unless it asks.
    mutating func accept(_ party: Party) -> [VerificationMessage] {
        guard case .asked = step else { return [] }
        (theirs, step) = (party, .ready)
        return [
            message("ready", ["from_device": .string(ours.device.device), "methods": [.string(Self.method)]])
        ]
    }

    /// Records that the user sees the same emoji on both devices. Does nothing unless they are compared.
    package mutating func confirm() -> [VerificationMessage] {
        guard case .agreed(let code) = step, !isConfirmed else { return [] }
        isConfirmed = true
        var keys = [(id: "ed25519:\(ours.device.device)", key: ours.signing)]
        if let master = ours.master { keys.append(("ed25519:\(master)", master)) }
        keys.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        do {
            let macs = try keys.map {
                JSONText.Member(name: $0.id, value: .string(try code.mac(of: $0.key, keyID: $0.id)))
            }
            let list = try code.mac(of: keys.map(\.id).joined(separator: ","), keyID: Self.keyIDs)
            return [message("mac", ["mac": .object(macs), "keys": .string(list)])] + finish()
        } catch { return cancel(.invalid) }
    }

    /// Ends the verification and tells the other devices. Does nothing if it has ended.
    package mutating func cancel(_ reason: VerificationCancellation) -> [VerificationMessage] {
        guard !isEnded else { return [] }
        let devices: [String]
        if case .requested(let parties) = step {
            devices = parties.map(\.device.device)
        } else {
            devices = [theirs?.device.device ?? asking].compactMap(\.self)
        }
        step = .cancelled(reason, byThem: false)
        return devices.isEmpty && room == nil ? [] : [cancellation(reason, of: devices)]
    }

    /// Ends the verification if it has lasted for ten minutes, or the clock went back.
    package mutating func expire(at now: Date) -> [VerificationMessage] { isExpired(at: now) ? cancel(.timeout) : [] }

    /// Whether it has lasted for ten minutes, or the clock went back.
    func isExpired(at now: Date) -> Bool { !(0..<Self.duration).contains(now.timeIntervalSince(start)) }

    static let keyIDs = "KEY_IDS"

    /// Ends it once both sides have confirmed.
    mutating func finish() -> [VerificationMessage] {
        guard isConfirmed, received != nil else { return [] }
        step = .done
        return [message("done", [:])]
    }

    // MARK: Messages

    func cancellation(_ reason: VerificationCancellation, of devices: [String]) -> VerificationMessage {
        message("cancel", ["code": .string(reason.code), "reason": .string(reason.description)], to: devices)
    }

    func message(_ name: String, _ content: JSONText, to devices: [String]? = nil) -> VerificationMessage {
        let type = Self.prefix + name
        if let room {
            let relation: JSONText = ["rel_type": "m.reference", "event_id": .string(transaction)]
            let related = content.with("m.relates_to", relation)
            return VerificationMessage(type: type, content: related, user: user, devices: [], room: room)
        }
        return VerificationMessage(
            type: type,
            content: content.with("transaction_id", .string(transaction)),
            user: user,
            devices: devices ?? [theirs?.device.device].compactMap(\.self)
        )
    }
}

extension JSONText {
    /// A member that is an id of 1 to 255 bytes.
    func id(_ name: String) -> String? {
        guard case .string(let id)? = self[name], (1...255).contains(id.utf8.count) else { return nil }
        return id
    }
}
