import ChatTypes
import JSONKit

/// The push rules of an account: which messages count as unread, are announced, and mention the user.
///
/// The rules that silence one whole room are not among those that are applied to messages: they are the room's mode, which says
/// what of the messages that count notifies the user. So a message counts the same whenever its room was muted.
struct PushRules: Sendable {
    /// The rules in the order in which they are tried.
    private let rules: [PushRule]
    /// The rooms that do not notify of every message.
    let modes: [ChatID: NotificationMode]
    /// The rules as JSON, as far as they were read.
    let text: String

    /// The rules of one kind that are read, beside the predefined ones. Further ones never apply.
    static let ruleLimit = 1000
    /// The bytes of a rule that are read. A longer one never applies.
    static let ruleBytes = 4096
    /// The rooms whose mode is read.
    static let modeLimit = 4096

    /// Reads the member `global` of the account data; a predefined rule that is missing is as the specification has it.
    ///
    /// - Parameter user: the account's user, whom the predefined rules look for.
    init(_ global: JSONValue?, user: ContactID) {
        var (rules, modes, kept) = ([PushRule](), [ChatID: NotificationMode](), [String]())
        for kind in PushRule.Kind.allCases {
            var (found, texts, count) = ([PushRule](), [String](), 0)
            for json in global?.member(named: kind.rawValue)?.elements ?? []
            where json.rawBytes.count <= Self.ruleBytes {
                guard let rule = PushRule(json, kind: kind) else { continue }
                if let (room, mode) = rule.mode(of: kind, json) {
                    guard modes.count < Self.modeLimit else { continue }
                    // The rule that silences everything is tried first.
                    modes[room] = modes[room] ?? mode
                } else {
                    let isPredefined = PredefinedRules.ids.contains(rule.id)
                    guard isPredefined ? !found.contains(where: { $0.id == rule.id }) : count < Self.ruleLimit else {
                        continue
                    }
                    if !isPredefined { count += 1 }
                    found.append(rule)
                }
                texts.append(String(decoding: json.rawBytes, as: UTF8.self))
            }
            rules += PredefinedRules.completing(found, kind, user: user)
            kept.append("\"\(kind.rawValue)\":[\(texts.joined(separator: ","))]")
        }
        (self.rules, self.modes, text) = (rules.filter(\.isEnabled), modes, "{\(kept.joined(separator: ","))}")
    }

    /// Returns the rules in a response's account data; nil if it contains none.
    static func find(in data: [JSONValue], user: ContactID) -> PushRules? {
        let rules = data.last { $0["type"]?.string == "m.push_rules" }?["content"]?["global"]
        return rules.map { PushRules($0, user: user) }
    }

    /// Returns what the first rule that applies says. Cost: linear in the rules and the text, and bounded.
    func verdict(on event: PushEvent) -> PushVerdict {
        var event = event
        return rules.first { $0.applies(to: &event) }?.verdict ?? PushVerdict()
    }
}

extension PushRule {
    /// Returns the room that the rule silences, and how; nil for any other rule.
    ///
    /// A rule of the kind `override` that matches all of a room's events silences it altogether; one of the kind `room` leaves
    /// mentions, which are tried before (client-server API, push rules).
    fileprivate func mode(of kind: Kind, _ json: JSONValue) -> (ChatID, NotificationMode)? {
        guard isEnabled, json["actions"]?.elements.allSatisfy({ $0.string == "dont_notify" }) ?? false else {
            return nil
        }
        switch kind {
        case .room: return (ChatID(id), .mentions)
        case .override:
            guard let conditions = json["conditions"]?.elements, conditions.count == 1,
                conditions[0]["kind"]?.string == "event_match", conditions[0]["key"]?.string == "room_id",
                conditions[0]["pattern"]?.string == id
            else { return nil }
            return (ChatID(id), .muted)
        case .content, .sender, .underride: return nil
        }
    }
}
