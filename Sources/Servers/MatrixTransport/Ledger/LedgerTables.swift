import ChatTypes
import Foundation
import SQLiteKit

/// The tables of a ledger, lent for one transaction by `MatrixLedger`; operations on several tables are here.
struct LedgerTables {
    let people: PersonTable
    let creations: CreationTable
    let rooms: RoomTable
    let events: EventTable
    let edits: EditTable
    let reactions: ReactionTable
    let votes: VoteTable
    let mutes: MuteTable
    let outgoing: OutgoingTable
    let waiting: WaitingTable
    var members: MemberTable
    /// The account's push rules.
    private(set) var rules: PushRules
    var receipts: ReceiptTable
    var recentRemovals = RecentRemovals()
    var echoes = EchoBuffer()
    let user: ContactID

    init(_ connection: SQLiteConnection, user: ContactID, base: Int64, now: @escaping @Sendable () -> Date) {
        self.user = user
        people = PersonTable(connection)
        creations = CreationTable(connection)
        rooms = RoomTable(connection: connection, user: user, people: people, creations: creations, now: now)
        events = EventTable(connection: connection, user: user, base: base, rooms: rooms)
        edits = EditTable(connection, user: user)
        reactions = ReactionTable(connection, user: user)
        votes = VoteTable(connection, user: user)
        mutes = MuteTable(connection)
        outgoing = OutgoingTable(connection)
        waiting = WaitingTable(connection)
        rules = PushRules(nil, user: user)
        members = MemberTable(connection, user: user, base: base, rooms: rooms, events: events)
        receipts = ReceiptTable(connection, user: user, rooms: rooms, events: events)
    }

    /// Stores the account's push rules; returns the rooms whose mode is to be delivered.
    mutating func set(_ rules: PushRules) throws -> [ChatID] {
        self.rules = rules
        return try mutes.setRules(rules)
    }

    /// Reads what is held in memory.
    mutating func load() throws { rules = try mutes.rules(of: user) }

    /// Returns the event id of a message; nil for a message of the user's own that the homeserver has not confirmed.
    func event(of message: MessageID, in chat: ChatID) throws -> MessageID? {
        if let room = try rooms.room(chat)?.key {
            if let place = try events.position(ofSent: message, in: room) {
                return try events.event(at: place, in: room)
            }
            if try events.position(of: message, in: room) != nil { return message }
        }
        // Client ids never begin like event ids.
        return try outgoing.event(ofSent: message) ?? (message.rawValue.hasPrefix("$") ? message : nil)
    }

    /// Returns the message that an event is or will be in the history: one that was sent from here may have no position yet.
    func message(of event: MessageID, in room: Int64) throws -> MessageID {
        try events.message(of: event, in: room) ?? outgoing.message(ofEvent: event) ?? event
    }

    /// Whether a message that was sent from here has a position.
    func hasPosition(_ message: MessageID, in chat: ChatID) throws -> Bool {
        guard let room = try rooms.room(chat) else { return false }
        return try events.position(ofSent: message, in: room.key) != nil
    }

    /// Stores a direct room that was created here, before or after sync brings it.
    func insertDirectRoom(_ room: ChatID, with person: ContactID, named name: String?) throws {
        if let name { try people.setName(name, of: person, isTrusted: false) }
        try rooms.setDirect(room, with: person)
    }

    /// Stores a group that was created here, before or after sync brings it.
    func insertGroup(_ chat: ChatID, id: MessageID, title: String?) throws {
        try rooms.insertGroup(chat, title: title)
        if let room = try rooms.room(chat) { try creations.setRoom(room.key, ofGroup: id) }
        try creations.end(with: CreationTable.key(ofGroup: id))
    }

    /// Returns the receipts, memberships, mutes and decrypted messages that the session may not have stored, for the page of a sync that ends at
    /// `next` and was requested from behind `cursor`.
    mutating func due(since cursor: String?, next: String) throws -> [ChatUpdate] {
        try receipts.due(since: cursor, next: next) + members.due(since: cursor, next: next)
            + dueModes(since: cursor, next: next) + dueReadable(since: cursor, next: next)
    }

    // MARK: Sync

    /// Stores a sync response and returns its contents as updates.
    ///
    /// - Parameter since: the token from which the response was requested; nil for an initial sync.
    mutating func apply(_ response: SyncResponse, since: String?) throws -> [ChatUpdate] {
        if let direct = response.direct { try rooms.setDirectRooms(direct) }
        let refused = try response.ignored.map { try withdrawInvitations(by: $0) } ?? []
        if since == nil { try mutes.deliverAllAgain() }
        let changed = try response.rules.map { try set($0) } ?? []
        let ignored = try people.ignored()
        var updates = refused
        try rooms.applySuccessors(in: response.joined + response.left)
        for (id, room) in response.joined {
            if let update = try apply(room.without(ignored), to: id, membership: .join, isWhole: since == nil) {
                updates.append(update)
            }
        }
        for (id, room) in response.invited where !room.isInvitation(of: user, by: ignored) {
            let row = try rooms.apply(room, membership: .invite, to: id)
            if let header = try rooms.header(of: row.key, includingSpaces: true) {
                let verdict = try room.invitation(of: user).map { event in
                    rules.verdict(on: PushEvent(event, in: try pushRoom(row.key)))
                }
                updates.append(
                    ChatUpdate(
                        chat: header,
                        standing: try standing(in: row.key),
                        announcesInvitation: verdict?.notifies ?? true
                    )
                )
            }
        }
        // Messages from before the user left count, too: the chat stays and can be read.
        for (id, room) in response.left where try rooms.room(id) != nil {
            if let update = try apply(room.without(ignored), to: id, membership: .leave, isWhole: since == nil) {
                updates.append(update)
            }
        }
        updates += try spaceUpdates(after: response.joined + response.left)
        return updates + (try changed.compactMap { try modeUpdate(of: $0) })
    }

    /// Stores the ignored users; returns the end of their invitations, each time that the list comes: the session may not have stored it.
    private func withdrawInvitations(by ignored: [ContactID]) throws -> [ChatUpdate] {
        try people.setIgnored(ignored)
        let ignored = Set(ignored)
        return try rooms.invitations().filter { ignored.contains($0.actor) }.compactMap { room, _ in
            try rooms.header(of: room, includingSpaces: true).map { ChatUpdate(chat: $0, isWithdrawn: true) }
        }
    }

    private mutating func apply(
        _ update: RoomUpdate,
        to id: ChatID,
        membership: RoomMembership,
        isWhole: Bool
    ) throws -> ChatUpdate? {
        let room = try rooms.apply(update, membership: membership, to: id)
        let start: TimelineSegment.Start =
            isWhole && !update.isSequel ? .conversation : .newestKnown(update.before)
        // An invitation that was declined or taken back leaves nothing, not even what the room shows to everybody. A space has no messages.
        let hasJoined = update.timeline.contains {
            $0.isMembership && $0.person == user && ($0.membership == "join" || $0.wasMember)
        }
        let isDeclined = membership == .leave && room.newest == nil && !hasJoined
        // The end of an invitation may come again: the process may have died before the session stored it.
        let endsInvitation = room.wasInvited || hasJoined || isDeclined && !room.isNew
        let isWithdrawn = try endsInvitation && (isDeclined || rooms.isSpace(room.key))
        let placed = isWithdrawn ? [] : try place(update, in: room, start: start)
        let told = try members.apply(update, placed, to: room, isHere: membership == .join, isWhole: isWhole)
        try noteEncryption(of: room.key, by: placed.map(\.event))
        let isGroup = try rooms.isGroup(room.key)
        let messages = try messages(placed, in: room.key, isGroup: isGroup)
        let receipts = try receipts.receipts(in: update, of: room.key, isGroup: isGroup, isWhole: isWhole)
        let removals = try removals(in: update.timeline, room: room.key, isGroup: isGroup)
        let edits = try self.edits(in: update.timeline, room: room.key, isGroup: isGroup)
        let reactions = try reactions(in: update.timeline, placed, room: room.key, isGroup: isGroup)
        let votes = try polls(in: update.timeline, placed, room: room.key, isGroup: isGroup)
        try noteLast(of: update.timeline, in: room.key)
        let counts = try rooms.counts(update, of: room.key)
        let isChanged = !update.state.isEmpty || update.heroes != nil || update.timeline.contains { $0.stateKey != nil }
        let hasPins = (update.state + update.timeline).contains { $0.type == PinnedEvents.type && $0.stateKey == "" }
        let memberships = try isGroup ? members.memberships(of: told, in: room.key) : []
        let annotations = removals + edits + reactions + votes
        let hasContent = !messages.isEmpty || !receipts.isEmpty || !annotations.isEmpty
        guard
            room.isNew || isWithdrawn || isChanged || hasContent || !memberships.isEmpty || !update.marks.isEmpty
                || counts != nil,
            let header = try rooms.header(of: room.key, includingSpaces: endsInvitation)
        else { return nil }
        let result = ChatUpdate(
            chat: header,
            messages: messages,
            receipts: receipts,
            annotations: annotations,
            memberships: memberships,
            marks: update.marks,
            standing: try standing(in: room.key),
            pins: room.isNew || hasPins ? try pins(in: room.key) : nil,
            isWithdrawn: isWithdrawn
        )
        return try counted(result, by: counts, in: room.key)
    }

    private func place(_ update: RoomUpdate, in room: RoomRow, start: TimelineSegment.Start) throws -> [PlacedEvent] {
        let timeline = try update.timeline.filter { try events.isGenuine($0, in: room.key) }
        let shown = timeline.filter(\.isShown)
        // A timeline with the room's creation has no gap before it.
        let isBeginning = update.timeline.contains(where: \.isBeginning)
        if isBeginning, shown.isEmpty { try rooms.setWhole(room.key) }
        let start = isBeginning ? .conversation : update.isLimited ? .gap(update.before) : start
        let placed = try events.place(TimelineSegment(events: shown, start: start), in: room)
        try note(placed, of: timeline, in: room.key)
        return placed
    }

    /// Records what the placed ones of some events change for receipts, and how all of them are encrypted.
    private func note(_ placed: [PlacedEvent], of all: [RoomEvent], in room: Int64) throws {
        try receipts.markPlaced(placed, in: room)
        try waiting.insert(all, in: room)
        for event in placed.map(\.event) where event.awaitedSession != nil { try edits.keepEdit(of: event, in: room) }
        try events.setSeals(of: placed.map(\.event), isEncrypted: rooms.isEncrypted(room), in: room)
    }

    /// Records that a chat of two is encrypted if somebody who is proved has encrypted one of some events for it, whatever the homeserver
    /// says of the room: from then on, nothing is sent there in the clear. In a group, one member must not decide that for all.
    func noteEncryption(of room: Int64, by events: [RoomEvent]) throws {
        guard events.contains(where: { $0.isProved && $0.doubt == nil }), try !rooms.isGroup(room) else { return }
        try rooms.setEncrypted(room)
    }

    /// Stores a page of history that was read back from a position, newest first, and returns it.
    ///
    /// - Parameters:
    ///   - state: the memberships of the authors at that time.
    ///   - end: the token of the next page; nil at the start of the conversation.
    mutating func apply(
        page: [RoomEvent],
        state: [RoomEvent],
        before position: Int64,
        end: String?,
        in room: Int64
    ) throws -> MessagePage {
        let (isGroup, ignored) = (try rooms.isGroup(room), try people.ignored())
        let page = try page.filter { try !$0.isWritten(by: ignored) && events.isGenuine($0, in: room) }
        let placed = try events.place(page: page, before: position, gap: GapToken.end(end), in: room)
        try note(placed, of: page, in: room)
        try noteEncryption(of: room, by: page)
        if isGroup { try members.insertSpeakers(of: page, by: state, in: room) }
        let removals = try removals(in: page, room: room, isGroup: isGroup)
        let edits = try self.edits(in: page, room: room, isGroup: isGroup)
        return MessagePage(
            messages: try messages(placed, in: room, isGroup: isGroup),
            annotations: try edits + removals + reactions(in: page, placed, room: room, isGroup: isGroup)
                + polls(in: page, placed, room: room, isGroup: isGroup),
            next: try events.predecessor(of: placed.first?.position ?? position, in: room)?.cursor
        )
    }

    /// Returns the deletions of known messages among some events, and remembers the others.
    ///
    /// The homeserver checks who may redact; the deletion counts as the author's. An unknown message arrives without its
    /// content later, or is recognised by what is remembered.
    private mutating func removals(in timeline: [RoomEvent], room: Int64, isGroup: Bool) throws -> [Annotation] {
        var found: [Annotation] = []
        for event in timeline {
            guard let redacted = event.redacted else { continue }
            if let reaction = try reactions.delete(redacted, number: event.reactionNumber, room: room, isGroup: isGroup)
            {
                found += reaction.map { [$0] } ?? []
                continue
            }
            if let vote = try deleteVote(redacted, room: room, isGroup: isGroup) {
                found += vote.map { [$0] } ?? []
                // One whose key came late has a place.
                if try events.position(of: redacted, in: room) == nil { continue }
            }
            try edits.deleteEdits(of: redacted, in: room)
            try reactions.forget(to: redacted, room: room)
            try votes.forget(in: redacted, room: room)
            try waiting.delete(redacted, in: room)
            if let (message, author) = try events.author(of: redacted, orElse: event.sender, in: room) {
                let author = Author(author, user: user, isGroup: isGroup)
                found.append(Annotation(author: author, message: message, kind: .deletion))
            } else {
                recentRemovals.record(redacted, in: room)
            }
        }
        return found
    }

    /// Returns the edits among some events whose messages have a position. The push rules of now say whether one mentions the user.
    func edits(in timeline: [RoomEvent], room: Int64, isGroup: Bool) throws -> [Annotation] {
        guard timeline.contains(where: { $0.replaced != nil }) else { return [] }
        let (pushRoom, isEncrypted) = (try pushRoom(room), try rooms.isEncrypted(room))
        return try edits.edits(in: timeline, room: room, isGroup: isGroup, isEncrypted: isEncrypted) {
            [rules, user] event in
            event.sender != user && rules.verdict(on: PushEvent(event, in: pushRoom)).highlights
        }
    }

    /// Returns the reactions among some events, and those that waited for the position of their message.
    private func reactions(in events: [RoomEvent], _ placed: [PlacedEvent], room: Int64, isGroup: Bool) throws
        -> [Annotation]
    {
        let events = events.filter { $0.reaction != nil && !recentRemovals.contain($0.id, in: room) }
        return try reactions.apply(events, room: room, isGroup: isGroup)
            + placed.flatMap { try reactions.annotations(to: $0.event.id, room: room, isGroup: isGroup) }
    }

    /// Returns placed events as messages. Most updates of a room have none, and then the room is not read for the push rules.
    func messages(_ placed: [PlacedEvent], in room: Int64, isGroup: Bool) throws -> [Message] {
        if placed.isEmpty { return [] }
        let (pushRoom, isEncrypted) = (try pushRoom(room), try rooms.isEncrypted(room))
        return try placed.map { try message($0, in: room, pushRoom, isGroup: isGroup, isEncrypted: isEncrypted) }
    }

    /// Returns a placed event as a message. The push rules of now say whether it counts and mentions the user.
    private func message(
        _ placed: PlacedEvent,
        in room: Int64,
        _ pushRoom: PushRoom,
        isGroup: Bool,
        isEncrypted: Bool
    ) throws -> Message {
        let event = placed.event
        let isMine = event.sender == user
        let isDeleted = event.isDeleted || recentRemovals.contain(event.id, in: room)
        let line = isDeleted ? nil : try line(of: event, in: room)
        let shown = isDeleted ? ShownContent("") : line.map { ShownContent($0.text) } ?? event.shown
        // An edit would pass for the content of a message that cannot be read yet: whom it mentions, its files.
        let isReadable = event.reading.placeholder == nil
        let poll = isDeleted || line != nil || !isReadable ? nil : event.messageContent.poll
        // A poll stays as it was voted in.
        let edit =
            isDeleted || line != nil || !isReadable || poll != nil
            ? nil : try edits.newestEdit(of: event, in: room, isEncrypted: isEncrypted)
        let text = edit?.text ?? shown.formatted
        // What the user does is no news, and a line about it is quiet.
        let verdict =
            isMine
            ? PushVerdict(notifies: line == nil && !event.isNotice)
            : rules.verdict(on: PushEvent(event, in: pushRoom))
        return Message(
            id: try isMine ? events.message(of: event.id, in: room) ?? event.id : event.id,
            author: Author(event.sender, user: user, isGroup: isGroup),
            text: text.text,
            spans: text.spans,
            imageCount: shown.imageCount,
            attachment: isDeleted || line != nil ? nil : event.file,
            poll: poll,
            repliesTo: isDeleted ? nil : try event.answered.map { try message(of: $0, in: room) },
            thread: try event.thread.map { try message(of: $0, in: room) },
            isDeleted: isDeleted,
            isQuiet: !verdict.notifies,
            mentionsMe: verdict.highlights && !isDeleted,
            event: line?.event,
            editNumber: edit?.number ?? event.numberWithoutEdit,
            senderWarning: isEncrypted && line == nil && !isDeleted
                ? [event.doubt, edit?.doubt].compactMap(\.self).max() : nil,
            sentAt: rooms.credibleTime(of: event),
            position: Position(placed.position),
            predecessor: try events.predecessor(of: placed.position, in: room)
        )
    }
}

extension RoomEvent {
    /// The number of the event as a message that nobody edited.
    fileprivate var numberWithoutEdit: Int64 {
        isWaiting ? Message.placeholderNumber : reading.placeholder == nil ? 0 : Message.unreadableNumber
    }
}
