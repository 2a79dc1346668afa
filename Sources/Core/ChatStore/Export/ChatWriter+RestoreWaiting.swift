import ChatTypes
import SQLiteKit

/// Messages, edits and deletions that waited for the server when they were exported.
extension ChatWriter {
    /// Restores a waiting message of the user's, unless it was deleted since. Throws as `restore(_:)`.
    func restore(waiting message: HistoryRecord.MessageRecord) throws -> Bool {
        guard message.author == .me else { throw RestoreError.noPosition }
        if try isTakenBack(message.id, in: message.chat) { return false }
        let text = (message.edit?.was ?? message.text).cut(toBytes: Limits.textBytes)
        let outgoing = OutgoingMessage(
            id: message.id,
            chat: message.chat,
            text: text,
            spans: (message.edit?.wasSpans ?? message.spans).bounded(to: text),
            attachment: message.attachment?.bounded(),
            poll: message.poll?.content.bounded(),
            repliesTo: message.answers.flatMap { $0.rawValue.isUsableID && $0 != message.id ? $0 : nil },
            thread: message.thread.flatMap { $0.rawValue.isUsableID && $0 != message.id ? $0 : nil }
        )
        guard try enqueue(outgoing, at: message.time.date) else {
            guard try holds(message, at: nil) else { throw RestoreError.contradiction }
            return false
        }
        // The server may have edited a message that it accepted, before its position was known.
        if let number = message.edit?.number ?? message.edited, number > 0 {
            try connection.run(
                "UPDATE message SET edit = ? WHERE id = ? AND chat = (SELECT key FROM chat WHERE id = ?)",
                min(number, Self.unsentEdit - 1),
                message.id.stored,
                message.chat.stored
            )
        }
        if message.removed == true {
            // The server has the message, and will report its position.
            try markAccepted(message.id, in: message.chat)
            return try annotate(.deletion(of: message.id, in: message.chat))
        }
        if let failure = message.failure?.cut(toBytes: Limits.reasonBytes) {
            try markFailed(message.id, in: message.chat, reason: failure)
        }
        _ = try restoreEdit(of: message, isNew: true)
        _ = try restoreReactions(of: message)
        _ = try restorePoll(of: message)
        return true
    }

    /// Restores deletions of messages that the server was not known to have. The server is told, and a stored message
    /// is deleted here as well.
    func restoreRemovals(of messages: [MessageID], in chat: ChatRow) throws -> Bool {
        var isChange = false
        for message in messages where try !isTakenBack(message, in: chat.id) {
            let isHeld = try MessageRow.find(message, in: chat.key, connection) != nil
            // Ignores messages of other authors and deleted ones.
            if try isHeld && !annotate(.deletion(of: message, in: chat.id)) { continue }
            try enqueueDeletion(of: message, in: chat.key)
            isChange = true
        }
        return isChange
    }

    /// Whether the message was deleted before it was known to be sent, so that only its deletion is left.
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

    /// Restores a waiting edit, unless the message was deleted or changed since. For a new message, restores even an
    /// edit to the text that the server has.
    func restoreEdit(of message: HistoryRecord.MessageRecord, isNew: Bool) throws -> Bool {
        guard let change = message.edit, message.author == .me, change.id.rawValue.isUsableID else { return false }
        let text = message.text.cut(toBytes: Limits.textBytes)
        guard try isNew || stands(message, as: change) else { return false }
        let kind = Annotation.Kind.edit(text: text, spans: message.spans.bounded(to: text))
        let edit = OutgoingAnnotation(id: change.id, of: message.id, in: message.chat, kind: kind)
        return try annotate(edit, evenIfSame: isNew)
    }

    /// Whether a message has the text from before an edit.
    private func stands(_ message: HistoryRecord.MessageRecord, as change: HistoryRecord.WaitingEdit) throws -> Bool {
        guard let record = try ChatRow.find(message.chat, in: connection),
            let known = try MessageRow.find(message.id, in: record.key, connection), let text = try text(of: known)
        else { return false }
        return known.editNumber == change.number && text.text.hasBytes(of: change.was.cut(toBytes: Limits.textBytes))
    }

    /// Restores the reactions to a message, unless newer ones are known; those that the server does not know are sent.
    func restoreReactions(of message: HistoryRecord.MessageRecord) throws -> Bool {
        guard let reactions = message.reactions, let chat = try ChatHeader.find(message.chat, in: connection) else {
            return false
        }
        var isChange = false
        for reaction in reactions {
            let isSet = reaction.removed != true
            // The server has the opposite of a waiting change, unless the user has changed their mind while that was on its way.
            let isOnServer = reaction.id == nil || reaction.stands == true ? isSet : !isSet
            let kind = Annotation.Kind.reaction(text: reaction.text, isSet: isOnServer)
            let known = Annotation(author: reaction.author, message: message.id, kind: kind, number: reaction.number)
            if let known = known.bounded() {
                let applied = try apply(ChatUpdate(chat: chat, annotations: [known]), announcing: true)
                if applied.isChange { isChange = true }
            }
            guard let id = reaction.id, reaction.author == .me, id.rawValue.isUsableID,
                ReactionText.isUsable(reaction.text)
            else { continue }
            let wish = Annotation.Kind.reaction(text: reaction.text, isSet: isSet)
            let outgoing = OutgoingAnnotation(id: id, of: message.id, in: message.chat, kind: wish)
            if try waiting(outgoing)?.id == id { continue }
            if isOnServer == isSet {
                let opposite = OutgoingAnnotation(
                    id: id,
                    of: message.id,
                    in: message.chat,
                    kind: .reaction(text: reaction.text, isSet: !isSet)
                )
                guard try annotate(opposite) else { continue }
                _ = try beginAttempt(at: opposite)
            }
            guard try annotate(outgoing) else { continue }
            // The app that exported it may have sent it already, so taking it back is sent as well.
            _ = try beginAttempt(at: outgoing)
            isChange = true
        }
        return isChange
    }

    /// Restores the votes and the end of a poll, unless newer votes are known; what the server does not know is sent.
    func restorePoll(of message: HistoryRecord.MessageRecord) throws -> Bool {
        guard let poll = message.poll, let chat = try ChatHeader.find(message.chat, in: connection) else {
            return false
        }
        var isChange = false
        func tell(_ kind: Annotation.Kind, as id: MessageID) throws {
            guard id.rawValue.isUsableID else { return }
            let outgoing = OutgoingAnnotation(id: id, of: message.id, in: message.chat, kind: kind)
            // The vote that it takes back or restores may have been on its way, too.
            if try waiting(outgoing)?.id != id, try annotate(outgoing, evenIfSame: true) { isChange = true }
        }
        for vote in poll.votes ?? [] {
            let kind = Annotation.Kind.vote(answers: Poll.bounded(vote: vote.answers))
            if let id = vote.id {
                if vote.author == .me { try tell(kind, as: id) }
            } else if let known = Annotation(author: vote.author, message: message.id, kind: kind, number: vote.number)
                .bounded()
            {
                let applied = try apply(ChatUpdate(chat: chat, annotations: [known]), announcing: true)
                if applied.isChange { isChange = true }
            }
        }
        if let id = poll.end {
            if message.author == .me { try tell(.pollEnd, as: id) }
        } else if poll.ended == true {
            let end = Annotation(author: message.author, message: message.id, kind: .pollEnd)
            if try apply(ChatUpdate(chat: chat, annotations: [end]), announcing: true).isChange { isChange = true }
        }
        return isChange
    }
}
