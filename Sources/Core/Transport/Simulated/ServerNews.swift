import ChatTypes
import RuntimeKit

/// How news is given away: to the chat's sockets when one is open, by push otherwise.
extension SimulatedServer {
    /// Our own doings are not pushed, unless they change where we belong.
    func publish(
        messages: [Message] = [],
        receipts: [ReadReceipt] = [],
        annotations: [Annotation] = [],
        memberships: [Membership] = [],
        inChatAt index: Int,
        isOwn: Bool = false,
        byPush: Bool = false,
        isLast: Bool = false
    ) {
        let update = ChatUpdate(
            chat: ledger.state.chats[index].header,
            messages: messages,
            receipts: receipts,
            annotations: annotations,
            memberships: memberships
        )
        publish(.update(update), inChatAt: index, isOwn: isOwn, byPush: byPush, isLast: isLast)
    }

    /// That we left a group is the last that we are told of it.
    func publish(
        _ news: LiveLine.News,
        inChatAt index: Int,
        isOwn: Bool = false,
        byPush: Bool = false,
        isLast: Bool = false
    ) {
        guard isLast || ledger.state.chats[index].leftAt == nil else { return }
        let sockets = byPush ? [] : lines.sockets(of: ledger.state.chats[index].header.id)
        for line in sockets.isEmpty && !isOwn ? lines.pushes : sockets {
            line.posted.post(LiveLine.Posted(news: news, time: stopwatch.now))
        }
    }
}
