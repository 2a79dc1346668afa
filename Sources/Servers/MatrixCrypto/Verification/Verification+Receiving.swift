package import JSONKit
import OlmKit

/// Messages from the other device.
extension Verification {
    private static let agreement = "curve25519-hkdf-sha256"
    private static let hash = "sha256"
    private static let mac = "hkdf-hmac-sha256.v2"
    /// The most keys that the other side may confirm at once.
    private static let keyLimit = 100

    /// Takes a message of the other user with this transaction id, and returns the answers.
    ///
    /// - Parameter type: the event's type without `m.key.verification.`.
    package mutating func receive(_ type: String, _ content: JSONText) -> [VerificationMessage] {
        guard !isEnded else { return [] }
        do { return try step(type, content) } catch { return cancel(error) }
    }

    private mutating func step(
        _ type: String,
        _ content: JSONText
    ) throws(VerificationCancellation) -> [VerificationMessage] {
        switch (type, step) {
        case ("cancel", _):
            var code: String?
            if case .string(let text)? = content["code"] { code = text }
            step = .cancelled(VerificationCancellation(received: code), byThem: true)
            return []
        case ("ready", .requested(let parties)): return try receiveReady(content, of: parties)
        // Further devices answered the same request.
        case ("ready", _) where asking == nil && content.id("from_device")?.isID(theirs?.device.device) != true:
            return []
        case ("start", .ready): return try receiveStart(content)
        case ("start", .started): return isFirst ? [] : try receiveStart(content)
        case ("accept", .started(let side, let start)):
            guard case .string(let commitment)? = content["commitment"], content["hash"] == .string(Self.hash),
                content["key_agreement_protocol"] == .string(Self.agreement),
                content["message_authentication_code"] == .string(Self.mac),
                case .array(let forms)? = content["short_authentication_string"],
                forms.contains("emoji") || forms.contains("decimal")
            else { throw .method }
            step = .committed(side, start: start, commitment: commitment)
            return [message("key", ["key": .string(side.publicKey)])]
        case ("key", .accepted(let side)):
            try agree(side, content, as: .accepter)
            return [message("key", ["key": .string(side.publicKey)])]
        case ("key", .committed(let side, let start, let commitment)):
            guard case .string(let key)? = content["key"] else { throw .invalid }
            guard ShortAuthentication.commitment(to: key, start: start) == commitment else { throw .commitment }
            try agree(side, content, as: .starter)
            return []
        case ("mac", .agreed(let code)) where received == nil:
            received = try confirmedKeys(content, by: code)
            return finish()
        case ("done", .agreed) where isConfirmed: return []
        default: throw .unexpected
        }
    }

    /// Whether this device's start counts when both sent one.
    private var isFirst: Bool {
        guard let theirs = theirs?.device else { return true }
        let own = ours.device
        if !own.user.isID(theirs.user) { return own.user.utf8.lexicographicallyPrecedes(theirs.user.utf8) }
        return own.device.utf8.lexicographicallyPrecedes(theirs.device.utf8)
    }

    private mutating func receiveReady(
        _ content: JSONText,
        of parties: [Party]
    ) throws(VerificationCancellation) -> [VerificationMessage] {
        guard let id = content.id("from_device"), case .array(let methods)? = content["methods"],
            let party = parties.first(where: { $0.device.device.isID(id) })
        else { throw .invalid }
        // In a room, they see the answer.
        let others = room == nil ? parties.map(\.device.device).filter { !$0.isID(id) } : []
        (theirs, step) = (party, .ready)
        let ends = others.isEmpty ? [] : [cancellation(.accepted, of: others)]
        guard methods.contains(.string(Self.method)) else { return ends + cancel(.method) }
        let start = message(
            "start",
            [
                "from_device": .string(ours.device.device), "method": .string(Self.method),
                "key_agreement_protocols": [.string(Self.agreement)], "hashes": [.string(Self.hash)],
                "message_authentication_codes": [.string(Self.mac)],
                "short_authentication_string": ["decimal", "emoji"],
            ]
        )
        step = .started(try newSide(), start: String(decoding: start.content.canonicalBytes, as: UTF8.self))
        return ends + [start]
    }

    private mutating func receiveStart(_ content: JSONText) throws(VerificationCancellation) -> [VerificationMessage] {
        guard content.id("from_device")?.isID(theirs?.device.device) == true else { throw .invalid }
        func offers(_ name: String, _ value: String) -> Bool {
            if case .array(let values)? = content[name] { values.contains(.string(value)) } else { false }
        }
        guard content["method"] == .string(Self.method), offers("key_agreement_protocols", Self.agreement),
            offers("hashes", Self.hash), offers("message_authentication_codes", Self.mac),
            offers("short_authentication_string", "decimal")
        else { throw .method }
        let forms = ["decimal", "emoji"].filter { offers("short_authentication_string", $0) }
        let side = try newSide()
        let text = String(decoding: content.canonicalBytes, as: UTF8.self)
        step = .accepted(side)
        return [
            message(
                "accept",
                [
                    "method": .string(Self.method), "key_agreement_protocol": .string(Self.agreement),
                    "hash": .string(Self.hash), "message_authentication_code": .string(Self.mac),
                    "short_authentication_string": .array(forms.map { .string($0) }),
                    "commitment": .string(ShortAuthentication.commitment(to: side.publicKey, start: text)),
                ]
            )
        ]
    }

    private func newSide() throws(VerificationCancellation) -> ShortAuthentication {
        do { return try ShortAuthentication(random: random) } catch { throw .invalid }
    }

    private mutating func agree(
        _ side: ShortAuthentication,
        _ content: JSONText,
        as role: ShortAuthentication.Role
    ) throws(VerificationCancellation) {
        guard case .string(let key)? = content["key"], let theirs else { throw .invalid }
        do {
            let code = try side.agree(
                with: key,
                as: role,
                ours: ours.device,
                theirs: theirs.device,
                transaction: transaction
            )
            step = .agreed(code)
        } catch { throw .invalid }
    }

    /// Returns the keys that MACs confirm, among those that the homeserver shows. The device's own key must be one of them.
    ///
    /// A right MAC of another master key proves that the homeserver hides or replaces it, and ends the verification.
    private func confirmedKeys(
        _ content: JSONText,
        by code: ShortAuthenticationCode
    ) throws(VerificationCancellation) -> Confirmed {
        guard let theirs, case .object(let members)? = content["mac"], members.count <= Self.keyLimit,
            case .string(let list)? = content["keys"]
        else { throw .invalid }
        // A homeserver could name a device like a master key, whose MAC would then seem to be of both.
        guard theirs.master?.isID(theirs.device.device) != true else { throw .keys }
        let ids = members.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var (hasDevice, master) = (false, String?.none)
        do {
            try code.verify(list, of: ids.joined(separator: ","), keyID: Self.keyIDs)
            for member in members {
                guard case .string(let mac) = member.value else { throw CryptoError.malformed }
                if member.name.isID("ed25519:\(theirs.device.device)") {
                    try code.verify(mac, of: theirs.signing, keyID: member.name)
                    hasDevice = true
                } else if let key = theirs.master, member.name.isID("ed25519:\(key)") {
                    try code.verify(mac, of: key, keyID: member.name)
                    master = key
                } else if isKeyOfItself(member.name, mac, by: code) {
                    throw CryptoError.authenticationFailed
                }
            }
        } catch { throw .keys }
        guard hasDevice else { throw .keys }
        return Confirmed(device: theirs.device, signing: theirs.signing, master: master)
    }

    /// Whether a MAC is right for a key that is its own id, as master keys are.
    private func isKeyOfItself(_ name: String, _ mac: String, by code: ShortAuthenticationCode) -> Bool {
        let key = String(name.dropFirst("ed25519:".utf8.count))
        return (try? code.verify(mac, of: key, keyID: name)) != nil
    }
}
