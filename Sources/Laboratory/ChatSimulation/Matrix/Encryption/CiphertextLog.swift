import ChatTypes
import MatrixCrypto
import OlmKit

/// The ciphertexts that the homeserver saw from the user's device, and which devices got the keys to them.
struct CiphertextLog: Sendable {
    /// The ciphertext at each index of each session.
    private var ciphertexts: [String: [UInt32: String]] = [:]
    /// The ciphertext of each request, with the devices that could read it when it came, and how often they had got its session's key.
    private var requests: [MessageID: (ciphertext: String, session: String, readers: Set<String>, shares: Int)] = [:]
    /// The requests whose answers reached the app, which may forget their ciphertexts then.
    private var confirmed: Set<MessageID> = []
    /// The identity keys of the devices that got the key to a session.
    private var recipients: [String: Set<String>] = [:]
    /// The number of times that the key to a session was given to a device, be it again.
    private var shares: [String: Int] = [:]
    /// The devices that contacts gave up, by their identity keys.
    private(set) var gone: [String: SimulatedDevice] = [:]
    /// The time since which the app knows that a device must get no keys.
    private var barred: [String: Duration] = [:]
    /// The time since which the app has lists without the devices that contacts gave up.
    private(set) var unlisted: [String: Duration] = [:]
    /// The devices that the user was about to block or to admit when the app died, perhaps.
    private var unsure: Set<String> = []
    /// The time at which the app first began to send a message or an edit.
    private var begun: [MessageID: Duration] = [:]

    mutating func noteGone(_ device: SimulatedDevice) { gone[device.keys.identity.publicKey.base64] = device }

    /// Lends a device that was given up.
    mutating func withGone<Result>(_ identity: String, _ body: (inout SimulatedDevice) throws -> Result) rethrows
        -> Result?
    {
        guard var device = gone[identity] else { return nil }
        defer { gone[identity] = device }
        return try body(&device)
    }

    mutating func noteKey(to session: String, for device: String) {
        recipients[session, default: []].insert(device)
        shares[session, default: 0] += 1
    }

    mutating func noteBarred(_ device: String, at time: Duration) {
        unsure.remove(device)
        if barred[device] == nil { barred[device] = time }
    }

    /// Records that the app has a list without a device that a contact gave up.
    mutating func noteUnlisted(_ device: String, at time: Duration) {
        noteBarred(device, at: time)
        if unlisted[device] == nil { unlisted[device] = time }
    }

    /// Whether the app knows that a device must get no keys, or may know it.
    func mayBeBarred(_ device: String) -> Bool { barred[device] != nil || unsure.contains(device) }

    /// Records that a device may get keys again.
    mutating func noteAdmitted(_ device: String) {
        unsure.remove(device)
        barred[device] = nil
    }

    /// Records that a device is being barred or admitted: until that is seen, it may get keys or none.
    mutating func noteUnsure(_ device: String) {
        barred[device] = nil
        unsure.insert(device)
    }

    /// Whether a device has got a key.
    func hasKey(_ device: String) -> Bool { recipients.values.contains { $0.contains(device) } }

    mutating func noteBegun(_ message: MessageID, at time: Duration) {
        if begun[message] == nil { begun[message] = time }
    }

    mutating func noteConfirmed(_ request: MessageID) { confirmed.insert(request) }

    /// Records a message of the user's. Returns what is wrong with it.
    mutating func note(_ ciphertext: String, at index: UInt32, of session: String, as request: MessageID) -> [String] {
        var wrong: [String] = []
        if let old = ciphertexts[session, default: [:]].updateValue(ciphertext, forKey: index), old != ciphertext {
            wrong.append("index \(index) of \(session) encrypts two texts")
        }
        // A message that waits is encrypted anew for other readers, and for one that has lost the key and got it again, from a later index.
        // A new session may have the readers that got the old key, if the key to another one was lost on its way.
        let (readers, shares) = (recipients[session] ?? [], shares[session, default: 0])
        let old = requests.updateValue((ciphertext, session, readers, shares), forKey: request)
        if let old, old.ciphertext != ciphertext, (old.session, old.readers, old.shares) == (session, readers, shares),
            !confirmed.contains(request)
        {
            wrong.append("\(request) was encrypted twice")
        }
        for device in readers {
            guard let since = barred[device], let time = begun[request], time > since else { continue }
            wrong.append("\(request) is readable to \(device), which must get no keys")
        }
        return wrong
    }
}

/// A message that the homeserver claims to be a contact's.
enum Forgery: Sendable {
    /// The encrypted content of another event of the room.
    case replay
    /// The encrypted content of an event of another room.
    case moved
    /// The encrypted content of an event of another room, whose key the contact has passed on as theirs.
    case copied
    /// A stranger's text, encrypted with a key that the stranger shared.
    case stranger

    /// The number of an edit that says why it cannot be read: it waits for a key for ever, or no key helps.
    var number: Int64 { self == .moved || self == .stranger ? Message.placeholderNumber : Message.unreadableNumber }

    /// The text that the app shows instead.
    var text: String {
        switch self {
        case .replay: "Encrypted message: it repeats an earlier one and is not shown"
        case .copied: "Encrypted message: its content was tampered with and is not shown"
        case .moved, .stranger: "Encrypted message: waiting for its key"
        }
    }
}
