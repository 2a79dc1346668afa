package import ChatTypes
package import JSONKit
import OlmKit
import SQLiteKit

/// Devices of other users, and of the account.
extension EncryptionMachine {
    /// The users of one query.
    package static let usersPerQuery = 250

    /// Begins to track the devices of users who share an encrypted room with the account.
    package func track(_ users: [ContactID]) throws {
        try write { lists in for user in users { try track(user, &lists) } }
    }

    /// Begins to track a user's devices. Does nothing for an id that no homeserver gives, and for a user who is tracked.
    func track(_ user: ContactID, _ lists: inout DeviceLists) throws {
        guard !lists.isTracked(user), Self.isUserID(user) else { return }
        lists.track(user)
        try devices.setPerson(user, isOutdated: true)
    }

    /// Marks a tracked user's list as outdated.
    func markOutdated(_ user: ContactID, _ lists: inout DeviceLists) throws {
        guard lists.isTracked(user) else { return }
        lists.markOutdated(user)
        try devices.setPerson(user, isOutdated: true)
    }

    /// Whether an id has a name and a homeserver.
    static func isUserID(_ user: ContactID) -> Bool {
        let parts = user.rawValue.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        return user.rawValue.utf8.count <= 255 && parts.count == 2 && parts[0].first == UInt8(ascii: "@")
            && parts[0].count > 1
    }

    /// Whether the device list of one of these users is not current.
    package func hasOutdatedLists(of users: [ContactID]) -> Bool { users.contains { lists.isOutdated($0) } }

    /// Returns those of some users whose lists have changed during each of the last queries.
    package func changing(among users: [ContactID]) -> [ContactID] { users.filter { lists.keepsChanging($0) } }

    /// Returns the next `/keys/query` for users to be asked for; nil if the lists of all those are current.
    package func query(
        limit: Int = usersPerQuery,
        where isAsked: @Sendable (ContactID) -> Bool = { _ in true }
    ) -> (query: DeviceLists.Query, body: JSONText)? {
        lists.makeQuery(limit: limit, where: isAsked).map(body)
    }

    /// Returns a `/keys/query` for one user, who need not be tracked and is not tracked for it; nil for an id that no homeserver gives.
    package func query(of user: ContactID) -> (query: DeviceLists.Query, body: JSONText)? {
        Self.isUserID(user) ? body(of: lists.makeQuery(of: user)) : nil
    }

    private func body(of query: DeviceLists.Query) -> (query: DeviceLists.Query, body: JSONText) {
        let users = query.users.map { JSONText.Member(name: $0.rawValue, value: .array([])) }
        return (query, ["device_keys": .object(users)])
    }

    /// Stores the lists of an answer that are newer than the stored ones. Returns the number of lists stored.
    ///
    /// Throws `CryptoStoreError.lost` if the homeserver has other keys of this device: they were made by a store that is gone.
    @discardableResult
    package func acceptQuery(_ answer: JSONValue, to query: DeviceLists.Query) throws -> Int {
        let answered = UserAnswers(answer, of: query.users)
        if let own = answered.devices[user] { try checkOwnDevice(in: own) }
        return try write { lists in
            var new: [(user: ContactID, devices: JSONValue, identity: CrossSigningIdentity?)] = []
            for user in query.users {
                guard let devices = answered.devices[user], devices.isObject, lists.accept(user, from: query) else {
                    continue
                }
                let identity = answered.identity(of: user)
                try trust.setMaster(identity?.master.base64, of: user)
                if lists.isTracked(user) { try self.devices.setPerson(user, isOutdated: lists.isOutdated(user)) }
                new.append((user, devices, identity))
            }
            // An identity that nobody has accepted signs nothing: its devices would count as signed after it is gone.
            let changed = Set(try proofs.changedIdentities())
            for (user, devices, identity) in new {
                try self.devices.setDevices(devices, of: user, identity: changed.contains(user) ? nil : identity)
                if !lists.isOutdated(user) { try self.devices.decideTiming(of: user) }
            }
            return new.count
        }
    }

    private func checkOwnDevice(in list: JSONValue) throws {
        guard let json = list.member(named: keys.device) else {
            // A login under the same device id: the homeserver has forgotten the keys with the login before.
            try connection.run("UPDATE account SET uploaded = 0")
            return
        }
        guard UserDevice(json, user: user, id: device)?.peer == ownPeer else {
            isLost = true
            throw CryptoStoreError.lost
        }
    }

    /// Returns the known devices of a user, without this one.
    package func devices(of user: ContactID) throws -> [UserDevice] {
        let devices = try devices.devices(of: user)
        guard user == self.user else { return devices }
        return devices.filter { $0.id != device && $0.identity != keys.identity.publicKey }
    }
}

/// The entries of an answer to a query, by the users that were asked for: read in one pass, whatever else it contains.
private struct UserAnswers {
    private(set) var devices: [ContactID: JSONValue] = [:]
    private(set) var masters: [ContactID: JSONValue] = [:]
    private(set) var selfSigning: [ContactID: JSONValue] = [:]

    init(_ answer: JSONValue, of users: [ContactID]) {
        let asked = Set(users)
        func entries(_ name: StaticString) -> [ContactID: JSONValue] {
            let entries: [(id: ContactID, value: JSONValue)] = answer[name]?.membersByID() ?? []
            return Dictionary(entries.filter { asked.contains($0.id) }) { first, _ in first }
        }
        devices = entries("device_keys")
        masters = entries("master_keys")
        selfSigning = entries("self_signing_keys")
    }

    func identity(of user: ContactID) -> CrossSigningIdentity? {
        CrossSigningIdentity(masters[user], selfSigning[user], of: user.rawValue)
    }
}
