import ChatTypes

/// The predefined push rules about messages, as the specification has them.
enum PredefinedRules {
    /// The rules of each kind in their order. Leaves out rules that are off, and those that look for names in texts.
    private static func rules(_ kind: PushRule.Kind, user: ContactID) -> [PushRule] {
        let mentions = PropertyPath(names: ["content", "m.mentions"])
        let highlight = PushVerdict(notifies: true, highlights: true)
        func type(_ type: String) -> PushCondition {
            .matches(PropertyPath(names: ["type"]), GlobPattern(literally: type))
        }
        switch kind {
        case .override:
            let kind = PropertyPath(names: ["content", "msgtype"])
            let relation = PropertyPath(names: ["content", "m.relates_to", "rel_type"])
            return [
                PushRule(".m.rule.suppress_notices", [.matches(kind, GlobPattern("m.notice"))], PushVerdict()),
                PushRule(
                    ".m.rule.invite_for_me",
                    [
                        type("m.room.member"),
                        .matches(PropertyPath(names: ["content", "membership"]), GlobPattern("invite")),
                        .matches(PropertyPath(names: ["state_key"]), GlobPattern(literally: user.rawValue)),
                    ],
                    PushVerdict(notifies: true)
                ),
                PushRule(".m.rule.member_event", [type("m.room.member")], PushVerdict()),
                PushRule(
                    ".m.rule.is_user_mention",
                    [.contains(PropertyPath(names: mentions.names + ["user_ids"]), .string(user.rawValue))],
                    highlight
                ),
                PushRule(
                    ".m.rule.is_room_mention",
                    [.equals(PropertyPath(names: mentions.names + ["room"]), .bool(true)), .senderMay(notify: "room")],
                    highlight
                ),
                PushRule(
                    ".m.rule.tombstone",
                    [type("m.room.tombstone"), .matches(PropertyPath(names: ["state_key"]), GlobPattern(""))],
                    highlight
                ),
                PushRule(".m.rule.reaction", [type("m.reaction")], PushVerdict()),
                PushRule(
                    ".m.rule.room.server_acl",
                    [type("m.room.server_acl"), .matches(PropertyPath(names: ["state_key"]), GlobPattern(""))],
                    PushVerdict()
                ),
                PushRule(".m.rule.suppress_edits", [.equals(relation, .string("m.replace"))], PushVerdict()),
            ]
        case .underride:
            let pair = CountTest("2").map { [PushCondition.memberCount($0)] } ?? [.never]
            let notify = PushVerdict(notifies: true)
            return [
                PushRule(".m.rule.call", [type("m.call.invite")], notify),
                PushRule(".m.rule.encrypted_room_one_to_one", pair + [type("m.room.encrypted")], notify),
                PushRule(".m.rule.room_one_to_one", pair + [type("m.room.message")], notify),
                PushRule(".m.rule.message", [type("m.room.message")], notify),
                PushRule(".m.rule.encrypted", [type("m.room.encrypted")], notify),
            ]
        case .content, .room, .sender: return []
        }
    }

    /// The ids of all predefined rules, also of those that are left out here.
    static let ids: Set<String> = [
        ".m.rule.master", ".m.rule.suppress_notices", ".m.rule.invite_for_me", ".m.rule.member_event",
        ".m.rule.is_user_mention", ".m.rule.contains_display_name", ".m.rule.is_room_mention", ".m.rule.roomnotif",
        ".m.rule.tombstone", ".m.rule.reaction", ".m.rule.room.server_acl", ".m.rule.suppress_edits",
        ".m.rule.contains_user_name", ".m.rule.call", ".m.rule.encrypted_room_one_to_one", ".m.rule.room_one_to_one",
        ".m.rule.message", ".m.rule.encrypted",
    ]

    /// Returns an account's rules of a kind with the predefined ones that are missing, each behind the one before it.
    static func completing(_ rules: [PushRule], _ kind: PushRule.Kind, user: ContactID) -> [PushRule] {
        var (all, place) = (rules, rules.firstIndex { ids.contains($0.id) && $0.id != ".m.rule.master" } ?? rules.count)
        for rule in self.rules(kind, user: user) {
            if let known = all.firstIndex(where: { $0.id == rule.id }) {
                place = known + 1
            } else {
                all.insert(rule, at: place)
                place += 1
            }
        }
        return all
    }
}
