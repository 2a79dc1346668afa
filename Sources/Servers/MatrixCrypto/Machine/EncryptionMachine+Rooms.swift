package import JSONKit
import OlmKit

/// An encrypted event in a room, as the homeserver sent it.
package struct EncryptedEvent: Sendable {
    package let id: String
    package let room: String
    package let sender: String
    package let content: JSONValue

    package init(id: String, room: String, sender: String, content: JSONValue) {
        (self.id, self.room, self.sender, self.content) = (id, room, sender, content)
    }

    fileprivate var session: String? { content["session_id"]?.unmasked }

    fileprivate var ciphertext: String? { content["ciphertext"]?.unmasked }

    fileprivate var verified: Result<VerifiedMegolmMessage, CryptoError> {
        guard let session, let ciphertext else { return .failure(.malformed) }
        do throws(CryptoError) {
            return .success(try VerifiedMegolmMessage(ciphertext, session: session))
        } catch { return .failure(error) }
    }

    /// The event that it edits; nil for none. The relation is outside the encryption.
    fileprivate var replaced: String? {
        guard let relation = content["m.relates_to"], relation["rel_type"]?.string == "m.replace" else { return nil }
        return relation["event_id"]?.unmasked
    }
}

/// The result of decrypting an event.
package enum Decryption: Sendable {
    /// The type and content that its sender encrypted.
    case readable(type: String, content: JSONValue)
    /// The key to a session has not come, or not from so early on.
    case waiting(session: String, WaitingReason)
    /// It can never be read.
    case unreadable(UnreadableReason)
}

/// The reason why an event waits for its key.
package enum WaitingReason: Hashable, Sendable {
    case noKey
    /// The sender's device does not share the key with this one, for a reason such as `m.unverified`.
    case withheld(code: String)
    /// The key that came reads later messages only.
    case beforeKey
    /// The keys of this device were lost, so none can come.
    case lost

    /// The code of a sender's device that has no Olm session with this one.
    package static let noSession = "m.no_olm"
}

/// The reason why an event can never be read.
package enum UnreadableReason: Hashable, Sendable {
    /// The event is encrypted in a way that is not supported.
    case unknownAlgorithm
    /// The event, or what is inside, does not have the form of one.
    case malformed
    /// The event was changed, or moved from another room, sender or device.
    case notAuthentic
    /// Another event contains the same encrypted message.
    case replayed
}

extension EncryptionMachine {
    /// Decrypts events, and records which index of its session each has.
    ///
    /// The same event gives the same result whenever it comes again. The homeserver's statements of room and sender count only if the
    /// encrypted message and its key confirm them.
    package func decrypt(_ events: [EncryptedEvent]) async throws -> [Decryption] {
        let messages = await Self.verify(events)
        return try write { _ in
            var cache: [SessionName: [RoomKey]] = [:]
            let areKeysWanted = try !keyRequests.isEmpty
            return try zip(events, messages).map { try decrypt($0, $1, &cache, areKeysWanted) }
        }
    }

    private typealias Verified = Result<VerifiedMegolmMessage, CryptoError>

    /// Verifies events, a page of them on all cores: that costs as much as all the rest.
    private static func verify(_ events: [EncryptedEvent]) async -> [Verified] {
        guard events.count > verifiedAtOnce else { return events.map(\.verified) }
        return await withTaskGroup(of: (start: Int, messages: [Verified]).self) { group in
            for start in stride(from: 0, to: events.count, by: verifiedAtOnce) {
                let some = events[start..<min(start + verifiedAtOnce, events.count)]
                group.addTask { (start, some.map(\.verified)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.start < $1.start }.flatMap(\.messages)
        }
    }

    /// The events that are verified one after the other.
    private static let verifiedAtOnce = 16

    /// Returns those of some events that were encrypted and have been decrypted here.
    package func decrypted(among events: [String]) throws -> Set<String> {
        Set(try events.filter { try roomKeys.hasRead($0) })
    }

    private struct SessionName: Hashable {
        let room: String
        let session: String
        let sender: String
    }

    private func decrypt(
        _ event: EncryptedEvent,
        _ verified: Verified,
        _ cache: inout [SessionName: [RoomKey]],
        _ areKeysWanted: Bool
    ) throws -> Decryption {
        guard event.content["algorithm"]?.string == Algorithm.megolm else { return .unreadable(.unknownAlgorithm) }
        guard let session = event.session, Self.isUsable(session), event.ciphertext != nil else {
            return .unreadable(.malformed)
        }
        let name = SessionName(room: event.room, session: session, sender: event.sender)
        var keys = try cache[name] ?? roomKeys.keys(of: session, in: event.room, from: event.sender)
        cache[name] = keys
        guard !keys.isEmpty else {
            let code =
                try roomKeys.withheld(session, in: event.room)
                ?? (broken.isUnreached(event.sender) ? WaitingReason.noSession : nil)
            try want(verified, of: session, in: event.room)
            return .waiting(session: session, isLost ? .lost : code.map { .withheld(code: $0) } ?? .noKey)
        }
        var failure = CryptoError.authenticationFailed
        for (number, key) in keys.enumerated() {
            do {
                let decrypted = try keys[number].session.decrypt(verified.get())
                // The next message goes on from there: one step of the ratchet instead of hundreds.
                cache[name] = keys
                guard try devices.allows(key.senderKey, ofDeviceSigningWith: key.signingKey, by: key.sender) else {
                    continue
                }
                let isFirst = try roomKeys.record(
                    event.id,
                    replacing: event.replaced,
                    at: decrypted.index,
                    of: session,
                    by: key.senderKey
                )
                guard isFirst else { return .unreadable(.replayed) }
                if areKeysWanted {
                    try keyRequests.setArrived(session, from: decrypted.index, in: event.room)
                }
                return Self.content(of: decrypted.plaintext, in: event.room)
            } catch let error as CryptoError { failure = error }
        }
        if failure == .keyUnavailable { try want(verified, of: session, in: event.room) }
        return switch failure {
        case .keyUnavailable: .waiting(session: session, .beforeKey)
        case .malformed, .tooLong, .unsupportedVersion: .unreadable(.malformed)
        default: .unreadable(.notAuthentic)
        }
    }

    private func want(_ message: Verified, of session: String, in room: String) throws {
        guard !isLost, let index = try? message.get().index else { return }
        try keyRequests.want(session, from: index, in: room, at: second)
    }

    private static func content(of plaintext: [UInt8], in room: String) -> Decryption {
        guard let json = try? JSONDocument(plaintext).root, let type = json["type"]?.unmasked,
            let content = json["content"], content.isObject
        else { return .unreadable(.malformed) }
        guard json["room_id"]?.unmasked == room else { return .unreadable(.notAuthentic) }
        return .readable(type: type, content: content)
    }

    // MARK: New keys

    /// Returns keys that have come since `settle`, for which events may wait.
    package func newRoomKeys() throws -> [NewRoomKey] { try roomKeys.new() }

    /// Confirms that the events that waited for these keys have been stored as readable.
    package func settle(_ keys: [NewRoomKey]) throws {
        guard let last = keys.map(\.number).max() else { return }
        try write { _ in try roomKeys.settle(upTo: last) }
    }

    /// Has keys that are here already count as new, for events that began to wait while they came.
    package func expectKeys(of sessions: [(room: String, session: String)]) throws {
        try write { _ in for (room, session) in sessions { try roomKeys.markNew(session, in: room) } }
    }
}
