import ChatTypes
import HTTPClient
import JSONKit
import MatrixTransport
import RuntimeKit
import Synchronization

/// The account's push rules: the predefined ones about messages, and those of rooms.
struct PushRuleLog {
    /// The rooms with a rule that mutes them, and those with a rule that leaves mentions.
    private var rooms: [NotificationMode: Set<ChatID>] = [:]
    private(set) var changeCount = 0

    /// Adds or deletes one of the two rules of a room.
    mutating func set(_ rule: NotificationMode, _ isSet: Bool, _ room: ChatID) {
        guard has(rule, room) != isSet else { return }
        if isSet { rooms[rule, default: []].insert(room) } else { rooms[rule]?.remove(room) }
        changeCount += 1
    }

    func has(_ rule: NotificationMode, _ room: ChatID) -> Bool { rooms[rule]?.contains(room) ?? false }

    /// The account data event, which always has all rules.
    var event: JSONText {
        func with(_ rule: NotificationMode) -> [ChatID] { rooms[rule, default: []].sorted() }
        let muted = with(.muted).map { room -> JSONText in
            let pattern = JSONText.string(room.rawValue)
            let condition: JSONText = ["kind": "event_match", "key": "room_id", "pattern": pattern]
            return ["rule_id": pattern, "enabled": true, "conditions": [condition], "actions": []]
        }
        let mention: JSONText = [
            "rule_id": ".m.rule.is_user_mention", "enabled": true,
            "conditions": [
                [
                    "kind": "event_property_contains", "key": "content.m\\.mentions.user_ids",
                    "value": .string(MatrixEvents.me),
                ]
            ],
            "actions": ["notify", ["set_tweak": "highlight"]],
        ]
        let message: JSONText = [
            "rule_id": ".m.rule.message", "enabled": true,
            "conditions": [["kind": "event_match", "key": "type", "pattern": "m.room.message"]], "actions": ["notify"],
        ]
        let poll: JSONText = [
            "rule_id": ".org.matrix.msc3930.rule.poll_start", "enabled": true,
            "conditions": [["kind": "event_match", "key": "type", "pattern": .string(MatrixEvents.pollType)]],
            "actions": ["notify"],
        ]
        let encrypted: JSONText = [
            "rule_id": ".m.rule.encrypted", "enabled": true,
            "conditions": [["kind": "event_match", "key": "type", "pattern": "m.room.encrypted"]],
            "actions": ["notify"],
        ]
        let quiet = with(.mentions).map { room -> JSONText in
            ["rule_id": .string(room.rawValue), "enabled": true, "actions": []]
        }
        let global: JSONText = [
            "override": .array(muted + [mention]), "room": .array(quiet), "underride": [message, poll, encrypted],
        ]
        return ["type": "m.push_rules", "content": ["global": global]]
    }
}

/// The position at which a sync ended: in the messages and in the account data.
struct HomeserverToken {
    let cursor: SyncCursor
    let ruleCount: Int
    let markCount: Int
    let encryption: EncryptionToken
}

extension HomeserverToken {
    init(_ text: String) {
        let parts = text.split(separator: "|", maxSplits: 1)
        cursor = SyncCursor(String(parts.last ?? ""))
        let numbers = parts[0].split(separator: ".").map { Int($0) ?? 0 } + [0, 0, 0, 0]
        (ruleCount, markCount) = (numbers[0], numbers[1])
        encryption = EncryptionToken(message: numbers[2], change: numbers[3])
    }

    var text: String { "\(ruleCount).\(markCount).\(encryption.message).\(encryption.change)|\(cursor.rawValue)" }
}

extension SimulatedHomeserver {
    /// Returns what of a room notifies the user. A rule that mutes it precedes one that leaves mentions.
    func notifications(of room: ChatID) -> NotificationMode {
        pushRules.withLock { rules in [.muted, .mentions].first { rules.has($0, room) } ?? .all }
    }

    /// Sets the rules of a room from another device.
    func setNotifications(_ mode: NotificationMode, of room: ChatID) {
        pushRules.withLock { rules in
            for rule in [NotificationMode.muted, .mentions] { rules.set(rule, rule == mode, room) }
        }
        ownDoings.wakeAll()
    }

    /// Answers a request about a rule of a room.
    func pushRule(_ call: HomeserverCall) throws -> JSONText {
        let (mode, room) = (call.path[2] == "room" ? NotificationMode.mentions : .muted, ChatID(call.path[3]))
        switch call.method {
        case .get:
            guard pushRules.withLock({ $0.has(mode, room) }) else {
                throw ServiceError.refused(RefusalCode(rawValue: "M_NOT_FOUND"), text: "Not found")
            }
            return ["actions": []]
        default:
            pushRules.withLock { $0.set(mode, call.method == .put, room) }
            ownDoings.wakeAll()
            return [:]
        }
    }
}
