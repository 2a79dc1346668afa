import ChatTypes
import JSONKit

/// The push rules of an account that mute whole rooms.
///
/// A room is muted by a rule of the kind `override` with the room's id, which matches all of its events and has no action;
/// `dont_notify` is the older form of no action (client-server API, push rules).
enum PushRules {
    /// Returns the muted rooms; nil if the account data contains no rules.
    static func mutedRooms(_ data: [JSONValue]) -> [ChatID]? {
        guard let rules = data.last(where: { $0["type"]?.string == "m.push_rules" })?["content"]?["global"] else {
            return nil
        }
        return rules["override"]?.elements.compactMap(room(mutedBy:)) ?? []
    }

    /// The rule that mutes a room.
    static func rule(muting room: ChatID) -> JSONText {
        ["conditions": [["kind": "event_match", "key": "room_id", "pattern": .string(room.rawValue)]], "actions": []]
    }

    static func path(ofRuleFor room: ChatID) -> [String] {
        ["v3", "pushrules", "global", "override", room.rawValue]
    }

    private static func room(mutedBy rule: JSONValue) -> ChatID? {
        guard rule["enabled"]?.bool ?? true, let id = rule["rule_id"]?.string, id.isUsableID,
            let condition = rule["conditions"]?.elements, condition.count == 1,
            condition[0]["kind"]?.string == "event_match", condition[0]["key"]?.string == "room_id",
            condition[0]["pattern"]?.string == id
        else { return nil }
        let isSilent = rule["actions"]?.elements.allSatisfy { $0.string == "dont_notify" } ?? false
        return isSilent ? ChatID(id) : nil
    }
}
