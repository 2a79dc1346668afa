import ChatTypes
public import Foundation
package import JSONKit
public import OlmKit
import SQLiteKit

/// The account's encryption on this device: its keys, its sessions with other devices, and the keys to messages in rooms.
///
/// Makes no requests: a caller sends what it returns and passes in what the homeserver answers. Everything that an answer changes is
/// committed before the method returns, so the caller may then continue from behind that answer.
public actor EncryptionMachine {
    let connection: SQLiteConnection
    let keys: DeviceKeys
    /// The account's user, and this device.
    nonisolated let (user, device): (ContactID, DeviceID)
    let oneTimeKeys: OneTimeKeyTable
    let olmSessions: OlmSessionTable
    let roomKeys: RoomKeyTable
    let seen: SeenTable
    let devices: DeviceTable
    let outbound: OutboundTable
    let broken: BrokenSessionTable
    let keyRequests: KeyRequestTable
    let trust: TrustTable
    let witness: StoreWitness?
    /// Whether the store was put back from a copy, or used elsewhere meanwhile. New sessions encrypt then.
    public nonisolated let isCopy: Bool
    /// Whether the store was damaged and moved aside: all keys that the device had are lost.
    public nonisolated let wasDamaged: Bool
    /// The servers that did not answer an earlier process, with the time of the start.
    package nonisolated let failures: (stored: [RequestFailure], start: Int64)
    package nonisolated let random: SecureRandom
    let now: @Sendable () -> Date
    var lists: DeviceLists
    var verification: Verification?
    /// The requests of others that came while another verification went on, the oldest first.
    var waitingRequests: [Verification] = []
    /// The number of verifications since the start.
    var verificationCount = 0
    /// The verifications whose results the account has not signed yet, the oldest first.
    package internal(set) var unsigned: [Verification] = []
    /// The messages of the verification that are to be sent to its room, in order, each under an id.
    var roomMessages: [(id: String, message: VerificationMessage)] = []
    /// Whether the homeserver has other keys of this device.
    var isLost = false
    private var changesSinceWipe = 0
    /// The minute in which one-time keys were created last, and how many times.
    private var refills = (minute: Int64(0), count: 0)

    /// Opens or creates the store of a device in a file that only its owner can read.
    ///
    /// Moves a damaged store, or that of another device, aside under a name with the date, and begins another. Throws `SQLiteError`, or
    /// `CryptoStoreError` for a store of a newer program. By the witness, a file outside the store's folder, a copy of the store is
    /// noticed.
    public init(
        path: String,
        user: String,
        device: String,
        witness witnessPath: String? = nil,
        random: SecureRandom = SecureRandom(),
        now: @escaping @Sendable () -> Date
    ) throws {
        try self.init(
            path: path,
            user: user,
            device: device,
            witness: witnessPath,
            random: random,
            now: now,
            diskFault: nil
        )
    }

    /// - Parameters:
    ///   - diskFault: called before every statement that may write; throws what the disk would. For simulations.
    ///   - script: SQL to run after opening. For simulations that plant bugs.
    package init(
        path: String,
        user: String,
        device: String,
        witness witnessPath: String? = nil,
        random: SecureRandom,
        now: @escaping @Sendable () -> Date,
        diskFault: (@Sendable () throws -> Void)?,
        planting script: String? = nil
    ) throws {
        let store = try CryptoFile.openOrCreate(path, user: user, device: device, random: random, now: now())
        (connection, keys, wasDamaged) = (store.connection, store.keys, store.wasDamaged)
        (self.user, self.device) = (ContactID(user), DeviceID(device))
        oneTimeKeys = OneTimeKeyTable(connection, random: random)
        olmSessions = OlmSessionTable(connection)
        roomKeys = RoomKeyTable(connection)
        seen = SeenTable(connection)
        devices = DeviceTable(connection)
        outbound = OutboundTable(connection)
        broken = BrokenSessionTable(connection)
        keyRequests = KeyRequestTable(connection)
        trust = TrustTable(connection)
        (witness, isCopy) = try Self.openWitness(at: witnessPath, of: path, connection)
        let start = Int64(now().timeIntervalSince1970)
        failures = (try FailureTable(connection).recent(at: start), start)
        self.random = random
        lists = try devices.lists()
        self.now = now
        if !lists.isTracked(self.user) {
            try devices.setPerson(self.user, isOutdated: true)
            lists.track(self.user)
        }
        if let script { try connection.execute(script) }
        connection.injectedWriteError = diskFault
    }

    /// Runs `body` in one transaction. If it throws, nothing has changed, on disk or in memory.
    func write<Value>(_ body: (inout DeviceLists) throws -> Value) throws -> Value {
        var changed = lists
        let before = (verification, waitingRequests, unsigned, roomMessages)
        do {
            let value = try connection.transaction { try body(&changed) }
            lists = changed
            wipeLogIfDue()
            return value
        } catch {
            (verification, waitingRequests, unsigned, roomMessages) = before
            throw error
        }
    }

    /// The changes after which SQLite's log, which has former states of ratchets, is emptied.
    private static let changesInLog = 32

    /// Has SQLite's log emptied after the transaction that goes on, since a secret was deleted in it.
    func leavesSecret() { changesSinceWipe = Self.changesInLog }

    private func wipeLogIfDue() {
        changesSinceWipe += 1
        guard changesSinceWipe >= Self.changesInLog else { return }
        changesSinceWipe = 0
        // Another reader may need the log for a moment: then the next change empties it.
        if (try? CryptoFile.wipeLog(connection)) != true { leavesSecret() }
    }

    // MARK: Own keys

    /// Has this device's keys published again, after the list of the homeserver was looked at.
    package func setUnpublished() throws {
        try write { lists in
            try connection.run("UPDATE account SET uploaded = 0, server_keys = NULL")
            try markOutdated(user, &lists)
        }
    }

    /// Returns the body of the next `/keys/upload`; nil if the homeserver has all keys.
    ///
    /// A repetition contains the same keys with the same signatures, until an answer is accepted.
    package func upload() throws -> JSONText? {
        let (isPublished, serverCount) =
            try connection.first("SELECT uploaded, server_keys FROM account") {
                ($0.flag(0), $0.optionalInteger(1))
            } ?? (false, nil)
        // Until the homeserver has told its number, none is missing; a new device has none.
        let count = Int(clamping: serverCount ?? (isPublished ? Int64(OneTimeKeyTable.serverCount) : 0))
        if try oneTimeKeys.isMissing(serverCount: count), mayRefill() {
            try write { _ in try oneTimeKeys.refill(serverCount: count) }
        }
        let unpublished = try oneTimeKeys.unpublished()
        var members: [JSONText.Member] = []
        if !isPublished { members.append(.init(name: "device_keys", value: keys.published)) }
        for (name, isFallback) in [("one_time_keys", false), ("fallback_keys", true)] {
            let some = unpublished.filter { $0.isFallback == isFallback }
            guard !some.isEmpty else { continue }
            members.append(.init(name: name, value: .object(some.map(member))))
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// Whether new keys may be created: a homeserver that claims to have none after every upload gets some four times in a minute.
    private func mayRefill() -> Bool {
        if refills.minute != second / 60 { refills = (second / 60, 0) }
        refills.count += 1
        return refills.count <= 4
    }

    private func member(for key: OneTimeKeyTable.Published) -> JSONText.Member {
        let json: JSONText = key.isFallback ? ["key": .string(key.key), "fallback": true] : ["key": .string(key.key)]
        return .init(name: "\(Algorithm.oneTimeKey):\(key.id)", value: keys.sign(json))
    }

    /// Accepts the homeserver's answer to an upload.
    package func acceptUpload(_ body: JSONText, answer: JSONValue) throws {
        try write { _ in
            for name in ["one_time_keys", "fallback_keys"] {
                guard case .object(let members)? = body[name] else { continue }
                try oneTimeKeys.setUploaded(
                    members.map { String($0.name.dropFirst(Algorithm.oneTimeKey.utf8.count + 1)) }
                )
            }
            try connection.run("UPDATE account SET uploaded = 1")
            try setServerKeys(answer["one_time_key_counts"])
        }
    }

    /// Stores the number of one-time keys that the homeserver has; without an entry it has none.
    func setServerKeys(_ counts: JSONValue?) throws {
        guard let counts, counts.isObject else { return }
        let count = min(max(counts["signed_curve25519"]?.integer ?? 0, 0), Int64(OneTimeKeyTable.serverCount))
        try connection.run("UPDATE account SET server_keys = ? WHERE server_keys IS NOT ?", count, count)
    }
}
