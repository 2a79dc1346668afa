import ChatStore
import ChatTypes
public import PhoneKit
import RuntimeKit
import Transport

/// The cost of messages that arrive one after the other for a chat in the visible list.
public struct MessageCost: Hashable, Sendable {
    /// The number of chats in the list.
    public let chatCount: Int
    /// The number of messages that arrived.
    public let messageCount: Int
    /// The total processor time for all messages, including the server's share, which is the same for every
    /// architecture.
    public let time: Duration
    /// The total drawing cost of all messages.
    public let drawing: DrawingCost
    /// The total storage cost of all messages.
    public let storage: StorageCost
}

extension Architecture {
    /// Pushes `messageCount` messages, one at a time, to an idle app with `chatCount` chats, and returns their cost.
    ///
    /// The time is that of the calling thread, measured on `clock`. Throws if the app does not get that far.
    public func costOfMessages(
        _ messageCount: Int = 20,
        amongChats chatCount: Int,
        strategy: Strategy = Strategy(),
        measuredOn clock: some Clock<Duration>
    ) throws -> MessageCost {
        let setting = Setting(restarts: true, isPunctual: true, strategy: strategy)
        return try Performance(architecture: self, setting: setting, seed: 2).run { stage in
            try stage.fillDisk(chatCount: chatCount - 1)
            try await stage.startInList()
            try await stage.seePushConnection()
            // By then all work of the start is done, including the download of pictures.
            try await stage.wait(.seconds(30))
            let (drawn, asked, begin) = (await stage.cost, await stage.storageCost, clock.now)
            for number in 1...messageCount {
                try await stage.server.contactWrites("News \(number)", in: Stage.john)
                try await stage.wait(.seconds(1))
            }
            let time = begin.duration(to: clock.now)
            let (after, answered) = (await stage.cost, await stage.storageCost)
            try await stage.check("all of it announced", await stage.screen.notifications.count == messageCount)
            return MessageCost(
                chatCount: chatCount,
                messageCount: messageCount,
                time: time,
                drawing: DrawingCost(
                    viewUpdates: after.viewUpdates - drawn.viewUpdates,
                    cellsMade: after.cellsMade - drawn.cellsMade
                ),
                storage: StorageCost(
                    statements: answered.statements - asked.statements,
                    rowsRead: answered.rowsRead - asked.rowsRead
                )
            )
        }
    }
}

extension Stage {
    /// Adds chats with one unread message each to the phone's history; the server does not know them.
    fileprivate func fillDisk(chatCount: Int) throws {
        let time = phone.environment.now()
        try ChatDatabase(phone.disk).write { writer in
            for number in 0..<chatCount {
                let contact = Contact(id: ContactID("number-\(number)"), name: "Number \(number)")
                let message = Message(
                    id: MessageID("message-\(number)"),
                    author: .contact,
                    text: "Hello",
                    sentAt: time,
                    position: Position(1),
                    predecessor: nil
                )
                let chat = ChatHeader(id: ChatID("chat-\(number)"), contact: contact, createdAt: time)
                _ = try writer.apply(ChatUpdate(chat: chat, messages: [message]), announcing: false)
            }
        }
    }
}
