import ChatTypes
import JSONKit
import MatrixCrypto
import OlmKit
import RuntimeKit
import SimulatedServer
import Synchronization
import Transport

/// The keys of a simulated homeserver: devices, messages between them, and the encrypted events of rooms.
///
/// The simulated server knows every text. Here a contact's text is encrypted by a device of the contact before it
/// leaves, and the user's is decrypted by one before it is stored.
///
/// While the network is bad, messages between devices may be late, out of order, or come twice.
final class SimulatedEncryption: Sendable {
    struct State: Sendable {
        /// The devices of each contact, and the account's other ones. The first one of each stays for ever.
        var devices: [String: [SimulatedDevice]] = [:]
        var own: OwnDevice?
        /// The keys and the identity of the account's other devices.
        var others: OwnDevices
        /// The backup of the account's keys.
        var backup: SimulatedBackup
        /// The devices that the homeserver made up in place of others, by the ids of those.
        var impostors: [String: SimulatedDevice] = [:]
        /// The messages for the user's device that sync may deliver, under ascending numbers.
        var queue: [(number: Int, event: JSONText)] = []
        var messageCount = 0
        /// The messages that are late, with the time at which they come.
        var late: [(time: Duration, event: JSONText)] = []
        /// The sessions whose keys contacts sent to the user's device, by the messages with them.
        var keyMessages: [JSONText: String] = [:]
        /// The time at which sync first delivered the key of each session.
        var keyTimes: [String: Duration] = [:]
        /// The contacts whose devices changed, under ascending numbers.
        var changes: [(number: Int, user: String)] = []
        /// The encrypted content of each event of an encrypted room. Ids compare by bytes.
        var sealed: [MessageID: JSONText] = [:]
        /// The encrypted content of the user's edits, until their events have ids.
        var edits: [MessageID: JSONText] = [:]
        /// Whether the room with each contact is encrypted.
        var rooms: [ContactID: Bool] = [:]
        var files = SealedFiles()
        /// The requests of the user's device that were carried out.
        var transactions: Set<String> = []
        var log = CiphertextLog()
        /// The time since which the network has been good; nil while it is bad.
        var calmSince: Duration?
        /// The time at which a device last complained, by its identity key. The key to the next message may be what it could not read.
        var complaints: [String: Duration] = [:]
        /// What the adversary knows and has prepared.
        var adversary = AdversaryState()
        /// The contact's messages that a hostile homeserver made.
        var forgeries: [MessageID: Forgery] = [:]
    }

    let state: Mutex<State>
    private let seed: UInt64
    /// The moves of the adversary in this session.
    let moves: Set<AdversaryMove>
    let random: RandomSource
    let keyRandom: SecureRandom
    private let network: SimulatedConnection
    private let start: Stopwatch
    let evidence: Evidence

    init(
        seed: UInt64,
        moves: Set<AdversaryMove>,
        environment: ChatEnvironment,
        network: SimulatedConnection,
        evidence: Evidence
    ) throws {
        self.moves = moves
        (self.seed, random, self.network, self.evidence) = (seed, environment.random, network, evidence)
        start = Stopwatch(clock: environment.clock)
        keyRandom = SecureRandom { environment.random.next() }
        let others = try OwnDevices(random: keyRandom)
        state = Mutex(State(others: others, backup: try SimulatedBackup(of: others, random: keyRandom)))
        try state.withLock { try addDevice(OwnDevices.signed, of: MatrixEvents.me, &$0) }
    }

    /// SQL that makes the user's device know the account's identity and backup, as if they had been recovered there.
    var accountScript: String {
        state.withLock { state in
            let master = state.others.identity.master.publicKey.base64
            return "UPDATE account SET master = '\(master)'; \(state.backup.script)"
        }
    }

    /// A user who is in no room.
    static let stranger = "@mallory:sim"

    /// Whether a session has encrypted rooms: one in three has, and most of its rooms are.
    static func isPart(of seed: UInt64) -> Bool { seed.isMultiple(of: 3) }

    /// The time since the session began.
    var time: Duration { start.now }

    var isCalm: Bool { network.conditions == .perfect }

    // MARK: Rooms

    /// Whether the room with a contact is encrypted. It is decided once, when the room is created or first seen.
    func isEncrypted(_ contact: ContactID, ifNew isNewEncrypted: Bool? = nil) -> Bool {
        state.withLock { state in
            if let known = state.rooms[contact] { return known }
            let isEncrypted =
                isNewEncrypted ?? !(contact.rawValue.utf8.reduce(seed / 3) { $0 &+ UInt64($1) }.isMultiple(of: 4))
            state.rooms[contact] = isEncrypted
            return isEncrypted
        }
    }

    /// Lends the devices of a contact, who gets the first one or two now.
    func withDevices<Result: Sendable>(
        of user: String,
        _ body: (inout State) throws -> Result
    ) rethrows -> Result {
        try state.withLock { state in
            if state.devices[user] == nil {
                let count = random.chance(0.5) ? 2 : 1
                for _ in 0..<count { try? addDevice(of: user, &state) }
            }
            return try body(&state)
        }
    }

    func addDevice(_ name: String? = nil, of user: String, _ state: inout State) throws {
        let number = state.devices[user]?.count ?? 0
        // One key at most, so that further claims get the fallback key.
        let device = try SimulatedDevice(
            user: user,
            device: name ?? "\(user.uppercased())-\(state.changes.count)",
            keyCount: number == 0 ? 1 : 0,
            random: keyRandom
        )
        state.devices[user, default: []].append(device)
        state.changes.append((state.changes.count + 1, user))
    }

    /// Gives a contact another device, or takes the newest one away. The first one stays, and one with keys that nobody has yet.
    func changeDevices(of contact: ContactID) {
        withDevices(of: contact.rawValue) { state in
            let user = contact.rawValue
            if (state.devices[user]?.count ?? 0) < 2 {
                try? addDevice(of: user, &state)
                return
            }
            guard state.devices[user]?.last?.hasUnshared == false else { return }
            if let device = state.devices[user]?.removeLast() { state.log.noteGone(device) }
            state.changes.append((state.changes.count + 1, user))
        }
    }

    /// Has a contact's newest device lose its sessions, and begin another one with the user's device. The first device stays able to
    /// read.
    func loseSessions(of contact: ContactID) {
        withDevices(of: contact.rawValue) { state in
            guard var devices = state.devices[contact.rawValue], devices.count > 1 else { return }
            evidence.count("lostSession")
            devices[devices.count - 1].loseSessions()
            send("m.dummy", [:], from: &devices[devices.count - 1], &state)
            state.devices[contact.rawValue] = devices
        }
    }

    // MARK: Messages between devices

    /// Sends room keys that the user's device has not got, from a contact's devices. Some reach only the account's other device.
    func share(from user: String, _ state: inout State) {
        guard state.own != nil, var devices = state.devices[user] else { return }
        defer { state.devices[user] = devices }
        for index in devices.indices {
            for key in devices[index].takeUnshared() {
                state.adversary.noteKey(key)
                if user != Self.stranger {
                    try? state.others.receive(key, from: devices[index].keys)
                    if !isCalm, random.chance(0.1) {
                        evidence.count("lostKey")
                        continue
                    }
                }
                send("m.room_key", key, from: &devices[index], &state)
            }
        }
    }

    /// Sends the user's device an encrypted message of another device.
    func send(_ type: String, _ content: JSONText, from device: inout SimulatedDevice, _ state: inout State) {
        guard let own = state.own else { return }
        if device.needsKey {
            guard let claimed = state.own?.claim() else { return }
            try? device.begin(with: own, oneTimeKey: claimed)
        }
        guard let event = try? device.write(type, content, to: own) else { return }
        if type == "m.room_key", case .string(let session)? = content["session_id"] {
            state.keyMessages[event] = session
        }
        post(event, &state)
    }

    /// Has a device begin a new session with the user's device, of which it cannot read a message. An old message of a session that the
    /// device has lost may come late, and the user's device answers with the session that was used last.
    func complain(from device: inout SimulatedDevice, _ state: inout State) {
        guard let own = state.own, let claimed = state.own?.claim() else { return }
        try? device.begin(with: own, oneTimeKey: claimed)
        state.complaints[device.keys.identity.publicKey.base64] = time
        send("m.dummy", [:], from: &device, &state)
    }

    /// Has sync deliver a message to the user's device, sooner or later, once or twice.
    func post(_ event: JSONText, _ state: inout State) {
        func deliver(isLate: Bool) {
            if isLate {
                let time = time + random.duration(in: .milliseconds(100)...(.seconds(40)))
                state.late.append((time, event))
            } else {
                state.messageCount += 1
                state.queue.append((state.messageCount, event))
            }
        }
        state.adversary.note(event)
        deliver(isLate: !isCalm && random.chance(0.3))
        if !isCalm, random.chance(0.2) { deliver(isLate: true) }
    }

    /// Makes late messages deliverable if their time has come, or if the network is good now.
    private func release(_ state: inout State) {
        guard !state.late.isEmpty else { return }
        let (time, isCalm) = (time, isCalm)
        for (_, event) in state.late where isCalm {
            state.messageCount += 1
            state.queue.append((state.messageCount, event))
        }
        if isCalm {
            state.late = []
            return
        }
        for late in state.late where late.time <= time {
            state.messageCount += 1
            state.queue.append((state.messageCount, late.event))
        }
        state.late.removeAll { $0.time <= time }
    }

    /// Returns the members of a sync response for encryption, and the place behind them.
    func news(since token: EncryptionToken?) -> (members: [JSONText.Member], next: EncryptionToken, isEmpty: Bool) {
        state.withLock { state in
            release(&state)
            state.calmSince = isCalm ? state.calmSince ?? time : nil
            // The homeserver forgets what the device has confirmed.
            if let token { state.queue.removeAll { $0.number <= token.message } }
            let messages = state.queue.filter { $0.number > token?.message ?? 0 }.prefix(100)
            for session in messages.compactMap({ state.keyMessages[$0.event] }) where state.keyTimes[session] == nil {
                state.keyTimes[session] = time
            }
            let changes = state.changes.filter { $0.number > token?.change ?? .max }
            let next = EncryptionToken(
                message: messages.last?.number ?? token?.message ?? 0,
                change: state.changes.last?.number ?? 0
            )
            let users = Set(changes.map(\.user)).sorted().map { JSONText.string($0) }
            let count = Int64(state.own?.oneTimeKeys.count ?? 0)
            let fallbacks: [JSONText] =
                state.own.map { $0.fallback == nil || $0.isFallbackUsed } ?? true ? [] : [.string(Algorithm.oneTimeKey)]
            let members: [JSONText.Member] = [
                .init(name: "to_device", value: ["events": .array(messages.map(\.event))]),
                .init(name: "device_lists", value: ["changed": .array(users), "left": []]),
                .init(name: "device_one_time_keys_count", value: ["signed_curve25519": .integer(count)]),
                .init(name: "device_unused_fallback_key_types", value: .array(fallbacks)),
            ]
            return (members, next, messages.isEmpty && changes.isEmpty)
        }
    }
}

/// The place in the messages between devices and the changes of device lists at which a sync ended.
struct EncryptionToken: Hashable, Sendable {
    var message = 0
    var change = 0
}
