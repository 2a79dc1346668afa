import ChatTypes
import Foundation
import SQLiteKit

extension MatrixLedger {
    /// Takes in all that an answer brings, and says it in our words.
    ///
    /// - Parameter since: what the answer was asked to begin after; nil for everything.
    func apply(_ answer: SyncAnswer, since: String?) throws -> [ChatUpdate] {
        let updates = try connection.transaction {
            if let direct = answer.direct { try noteDirectRooms(direct) }
            if let ignored = answer.ignored { try note(ignored: ignored) }
            if since == nil { try renewMutes() }
            let muted = try answer.muted.map { try note(muted: $0) } ?? []
            let ignored = try ignored()
            var updates: [ChatUpdate] = []
            try noteSuccessors(answer.joined + answer.left)
            for (id, news) in answer.joined {
                if let update = try apply(news.without(ignored), of: id, membership: .join, isWhole: since == nil) {
                    updates.append(update)
                }
            }
            for (id, news) in answer.invited where !ignored.contains(where: { news.isInvitation(of: user, by: $0) }) {
                let room = try note(news, membership: .invite, ofRoom: id)
                if let header = try header(of: room.key) { updates.append(ChatUpdate(chat: header)) }
            }
            // What was said before we left counts as well; the chat stays, and can be read.
            for (id, news) in answer.left where try room(id) != nil {
                if let update = try apply(news.without(ignored), of: id, membership: .leave, isWhole: since == nil) {
                    updates.append(update)
                }
            }
            return updates + (try muted.compactMap { try muteUpdate(of: $0) })
        }
        announce(updates)
        return updates
    }

    private func apply(_ news: RoomNews, of id: ChatID, membership: RoomMembership, isWhole: Bool) throws -> ChatUpdate?
    {
        let room = try note(news, membership: membership, ofRoom: id)
        let placed = try place(news, in: room, before: isWhole && !news.isSequel ? .start : .whatIsKnown(news.before))
        let told = try noteMembers(of: news, placed, in: room, isHere: membership == .join, isWhole: isWhole)
        let isGroup = try isGroup(room.key)
        let messages = try placed.map { try message($0, in: room.key, isGroup: isGroup) }
        let receipts = try receipts(news, in: room.key, isGroup: isGroup, isWhole: isWhole)
        let removals = try news.timeline.compactMap { try removal(by: $0, in: room.key, isGroup: isGroup) }
        let edits = try edits(in: news.timeline, room: room.key)
        let isChanged = !news.state.isEmpty || news.heroes != nil || news.timeline.contains { $0.stateKey != nil }
        let memberships = try isGroup ? memberships(of: told, in: room.key) : []
        let isSaid = !messages.isEmpty || !receipts.isEmpty || !removals.isEmpty || !edits.isEmpty
        guard room.isNew || isChanged || isSaid || !memberships.isEmpty, let header = try header(of: room.key) else {
            return nil
        }
        return ChatUpdate(
            chat: header,
            messages: messages,
            receipts: receipts,
            removals: removals,
            edits: edits,
            memberships: memberships
        )
    }

    /// What an event takes back; nil when it takes nothing back that we know of.
    ///
    /// The homeserver checks who may redact. The removal counts as the author's own. What is not known yet comes without its
    /// content, or is known to have been taken back when it comes.
    private func removal(by event: RoomEvent, in room: Int64, isGroup: Bool) throws -> Removal? {
        guard let redacted = event.redacted else { return nil }
        try connection.run("DELETE FROM stray_edit WHERE room = ? AND event = ?", room, redacted.rawValue)
        let removal = try connection.first(
            """
            SELECT coalesce(message, id), coalesce(sender, iif(coalesce(mine, message IS NOT NULL), ?, ?)) FROM event
            WHERE room = ? AND id = ?
            """,
            user.rawValue,
            event.sender.rawValue,
            room,
            redacted.rawValue
        ) { Removal(author: author(ContactID($0.text(1)), isGroup: isGroup), message: MessageID($0.text(0))) }
        if removal == nil { noteTakenBack(redacted, in: room) }
        return removal
    }

    private func place(_ news: RoomNews, in room: RoomRow, before: Stretch.Before) throws -> [PlacedEvent] {
        let shown = news.timeline.filter(\.isShown)
        // Whatever is in a timeline with the room's beginning, nothing is hidden before it.
        let isBeginning = news.timeline.contains(where: \.isBeginning)
        if isBeginning, shown.isEmpty { try connection.run("UPDATE room SET whole = 1 WHERE key = ?", room.key) }
        let before = isBeginning ? .start : news.isLimited ? .unknown(news.before) : before
        return try place(Stretch(events: shown, before: before), in: room)
    }

    /// Takes in a page that was read back from `position`, newest first; `end` goes on, nil at the conversation's start.
    ///
    /// - Parameter state: what those who wrote it were in the room then.
    func apply(
        page: [RoomEvent],
        state: [RoomEvent] = [],
        before position: Int64,
        end: String?,
        in room: Int64
    ) throws -> MessagePage {
        defer { announce([]) }
        return try connection.transaction {
            let (isGroup, ignored) = (try isGroup(room), try ignored())
            let page = page.filter { !$0.isSaid(by: ignored) }
            let placed = try place(page: page, before: position, gap: Gap.end(end), in: room)
            if isGroup { try noteSpeakers(of: page, by: state, in: room) }
            let removals = try page.compactMap { try removal(by: $0, in: room, isGroup: isGroup) }
            let edits = try edits(in: page, room: room)
            return MessagePage(
                messages: try placed.map { try message($0, in: room, isGroup: isGroup) },
                edits: edits,
                removals: removals,
                next: try predecessor(of: placed.first?.position ?? position, in: room)?.cursor
            )
        }
    }

    /// The message that an event is, where it stands.
    private func message(_ placed: PlacedEvent, in room: Int64, isGroup: Bool) throws -> Message {
        let event = placed.event
        let isMine = event.sender == user
        let isRemoved = event.isRemoved || isTakenBack(event.id, in: room)
        let (text, imageCount) = isRemoved ? ("", 0) : event.shown
        let edit = isRemoved ? nil : try newestEdit(of: event, in: room)
        return Message(
            id: try isMine ? message(of: event.id, in: room) ?? event.id : event.id,
            author: author(event.sender, isGroup: isGroup),
            text: edit?.text ?? text,
            imageCount: imageCount,
            attachment: isRemoved ? nil : event.file,
            isRemoved: isRemoved,
            editNumber: edit?.number ?? 0,
            sentAt: Date(timeIntervalSince1970: Double(event.time) / 1000),
            position: Position(placed.position),
            predecessor: try predecessor(of: placed.position, in: room)
        )
    }
}
