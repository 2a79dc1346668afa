import ChatApp
import ChatSession
import ChatTypes
import SimulatedServer
import Transport

/// The user changes a group: its title, its topic, a role, or who is in it. The app says so if the user's role does not allow it.
struct PersonChangesGroup: PersonStep {
    let chat: Int
    let what: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let (group, change, _) = await person.world.groupChange(chat, what) else { return }
        person.evidence.note("changes \(group): \(change)")
        try? await person.actions.session.change(change, in: group)
    }
}

/// A member changes a group: its title, its topic, a role, or who is in it. The user may be concerned, too.
///
/// The architectures of the comparison have no lines about such changes.
struct ContactChangesGroup: Step {
    let chat: Int
    let what: Int

    func happen(in session: SessionRunner) throws {
        guard session.app is ViperRun else { return }
        try session.drive { [world = session.world] in
            guard let (group, change, member) = await world.groupChange(chat, what) else { return }
            world.evidence.note("\(member) changes \(group): \(change)")
            try? await world.server.contactChanges(change, in: group, by: member)
        }
    }
}

extension SimulatedWorld {
    /// Draws a change of a group that the user is in, and a member who may make it; `nil` if there is none.
    fileprivate func groupChange(_ chat: Int, _ what: Int) async -> (ChatID, ChatChange, ContactID)? {
        let groups = await knownChats().filter(\.isGroup)
        guard !groups.isEmpty else { return nil }
        let group = groups[chat % groups.count]
        let members = await writers(in: group).compactMap(\.self)
        guard await isIn(group.id), members.count > 1 else { return nil }
        let (member, other) = (members[what % members.count], members[(what + 1) % members.count])
        // An empty ID names the user, whom only a member can concern.
        let concerned = what.isMultiple(of: 5) ? "" : other.rawValue
        let change: ChatChange =
            switch what / 5 % 6 {
            case 0: .setTopic(what.isMultiple(of: 4) ? "" : "topic \(what)")
            case 1: .rename("Group \(what)")
            case 2: .setRole(concerned, [MemberRole.member, .moderator, .administrator][what % 3])
            case 3: .remove(concerned, reason: what.isMultiple(of: 2) ? "" : "reason \(what)")
            case 4: .ban(other.rawValue, reason: "")
            default: .invite(OddTexts.name(what))
            }
        return (group.id, change, member)
    }
}
