import JSONKit

/// The user's device, as the homeserver knows it.
struct OwnDevice: Sendable {
    let user: String
    let device: String
    let identity: String
    let signing: String
    let published: JSONText
    /// The keys that others may claim, oldest first, and the one for when none is left.
    var oneTimeKeys: [JSONText.Member] = []
    var fallback: JSONText.Member?
    var isFallbackUsed = false
    /// The ids of all keys that were ever uploaded.
    var knownKeys: Set<String> = []

    /// Reads the keys that a device publishes.
    init?(_ json: JSONValue) {
        guard let user = json["user_id"]?.string, let device = json["device_id"]?.string,
            let identity = json["keys"]?.member(named: "curve25519:\(device)")?.string,
            let signing = json["keys"]?.member(named: "ed25519:\(device)")?.string,
            let published = JSONText(exactly: json)
        else { return nil }
        (self.user, self.device, self.identity, self.signing) = (user, device, identity, signing)
        self.published = published
    }

    /// Takes in uploaded one-time keys. A repeated upload changes nothing.
    mutating func receive(_ keys: JSONValue?, _ fallbacks: JSONValue?) {
        for (name, json) in keys?.members ?? [] where knownKeys.insert(name).inserted {
            if let key = JSONText(exactly: json) { oneTimeKeys.append(.init(name: name, value: key)) }
        }
        for (name, json) in fallbacks?.members ?? [] where knownKeys.insert(name).inserted {
            guard let key = JSONText(exactly: json) else { continue }
            (fallback, isFallbackUsed) = (.init(name: name, value: key), false)
        }
    }

    /// Gives away a one-time key, or the fallback key if none is left.
    mutating func claim() -> String? {
        let key: JSONText.Member?
        if oneTimeKeys.isEmpty { (key, isFallbackUsed) = (fallback, true) } else { key = oneTimeKeys.removeFirst() }
        guard case .string(let text)? = key?.value["key"] else { return nil }
        return text
    }
}
