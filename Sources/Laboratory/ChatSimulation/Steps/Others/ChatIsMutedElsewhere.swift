import ChatTypes
import Transport

/// The user mutes or unmutes a chat on another device, if the server stores mutes.
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
