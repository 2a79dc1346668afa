import Transport

/// The person mutes a chat by another device, or lets it be heard again, where the account says so.
struct ChatIsMutedElsewhere: OthersStep {
    let chat: Int

    func happen(in world: SimulatedWorld) async {
        let chats = await world.server.chats
        guard !chats.isEmpty, let homeserver = world.matrix?.homeserver else { return }
        let id = chats[chat % chats.count].id
        world.evidence.noteMuting(id)
        homeserver.setMuted(!homeserver.mutedRooms.contains(id), id)
    }
}
