package import JSONKit
import OlmKit
import SQLiteKit

/// Devices of other users, and of the account.
extension EncryptionMachine {
    /// The users of one query.
    private static let usersPerQuery = 250

    /// Returns the next `/keys/query`; nil if all lists are current.
    package func query() -> (query: DeviceLists.Query, body: JSONText)? {
        guard let query = lists.makeQuery(limit: Self.usersPerQuery) else { return nil }
        let users = query.users.map { JSONText.Member(name: $0, value: .array([])) }
        return (query, ["device_keys": .object(users)])
    }

    /// Stores the lists of an answer that are newer than the stored ones. Returns the number of lists stored.
    ///
    /// Throws `CryptoStoreError.lost` if the homeserver has other keys of this device: they were made by a store that is gone.
    @discardableResult
    package func acceptQuery(_ answer: JSONValue, to query: DeviceLists.Query) throws -> Int {
        let answered = answer["device_keys"]?.unmaskedMembers ?? []
        if let own = answered.first(where: { $0.name == keys.user })?.value { try checkOwnDevice(in: own) }
        return try write { lists in
            var count = 0
            for (user, devices) in answered where devices.isObject && lists.accept(user, from: query) {
                let identity = CrossSigningIdentity(answer, of: user)
                try self.devices.setDevices(devices, of: user, identity: identity)
                try trust.setMaster(identity?.master.base64, of: user)
                try self.devices.setPerson(user, isOutdated: lists.isOutdated(user))
                count += 1
            }
            return count
        }
    }

    private func checkOwnDevice(in list: JSONValue) throws {
        guard let json = list.unmaskedMembers.first(where: { $0.name == keys.device })?.value else {
            // A login under the same device id: the homeserver has forgotten the keys with the login before.
            try connection.run("UPDATE account SET uploaded = 0")
            return
        }
        let device = KnownDevice(json, user: keys.user, id: keys.device)
        guard device?.identity == keys.identity.publicKey.base64, device?.signing == keys.signing.publicKey.base64
        else {
            isLost = true
            throw CryptoStoreError.lost
        }
    }

    /// Returns the known devices of a user, without this one.
    package func devices(of user: String) throws -> [KnownDevice] {
        try devices.devices(of: user).filter { $0.identity != keys.identity.publicKey.base64 }
    }
}
