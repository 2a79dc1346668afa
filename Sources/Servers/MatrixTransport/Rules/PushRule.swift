import ChatTypes
import JSONKit

/// The answer of push rules about an event.
struct PushVerdict: Hashable, Sendable {
    /// Whether it counts as unread and is announced.
    var notifies = false
    /// Whether it mentions the user, or contains a keyword. Only an event that notifies does.
    var highlights = false
}

/// A rule: all its conditions together decide whether it applies.
struct PushRule: Hashable, Sendable {
    /// The kinds of rules, in the order in which they are tried.
    enum Kind: String, CaseIterable, Sendable {
        case override
        case content
        case room
        case sender
        case underride
    }

    let id: String
    let isEnabled: Bool
    let conditions: [PushCondition]
    let verdict: PushVerdict

    /// Nil for a rule without a usable id.
    init?(_ json: JSONValue, kind: Kind) {
        guard let id = json["rule_id"]?.string, id.isUsableID else { return nil }
        self.id = id
        isEnabled = json["enabled"]?.bool ?? true
        verdict = PushVerdict(actions: json["actions"])
        switch kind {
        case .override, .underride:
            let all = json["conditions"]?.elements ?? []
            conditions = all.count <= Self.conditionLimit ? all.map { PushCondition($0) } : [.never]
        case .content:
            let pattern = json["pattern"]?.string.flatMap { $0.utf8.count <= GlobPattern.byteLimit ? $0 : nil }
            conditions = [pattern.map { .matches(.text, GlobPattern($0)) } ?? .never]
        case .room: conditions = [.matches(.room, GlobPattern(literally: id))]
        case .sender: conditions = [.equals(PropertyPath(names: ["sender"]), .string(id))]
        }
    }

    init(_ id: String, _ conditions: [PushCondition], _ verdict: PushVerdict) {
        (self.id, self.conditions, self.verdict, isEnabled) = (id, conditions, verdict, true)
    }

    /// The conditions of a rule that are read; one with more never applies.
    private static let conditionLimit = 16

    /// The rules that look for names in texts. They do not apply to an event that says whom it mentions.
    private static let namesInTexts = [
        ".m.rule.contains_display_name", ".m.rule.contains_user_name", ".m.rule.roomnotif",
    ]

    func applies(to event: inout PushEvent) -> Bool {
        guard isEnabled, !Self.namesInTexts.contains(id) || !event.saysWhomItMentions else { return false }
        for condition in conditions where !event.meets(condition) { return false }
        return true
    }
}

extension PushVerdict {
    /// Reads actions; `coalesce` is an older word for `notify`.
    init(actions json: JSONValue?) {
        let actions = json?.elements ?? []
        notifies = actions.contains { ["notify", "coalesce"].contains($0.string) }
        let highlight = actions.first { $0["set_tweak"]?.string == "highlight" }
        highlights = notifies && highlight.map { $0["value"]?.bool ?? true } ?? false
    }
}
