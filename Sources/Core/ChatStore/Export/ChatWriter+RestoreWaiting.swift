import ChatTypes
import SQLiteKit

/// What waited to be sent when it was exported.
extension ChatWriter {
    /// A message of ours, unless it was taken back meanwhile. Throws as `restore(_:)`.
    func restore(waiting message: HistoryRecord.MessageRecord) throws -> Bool {
        guard message.author == .me else { throw RestoreError.noPosition }
        if try isTakenBack(message.id, in: message.chat) { return false }
        let text = (message.edit?.was ?? message.text).cut(toBytes: Limits.textBytes)
        let outgoing = OutgoingMessage(
            id: message.id,
            chat: message.chat,
            text: text,
            attachment: message.attachment?.bounded()
        )
        guard try enqueue(outgoing, at: message.time.date) else {
            guard try holds(message, at: nil) else { throw RestoreError.contradiction }
            return false
        }
        if message.removed == true {
            // The server has it, and will say where it stands.
            try markAccepted(message.id, in: message.chat)
            return try annotate(.deletion(of: message.id, in: message.chat))
        }
        if let failure = message.failure?.cut(toBytes: Limits.reasonBytes) {
            try markFailed(message.id, in: message.chat, reason: failure)
        }
        _ = try restoreEdit(of: message, isNew: true)
        return true
    }

    /// Messages that were taken back before the server was known to have them. It may have them, and is told; where one is held by
    /// now, it is taken back here, too.
    func restoreRemovals(of messages: [MessageID], in chat: EditedChat) throws -> Bool {
        var isChange = false
        for message in messages where try !isTakenBack(message, in: chat.id) {
            let isHeld = try KnownMessage.find(message, in: chat.key, connection) != nil
            // What is not ours stays, and what was taken back already is told.
            if try isHeld && !annotate(.deletion(of: message, in: chat.id)) { continue }
            try enqueueDeletion(of: message, in: chat.key)
            isChange = true
        }
        return isChange
    }

    /// Whether it was taken back before it was known to be sent: then nothing is left of it but that.
    private func isTakenBack(_ message: MessageID, in chat: ChatID) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM annotation
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND message = ? AND mine = 1 AND kind = 'deletion'
            """,
            chat.stored,
            message.stored
        ) { _ in true } ?? false
    }

    /// A change that waits, unless the message was taken back, or does not stand any more as it did before the change. Of a new
    /// message even one to the text that the server has, as far as we know.
    func restoreEdit(of message: HistoryRecord.MessageRecord, isNew: Bool) throws -> Bool {
        guard let change = message.edit, message.author == .me, change.id.rawValue.isUsableID else { return false }
        let text = message.text.cut(toBytes: Limits.textBytes)
        guard try isNew || stands(message, as: change) else { return false }
        let edit = OutgoingAnnotation(id: change.id, of: message.id, in: message.chat, kind: .edit(text: text))
        return try annotate(edit, evenIfSame: isNew)
    }

    /// Whether a message has the text that it had before a change.
    private func stands(_ message: HistoryRecord.MessageRecord, as change: HistoryRecord.WaitingEdit) throws -> Bool {
        guard let record = try EditedChat.find(message.chat, in: connection),
            let known = try KnownMessage.find(message.id, in: record.key, connection), let text = try text(of: known)
        else { return false }
        return known.editNumber == change.number && text.hasBytes(of: change.was.cut(toBytes: Limits.textBytes))
    }
}
