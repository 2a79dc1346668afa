import ChatSession
import CreateChat
import ScreenKit
import Transport

extension Person {
    /// Takes a name into the form, and begins with another; names that are none, or one twice, are told of on the way.
    func beginGroup(_ number: Int) async {
        // The simulated homeserver has chats between two alone.
        guard world.matrix == nil, let form = actions.shown.form, form.state?.isBusy != true else { return }
        let names = OddTexts.names
        let (first, second) = (names[number % names.count], names[(number / names.count) % names.count])
        form.module.send(.type(first))
        await form.module.perform(.add)
        form.module.send(.type(second))
        evidence.with { $0.groupCount += 1 }
        await create("\(first) and \(second)", form.module)
    }

    /// Leaves the group that is open, or another one, or comes back; where the server cannot be asked, nothing happens.
    func comeOrGo(_ number: Int) async {
        let groups = await world.server.chats.filter(\.isGroup)
        guard !groups.isEmpty else { return }
        let open = groups.first { $0.id == actions.shown.chat?.id }
        let group = (open ?? groups[number % groups.count]).id
        let membership = await world.isIn(group) ? ChatMembership.leave : .join
        evidence.note("\(membership) \(group)")
        if number.isMultiple(of: 2) {
            try? await actions.session.setMembership(membership, in: group)
        } else {
            try? await world.server.setMembership(membership, in: group)
        }
    }
}
