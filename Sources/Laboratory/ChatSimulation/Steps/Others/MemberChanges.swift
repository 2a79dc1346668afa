import ChatTypes
import SimulatedServer
import Transport

/// A contact joins a group, leaves it, or changes their name there.
struct MemberChanges: OthersStep {
    let chat: Int
    let what: Int

    func happen(in world: SimulatedWorld) async {
        let groups = await world.server.chats.filter(\.isGroup)
        guard !groups.isEmpty else { return }
        let group = groups[chat % groups.count]
        let name = OddTexts.name(what / 3)
        if what.isMultiple(of: 3) {
            _ = try? await world.server.contactJoins(name, in: group.id)
            return
        }
        let members = await world.writers(in: group)
        guard !members.isEmpty, let member = members[what / 2 % members.count] else { return }
        if what % 3 == 1 {
            try? await world.server.contactRenames(member, to: name, in: group.id)
        } else {
            try? await world.server.contactLeaves(member, in: group.id)
        }
    }
}
