import Foundation
public import Transport

/// Why a record was not taken back.
public enum RestoreFault: Error, Hashable, Sendable, CustomStringConvertible {
    case emptyID
    /// A chat's record comes before those of its messages.
    case unknownChat(ChatID)
    /// A message of the contact's always has a position: only one's own wait to be sent.
    case noPosition
    /// Another message has that id, or stands at that position.
    case contradiction

    public var description: String {
        switch self {
        case .emptyID: "it has no id"
        case .unknownChat(let chat): "its chat \(chat) is not there; the line of a chat comes before its messages"
        case .noPosition: "a message of the contact's needs a position"
        case .contradiction: "it contradicts what is stored: another message has its id or its position"
        }
    }
}

extension ChatWriter {
    /// Takes back a record that was exported; one that is there already changes nothing.
    ///
    /// What waited to be sent will be sent, under its old id, so that a server which has it does not get it twice. Throws
    /// a `RestoreFault` for a record that cannot be, or what the disk says.
    public func restore(_ record: HistoryRecord) throws {
        switch record {
        case .chat(let chat): try restore(chat)
        case .message(let message): try restore(message)
        }
    }

    private func restore(_ chat: HistoryRecord.ChatRecord) throws {
        guard !chat.id.rawValue.isEmpty else { throw RestoreFault.emptyID }
        let contact = Contact(id: chat.contact, name: chat.name)
        let old = try record(for: ChatHeader(id: chat.id, contact: contact, createdAt: chat.created.date))
        var new = old
        if let marker = chat.readByMe { _ = try advanceMyMarker(to: marker.rawValue, in: &new) }
        if let marker = chat.readByContact { new.theirMarker = max(marker.rawValue, new.theirMarker ?? .min) }
        try new.save(replacing: old, in: connection)
        if let draft = chat.draft {
            try connection.run("UPDATE chat SET draft = ? WHERE key = ? AND draft = ''", draft, old.key)
        }
    }

    private func restore(_ message: HistoryRecord.MessageRecord) throws {
        guard !message.id.rawValue.isEmpty else { throw RestoreFault.emptyID }
        guard let header = try header(of: message.chat) else { throw RestoreFault.unknownChat(message.chat) }
        if let position = message.position {
            let whole = Message(
                id: message.id,
                author: message.author,
                text: message.text,
                imageCount: max(0, message.images ?? 0),
                sentAt: message.time.date,
                position: position,
                predecessor: message.gap
            )
            let applied = try apply(ChatUpdate(chat: header, messages: [whole]), announcing: true)
            guard try applied.isChange || holds(message, at: position) else { throw RestoreFault.contradiction }
        } else {
            guard message.author == .me else { throw RestoreFault.noPosition }
            let outgoing = OutgoingMessage(id: message.id, chat: message.chat, text: message.text)
            guard try enqueue(outgoing, at: message.time.date) else {
                guard try holds(message, at: nil) else { throw RestoreFault.contradiction }
                return
            }
            if let failure = message.failure { try markFailed(message.id, in: message.chat, reason: failure) }
        }
    }

    private func header(of chat: ChatID) throws -> ChatHeader? {
        try connection.first(
            "SELECT id, contact, name, created FROM chat WHERE id = ?",
            chat.rawValue,
            read: ChatHeader.init(row:)
        )
    }

    /// Whether the very message is stored; one that was exported while it waited may have been sent since.
    private func holds(_ message: HistoryRecord.MessageRecord, at position: Position?) throws -> Bool {
        let stored = try connection.first(
            """
            SELECT position, mine FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?
            """,
            message.chat.rawValue,
            message.id.rawValue
        ) { (position: $0.optionalInteger(0), isMine: $0.flag(1)) }
        guard let stored, stored.isMine == (message.author == .me) else { return false }
        return position == nil || stored.position == position?.rawValue
    }
}
