import ChatTypes
import SimulatedServer
import Transport

/// A contact answers one of the newest messages of anyone.
struct ContactReplies: OthersStep {
    let chat: Int
    let message: Int

    func happen(in world: SimulatedWorld) async {
        guard let (header, writers) = await world.company(chat) else { return }
        guard let answered = await world.anyMessage(message, in: header.id) else { return }
        _ = try? await world.server.contactWrites(
            OddTexts.text(message),
            replyingTo: answered,
            as: OddTexts.id(message),
            in: header.id,
            by: writers[message % writers.count]
        )
    }
}

/// A contact sets or removes a reaction to one of the newest messages of anyone.
struct ContactReacts: OthersStep {
    let chat: Int
    let message: Int
    let text: Int

    func happen(in world: SimulatedWorld) async {
        guard let (header, writers) = await world.company(chat) else { return }
        guard let target = await world.anyMessage(message, in: header.id) else { return }
        _ = try? await world.server.contactReacts(
            reactionTexts[text % reactionTexts.count],
            isSet: text % 4 > 0,
            to: target,
            in: header.id,
            by: writers[text % writers.count]
        )
    }
}

extension SimulatedWorld {
    /// Selects one of the newest undeleted messages of a chat; `nil` if there is none.
    fileprivate func anyMessage(_ number: Int, in chat: ChatID) async -> MessageID? {
        let messages = await server.log(of: chat).filter { !$0.isDeleted && $0.event == nil }.suffix(10)
        return messages.isEmpty ? nil : messages[messages.startIndex + number % messages.count].id
    }
}
