import ChatTypes
import JSONKit
import MatrixTransport
import RuntimeKit
import Synchronization

/// The rooms that the account has muted.
struct PushRuleLog {
    private(set) var muted: Set<ChatID> = []
    private(set) var changeCount = 0

    mutating func setMuted(_ isMuted: Bool, _ room: ChatID) {
        guard muted.contains(room) != isMuted else { return }
        if isMuted { muted.insert(room) } else { muted.remove(room) }
        changeCount += 1
    }

    /// The account data event, which always lists all muted rooms.
    var event: JSONText {
        let rules = muted.sorted().map { room -> JSONText in
            let pattern = JSONText.string(room.rawValue)
            let condition: JSONText = ["kind": "event_match", "key": "room_id", "pattern": pattern]
            return ["rule_id": pattern, "enabled": true, "conditions": [condition], "actions": []]
        }
        return ["type": "m.push_rules", "content": ["global": ["override": .array(rules)]]]
    }
}

/// The position at which a sync ended: in the messages and in the account data.
struct HomeserverToken {
    let cursor: SyncCursor
    let ruleCount: Int
}

extension HomeserverToken {
    init(_ text: String) {
        let parts = text.split(separator: "|", maxSplits: 1)
        cursor = SyncCursor(String(parts.last ?? ""))
        ruleCount = Int(parts[0]) ?? 0
    }

    var text: String { "\(ruleCount)|\(cursor.rawValue)" }
}

extension SimulatedHomeserver {
    var mutedRooms: Set<ChatID> { pushRules.withLock(\.muted) }

    /// Mutes or unmutes a room from this device or another one.
    func setMuted(_ isMuted: Bool, _ room: ChatID) {
        pushRules.withLock { $0.setMuted(isMuted, room) }
        ownDoings.wakeAll()
    }
}
