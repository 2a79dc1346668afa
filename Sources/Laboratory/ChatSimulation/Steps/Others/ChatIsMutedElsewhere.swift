import ChatTypes
import SimulatedServer
import Transport

/// The user chooses on another device what of a chat notifies, if the server stores that.
struct ChatIsMutedElsewhere: OthersStep {
    let chat: Int

    func happen(in world: SimulatedWorld) async {
        let chats = await world.server.chats
        guard !chats.isEmpty, let homeserver = world.matrix?.homeserver else { return }
        let id = chats[chat % chats.count].id
        world.evidence.noteModeChange(id)
        homeserver.setNotifications(homeserver.notifications(of: id).next, of: id)
    }
}
