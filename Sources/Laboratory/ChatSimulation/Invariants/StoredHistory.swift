import ChatStore
import ChatTypes

/// A history as exported, chat by chat. It is independent of every number cached for speed.
struct StoredHistory: Sendable {
    struct Chat: Sendable {
        let record: HistoryRecord.ChatRecord
        var members: [HistoryRecord.MemberRecord] = []
        var messages: [HistoryRecord.MessageRecord] = []

        /// Whether the user is out of the chat.
        private var isOver: Bool { ["left", "removed", "banned"].contains(record.state) }
        var derivedUnreadCount: Int { isOver ? 0 : messages.count { isUnread($0) && $0.quiet != true } }
        var derivedMentionCount: Int { isOver ? 0 : messages.count { isUnread($0) && $0.mention == true } }
        /// The unread messages of a thread, or outside threads.
        func derivedUnread(of thread: MessageID?) -> [HistoryRecord.MessageRecord] {
            isOver ? [] : messages.filter { $0.thread == thread && isUnread($0) && $0.quiet != true }
        }

        func isRead(_ id: MessageID) -> Bool { messages.contains { $0.id == id && !isUnread($0) } }

        /// Whether a message was deleted, or read on arrival because it or a later message had been seen by then.
        func wasRead(_ id: MessageID, _ live: Evidence.Live, _ seen: [MessageID: Duration]) -> Bool {
            guard let message = messages.first(where: { $0.id == id }) else { return false }
            if message.removed == true { return true }
            if let time = seen[id], time <= live.time { return true }
            guard let position = message.position else { return false }
            return messages.contains { message in
                guard let other = message.position, let time = seen[message.id] else { return false }
                return other > position && time - live.time < .seconds(1)
            }
        }

        private func isUnread(_ message: HistoryRecord.MessageRecord) -> Bool {
            guard message.author != .me, message.removed != true, let position = message.position else {
                return false
            }
            return marker(of: message.thread).map { $0 < position } ?? true
        }

        /// How far the user has read a thread, or what stands outside threads.
        func marker(of thread: MessageID?) -> Position? {
            guard let thread else { return record.readByMe }
            let own = record.threads?.first { $0.root == thread }?.readByMe
            return [own, record.readAllByMe].compactMap(\.self).max()
        }

        /// The unread messages that the app can know of. An answer in a thread is unknown while it is missing before a message that the
        /// user has read outside threads, as in a group to which the user has come back after forgetting it: no server here counts them.
        func knownUnread(of chat: ServerChatContent) -> [Message] {
            guard let read = chat.position(of: chat.readByMe) else { return chat.unread }
            let held = Set(delivered.map(\.id))
            return chat.unread.filter { $0.thread == nil || $0.position > read || held.contains($0.id) }
        }

        /// Whether a marker is the one that the server has at a message. The receipt for a message before all that are stored waits for
        /// it, as in a group to which the user has come back after forgetting it.
        func knows(_ message: MessageID?, as marker: Position?, in chat: ServerChatContent) -> Bool {
            guard let message, let first = delivered.first?.position, let position = chat.position(of: message),
                position < first
            else { return marker == chat.position(of: message) }
            return marker.map { $0 <= position } ?? true
        }

        var delivered: [HistoryRecord.MessageRecord] { messages.filter { $0.position != nil } }
        var waiting: [HistoryRecord.MessageRecord] { messages.filter { $0.position == nil } }
    }

    private(set) var chats: [Chat] = []

    init(_ reader: borrowing ChatReader) throws {
        try reader.export { record in
            switch record {
            case .chat(let chat): chats.append(Chat(record: chat))
            case .member(let member): chats[chats.count - 1].members.append(member)
            case .message(let message): chats[chats.count - 1].messages.append(message)
            }
        }
    }

    subscript(_ chat: ChatID) -> Chat? { chats.first { $0.record.id == chat } }

    var ids: Set<MessageID> { Set(chats.flatMap { $0.messages.map(\.id) }) }
}
