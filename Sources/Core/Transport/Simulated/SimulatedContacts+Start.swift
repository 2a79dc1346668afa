import ChatTypes
import RuntimeKit

extension SimulatedServer {
    /// What contacts have to do when the server starts: they read what they have not, and answer it.
    static func life(
        in state: ServerState,
        at now: Duration,
        random: RandomSource
    ) -> (talks: [Int: GroupTalk], paces: [Seat: ConversationPace]) {
        var (talks, paces) = ([Int: GroupTalk](), [Seat: ConversationPace]())
        for (index, chat) in state.chats.enumerated() {
            guard let newest = chat.newestMessage(by: .me) else { continue }
            if chat.header.isGroup {
                talks[index] = GroupTalk(resumedIn: chat, random: random)
            } else if chat.hasRead(.contact, upTo: newest.position) {
                continue
            }
            for listener in talks[index]?.listeners ?? [.contact] {
                paces[Seat(chat: index, author: listener), default: ConversationPace()].hear(at: now, random: random)
            }
        }
        return (talks, paces)
    }
}
