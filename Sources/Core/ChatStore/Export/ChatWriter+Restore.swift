import ChatTypes
import Foundation
import SQLiteKit

extension ChatWriter {
    /// Takes back a record that was exported: adds what is missing, and undoes nothing that is newer.
    ///
    /// What is there already changes nothing. A chat that is there keeps its name and what is typed in it, and stays muted or
    /// not; how far it is read only goes forward. Names and texts are cut to their `Limits`. What waited to be sent will be
    /// sent, under its old id, so that a server which has it does not get it twice (idempotent); a file that was still to be
    /// brought there has no bytes in any record, and will fail, visibly. Returns whether anything changed. Throws a
    /// `RestoreError` for a record that cannot be, and then changes nothing; or `SQLiteError`.
    @discardableResult
    public func restore(_ record: HistoryRecord) throws -> Bool {
        switch record {
        case .chat(let chat): try restore(chat)
        case .member(let member): try restore(member)
        case .message(let message): try restore(message)
        }
    }

    private func restore(_ chat: HistoryRecord.ChatRecord) throws -> Bool {
        guard chat.id.rawValue.isUsableID, let contact = Contact(id: chat.contact, name: chat.name).bounded() else {
            throw RestoreError.unusableID
        }
        for marker in [chat.readByMe, chat.readByContact] { try check(marker) }
        let takenBack = chat.takenBack ?? []
        guard takenBack.allSatisfy(\.rawValue.isUsableID) else { throw RestoreError.unusableID }
        let known = try EditedChat.find(chat.id, in: connection)
        let header = ChatHeader(
            id: chat.id,
            contact: Contact(id: contact.id, name: known?.name ?? contact.name),
            isGroup: chat.group == true,
            createdAt: chat.created.date
        )
        let old = try record(for: header)
        var (new, isChange) = (old, old.isFresh)
        if let marker = chat.readByMe, try advanceMyMarker(to: marker.rawValue, in: &new) { isChange = true }
        if !old.isGroup, let marker = chat.readByContact?.rawValue, old.theirMarker.map({ $0 < marker }) ?? true {
            (new.theirMarker, isChange) = (marker, true)
        }
        try new.save(replacing: old, in: connection)
        if new.myMarker != old.myMarker { try tellAgain(howFarWeReadIn: new) }
        if try restoreRemovals(of: takenBack, in: new) { isChange = true }
        guard known == nil else { return isChange }
        if let isMuted = chat.muted, try !setMuted(isMuted, in: chat.id) { try noteMute(of: new.key) }
        try setDraft((chat.draft ?? "").cut(toBytes: Limits.textBytes), in: chat.id)
        return true
    }

    private func restore(_ message: HistoryRecord.MessageRecord) throws -> Bool {
        guard message.id.rawValue.isUsableID, message.chat.rawValue.isUsableID, message.author.isUsable else {
            throw RestoreError.unusableID
        }
        guard let header = try ChatHeader.find(message.chat, in: connection) else {
            throw RestoreError.unknownChat(message.chat)
        }
        guard header.isGroup || message.author.member == nil else { throw RestoreError.noGroup(message.chat) }
        guard let position = message.position else { return try restore(waiting: message) }
        try check(position)
        if let gap = message.gap, gap.position >= position { throw RestoreError.impossiblePosition(gap.position) }
        // A message that is there keeps its own.
        let predecessor = try message.gap.flatMap { try holds(message, at: position) ? nil : $0 }
        let whole = Message(
            id: message.id,
            author: message.author,
            text: message.edit?.was ?? message.text,
            imageCount: message.images ?? 0,
            attachment: message.attachment,
            editNumber: message.edit?.number ?? message.edited ?? 0,
            sentAt: message.time.date,
            position: position,
            predecessor: predecessor
        )
        let known = message.removed == true ? whole.tombstone : whole
        guard let bounded = known.bounded() else { throw RestoreError.unusableCursor }
        let applied = try apply(ChatUpdate(chat: header, messages: [bounded]), announcing: true)
        guard try applied.isChange || holds(message, at: position) else { throw RestoreError.contradiction }
        if applied.isChange {
            try tellAgain(of: message, at: position)
            try restoreRefusal(of: message)
        }
        let isEditRestored = try restoreEdit(of: message, isNew: applied.isChange)
        return applied.isChange || isEditRestored
    }

    /// The server is told of a marker that has moved over messages held already: none of their records will do it.
    private func tellAgain(howFarWeReadIn chat: EditedChat) throws {
        try connection.run(
            """
            UPDATE chat SET receipt_due = coalesce(
                (SELECT id FROM message WHERE chat = ?1 AND waits = 0 AND place = my_marker), receipt_due) WHERE key = ?1
            """,
            chat.key
        )
    }

    /// No record says whether the server has been told how far we read, or that we took a message back: it is told again, which
    /// changes nothing where it knows.
    private func tellAgain(of message: HistoryRecord.MessageRecord, at position: Position) throws {
        try connection.run(
            "UPDATE chat SET receipt_due = ?1 WHERE id = ?2 AND my_marker = ?3",
            message.id.stored,
            message.chat.stored,
            position.rawValue
        )
        guard message.removed == true, message.author == .me,
            let record = try EditedChat.find(message.chat, in: connection)
        else { return }
        try enqueueDeletion(of: message.id, in: record.key)
    }

    /// Why a change of one of our own messages was refused.
    private func restoreRefusal(of message: HistoryRecord.MessageRecord) throws {
        guard let failure = message.failure, message.author == .me, message.removed != true else { return }
        try connection.run(
            "UPDATE message SET failure = ? WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?",
            failure.cut(toBytes: Limits.reasonBytes),
            message.chat.stored,
            message.id.stored
        )
    }

    /// The lowest position of all stands for before everything.
    func check(_ position: Position?) throws {
        if let position, position.rawValue == .min { throw RestoreError.impossiblePosition(position) }
    }

    /// Whether the very message is stored; one that was exported while it waited may have been sent since.
    func holds(_ message: HistoryRecord.MessageRecord, at position: Position?) throws -> Bool {
        let stored = try connection.first(
            "SELECT waits, place, mine, sender FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?",
            message.chat.stored,
            message.id.stored
        ) { row in (place: row.flag(0) ? nil : row.integer(1), author: row.author(mine: 2, sender: 3)) }
        guard let stored, stored.author == message.author else { return false }
        return position == nil || stored.place == position?.rawValue
    }
}
