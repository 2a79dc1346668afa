import ChatStore
public import PhoneKit
import Transport

/// What messages cost that come, one after the other, for a chat of the list on screen.
public struct MessageCost: Hashable, Sendable {
    /// How many chats the list holds.
    public let chatCount: Int
    /// How many messages came.
    public let messageCount: Int
    /// All of them together, the server's own part included, which is the same for every version.
    public let time: Duration
    /// All of them together.
    public let drawing: DrawingCost
    /// All of them together.
    public let storage: StorageCost
}

extension Version {
    /// Lets `messageCount` messages come by push, one at a time, to an app that holds `chatCount` chats and is at rest.
    ///
    /// The time is the calling thread's own, measured on `clock`. Throws when the app does not get that far.
    public func costOfMessages(
        _ messageCount: Int = 20,
        amongChats chatCount: Int,
        strategy: Strategy = Strategy(),
        measuredOn clock: some Clock<Duration>
    ) throws -> MessageCost {
        let setting = Setting(restarts: true, isPunctual: true, strategy: strategy)
        return try Performance(version: self, setting: setting, seed: 2).run { stage in
            try stage.fillDisk(chatCount: chatCount - 1)
            try await stage.startInList()
            try await stage.seePushConnection()
            // All that a start brings with it has passed by then: the pictures above all.
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
    /// Puts chats of one unread message each on the phone, of which the server knows nothing.
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
