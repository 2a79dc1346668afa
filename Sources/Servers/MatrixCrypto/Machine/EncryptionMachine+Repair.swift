package import ChatTypes
import Foundation
package import JSONKit
import OlmKit

/// New Olm sessions in place of broken ones.
extension EncryptionMachine {
    /// Returns the body of a `/keys/claim` for devices that sent a message which no session reads; nil if there are none.
    package func claimForBroken() throws -> JSONText? {
        claim(from: try broken.due())
    }

    /// Begins new sessions with the broken devices of a claim from its answer, and an `m.dummy` for each, by which the device learns of
    /// it.
    ///
    /// A device gets at most one in an hour, also if the answer has no key for it. Send what `nextShare` returns for no room.
    package func acceptClaimForBroken(_ answer: JSONValue, to claim: JSONText) throws {
        try writeRatchet { _ in
            // Others may have broken since the claim, and get another one.
            let due = Set(
                try broken.due().filter { claim["one_time_keys"]?[$0.user.rawValue]?[$0.id.rawValue] != nil }.map(
                    \.peer
                )
            )
            let begun = try beginSessions(with: answer) { device in due.contains(device.peer) }
            for peer in due { try broken.setReplaced(peer, at: second) }
            try insertMessages(type: Self.encryptedType, for: begun, in: Self.noRoom) { device in
                try encryptOlm("m.dummy", [:], for: device)
            }
        }
    }

    /// The queue of to-device messages that belong to no room.
    package static let noRoom = ChatID("")
    static let encryptedType = "m.room.encrypted"

    var second: Int64 { Int64(now().timeIntervalSince1970) }

    /// Records that an Olm message from a device cannot be read. A new session does no harm if the message was only forged or repeated.
    func recordBroken(_ identity: AgreementPublicKey, of user: ContactID) throws {
        guard identity != keys.identity.publicKey, Self.isUsable(user) else { return }
        try broken.insert(identity, of: user, at: second)
    }
}
