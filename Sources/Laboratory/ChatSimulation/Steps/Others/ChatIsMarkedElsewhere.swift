import ChatTypes
import SimulatedServer
import Transport

/// The user marks a chat as a favourite or as unread on another device, or removes the mark, if the server stores marks.
struct ChatIsMarkedElsewhere: OthersStep {
    let chat: Int

    func happen(in world: SimulatedWorld) async {
        let chats = await world.server.chats
        guard !chats.isEmpty, let homeserver = world.matrix?.homeserver else { return }
        let id = chats[chat % chats.count].id
        let mark = ChatMark.allCases[chat % ChatMark.allCases.count]
        if mark == .favourite { world.evidence.noteFavouriteChange(id) }
        homeserver.set(mark, to: !homeserver.marks(of: id).contains(mark), of: id)
    }
}
