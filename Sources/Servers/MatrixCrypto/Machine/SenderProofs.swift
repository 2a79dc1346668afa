import ChatTypes
import SQLiteKit

/// The proofs of who sent events, as a store has them.
struct SenderProofs {
    private let connection: SQLiteConnection
    /// This device.
    private let own: OlmPeer

    init(_ connection: SQLiteConnection, of own: OlmPeer) { (self.connection, self.own) = (connection, own) }

    /// Returns the users whose identity has changed since this device's user accepted it, in the order of their ids.
    ///
    /// The first identity that the homeserver shows for a user counts as accepted, and one that a verification proves. An identity of the
    /// account's own is accepted once its private keys were here.
    func changedIdentities() throws -> [ContactID] { try changedMasters().map(\.user) }

    /// Returns the changed identities with the master keys that the homeserver shows now.
    func changedMasters() throws -> [(user: ContactID, master: String)] {
        let master = try connection.first("SELECT master FROM account") { $0.optionalText(0) } ?? nil
        return try TrustTable(connection).changedIdentities().filter { $0.user != own.user || $0.master != master }
    }

    /// Returns why nothing proves who sent events of a room or edited them. Leaves out events that were proved, and those that nothing
    /// is known of.
    ///
    /// - Parameter events: the ids of events that were decrypted here.
    func doubts(about events: [MessageID], in room: ChatID) throws -> [MessageID: SenderDoubt] {
        let (changed, seen) = (Set(try changedIdentities()), SeenTable(connection))
        var doubts: [MessageID: SenderDoubt] = [:]
        for event in events {
            for proof in try seen.proofs(of: event, in: room) where doubts[event] == nil {
                doubts[event] = try doubt(about: proof, changed)
            }
        }
        return doubts
    }

    /// Returns why something does not prove the sender of an event; nil if it does.
    func doubt(about proof: SeenTable.Proof, _ changed: Set<ContactID>) throws -> SenderDoubt? {
        guard let device = proof.device, !proof.isCopy else { return .unprovedKey }
        if device == own { return nil }
        if changed.contains(device.user) { return .changedIdentity }
        return switch try DeviceTable(connection).standing(of: device) {
        case .missing: .unknownDevice
        case .gone where proof.timing != .timely: .unknownDevice
        case .gone(let isTrusted), .listed(let isTrusted): isTrusted ? nil : .unsigned
        }
    }
}
