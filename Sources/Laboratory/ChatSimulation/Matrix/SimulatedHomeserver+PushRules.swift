import MatrixTransport
import Synchronization
import Transport

/// Which rooms the account has muted.
struct PushRuleLog {
    private(set) var muted: Set<ChatID> = []
    private(set) var changeCount = 0

    mutating func setMuted(_ isMuted: Bool, _ room: ChatID) {
        guard muted.contains(room) != isMuted else { return }
        if isMuted { muted.insert(room) } else { muted.remove(room) }
        changeCount += 1
    }

    /// As the account's data has it: all of them, whichever has changed.
    var event: JSONText {
        let rules = muted.sorted().map { room -> JSONText in
            let pattern = JSONText.string(room.rawValue)
            let condition: JSONText = ["kind": "event_match", "key": "room_id", "pattern": pattern]
            return ["rule_id": pattern, "enabled": true, "conditions": [condition], "actions": []]
        }
        return ["type": "m.push_rules", "content": ["global": ["override": .array(rules)]]]
    }
}

/// Where a sync has ended: in what is said, and in what the account says of itself.
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

    /// This device mutes a room, or another one does.
    func setMuted(_ isMuted: Bool, _ room: ChatID) {
        pushRules.withLock { $0.setMuted(isMuted, room) }
        ownDoings.give()
    }
}
