public import ChatTypes
import Foundation
import SQLiteKit

extension ChatWriter {
    /// Restores an exported record: adds what is missing, and undoes nothing that is newer.
    ///
    /// Existing content stays. An existing chat keeps its name, its draft and its mute state; its read markers only
    /// move forward. Names and texts are cut to their `Limits`. Waiting messages are sent under their old IDs, so
    /// that a server does not receive them twice (idempotent). A file that was not uploaded yet has no bytes in any
    /// record, and fails visibly.
    ///
    /// Returns whether anything changed. Throws a `RestoreError` for an impossible record, and changes nothing then;
    /// or `SQLiteError`.
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
        for marker in [chat.readByMe, chat.readByContact, chat.readAllByMe] + (chat.threads ?? []).map(\.readByMe) {
            try check(marker)
        }
        let takenBack = chat.takenBack ?? []
        guard takenBack.allSatisfy(\.rawValue.isUsableID) else { throw RestoreError.unusableID }
        let known = try ChatRow.find(chat.id, in: connection)
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
        if let marker = chat.readAllByMe, try new.advanceAllThreads(to: marker.rawValue, in: connection) {
            isChange = true
        }
        for thread in chat.threads ?? [] where try restore(thread, in: &new, isNew: known == nil) { isChange = true }
        try new.save(replacing: old, in: connection)
        if (new.myMarker, new.readAll) != (old.myMarker, old.readAll) { try tellAgain(howFarWeReadIn: new) }
        if try restoreRemovals(of: takenBack, in: new) { isChange = true }
        guard known == nil else { return isChange }
        try restoreStanding(of: chat, in: new.key)
        // Under no number: what the server says counts.
        _ = try setPins(ChatPins.bounded(chat.pins ?? []), in: new.key)
        _ = try setSpaces(ChatSpace.bounded(chat.spaces ?? []), of: new.key)
        if chat.muted != nil || chat.mentionsOnly == true {
            if try !setNotifications(chat.notifications, in: chat.id) { try noteMode(of: new.key) }
        }
        if chat.favourite == true { _ = try set(.favourite, to: true, in: chat.id) }
        if chat.markedUnread == true { _ = try set(.unread, to: true, in: chat.id) }
        try setDraft((chat.draft ?? "").cut(toBytes: Limits.textBytes), in: chat.id)
        for unfinished in chat.unfinished ?? [] {
            guard let target = unfinished.target else { continue }
            try setDraft(unfinished.text.cut(toBytes: Limits.textBytes), of: target, in: chat.id)
        }
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
        // A stored message keeps its own predecessor.
        let predecessor = try message.gap.flatMap { try holds(message, at: position) ? nil : $0 }
        let whole = Message(
            id: message.id,
            author: message.author,
            text: message.edit?.was ?? message.text,
            spans: message.edit?.wasSpans ?? message.spans,
            imageCount: message.images ?? 0,
            attachment: message.attachment,
            poll: message.poll?.content,
            repliesTo: message.answers,
            thread: message.thread,
            isQuiet: message.quiet,
            mentionsMe: message.mention ?? false,
            event: message.event,
            editNumber: message.edit?.number ?? message.edited ?? 0,
            senderWarning: message.warning,
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
        let areReactionsRestored = try restoreReactions(of: message)
        let isPollRestored = try restorePoll(of: message)
        return applied.isChange || isEditRestored || areReactionsRestored || isPollRestored
    }

    /// Stores the standing of a new chat, under no number: what the server says counts.
    private func restoreStanding(of chat: HistoryRecord.ChatRecord, in key: Int64) throws {
        let state = ChatState(word: chat.state ?? "", person: chat.stateBy, reason: chat.stateReason)
        try connection.run(
            "UPDATE chat SET state = ?, state_person = ?, state_reason = ?, topic = ? WHERE key = ?",
            state.word,
            state.person,
            state.reason,
            (chat.topic ?? "").cut(toBytes: Limits.topicBytes),
            key
        )
    }

    /// Queues the receipts of markers that moved over stored messages, because none of their records will do so.
    private func tellAgain(howFarWeReadIn chat: ChatRow) throws {
        try connection.run(
            """
            UPDATE chat SET
                receipt_due = coalesce(
                    (SELECT id FROM message WHERE chat = ?1 AND waits = 0 AND place = my_marker), receipt_due),
                receipt_all_due = coalesce(
                    (SELECT id FROM message WHERE chat = ?1 AND waits = 0 AND place = read_all), receipt_all_due)
            WHERE key = ?1
            """,
            chat.key
        )
    }

    /// Queues the receipts and the deletion again, because no record says whether the server has them. Repetitions
    /// change nothing.
    private func tellAgain(of message: HistoryRecord.MessageRecord, at position: Position) throws {
        try connection.run(
            """
            UPDATE chat SET receipt_due = iif(my_marker = ?3, ?1, receipt_due),
                receipt_all_due = iif(read_all = ?3, ?1, receipt_all_due)
            WHERE id = ?2 AND (my_marker = ?3 OR read_all = ?3)
            """,
            message.id.stored,
            message.chat.stored,
            position.rawValue
        )
        if let root = message.thread {
            try connection.run(
                """
                UPDATE thread SET receipt_due = ?1
                WHERE chat = (SELECT key FROM chat WHERE id = ?2) AND root = ?3 AND marker = ?4
                """,
                message.id.stored,
                message.chat.stored,
                root.stored,
                position.rawValue
            )
        }
        guard message.removed == true, message.author == .me,
            let record = try ChatRow.find(message.chat, in: connection)
        else { return }
        try enqueueDeletion(of: message.id, in: record.key)
    }

    /// Restores the reason why an edit was refused.
    private func restoreRefusal(of message: HistoryRecord.MessageRecord) throws {
        guard let failure = message.failure, message.author == .me, message.removed != true else { return }
        try connection.run(
            "UPDATE message SET failure = ? WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?",
            failure.cut(toBytes: Limits.reasonBytes),
            message.chat.stored,
            message.id.stored
        )
    }

    /// Throws for the lowest position, which is reserved for "before everything".
    func check(_ position: Position?) throws {
        if let position, position.rawValue == .min { throw RestoreError.impossiblePosition(position) }
    }

    /// Whether this message is stored. A message that waited at the export may have been sent since.
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

extension ChatWriter {
    /// Restores a member, unless something newer is known. Throws as `restore(_:)`.
    func restore(_ member: HistoryRecord.MemberRecord) throws -> Bool {
        guard member.chat.rawValue.isUsableID, member.member != .contact, member.member.isUsable else {
            throw RestoreError.unusableID
        }
        for position in [member.since, member.read] { try check(position) }
        guard let old = try ChatRow.find(member.chat, in: connection) else {
            throw RestoreError.unknownChat(member.chat)
        }
        guard old.isGroup else { throw RestoreError.noGroup(member.chat) }
        let membership = Membership(
            member: member.member,
            name: member.name,
            isMember: member.left != true,
            role: member.role,
            since: member.since,
            // The lowest number, because only the name of a record without a number counts.
            number: member.number ?? 1
        )
        guard let bounded = membership.bounded() else { throw RestoreError.impossibleNumber(membership.number) }
        var (record, applied) = (old, AppliedUpdate())
        if let id = member.member.member, try !keep(id, named: bounded.name, in: &record) {
            throw RestoreError.tooManyMembers
        }
        if member.number != nil { try apply(bounded, into: &record, &applied, isRestored: true) }
        if let id = member.member.member, let position = member.read?.rawValue {
            try advance(id, to: position, in: &record)
        }
        if record.hasMemberRead { try record.renewTheirMarker(in: connection) }
        try record.save(replacing: old, in: connection)
        return record.hasMemberRead || record.members != old.members
    }
}

/// The reason why a record was not restored.
public enum RestoreError: Error, Hashable, Sendable {
    /// An ID of the record is empty or longer than `Limits.idBytes`.
    case unusableID
    /// The chat's record must come before those of its members and messages.
    case unknownChat(ChatID)
    /// Only a group has members.
    case noGroup(ChatID)
    /// The group already has `Limits.members`.
    case tooManyMembers
    /// No membership has that number.
    case impossibleNumber(Int64)
    /// Only the user's own messages may be without a position.
    case noPosition
    /// No message can be at that position, or the gap before it ends above it.
    case impossiblePosition(Position)
    /// The gap's cursor is longer than `Limits.cursorBytes`.
    case unusableCursor
    /// Another message has that ID or position.
    case contradiction
}
