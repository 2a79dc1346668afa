import ChatTypes
import SQLiteKit

/// Consecutive events of a room, oldest first, and what stands before the first of them.
struct TimelineSegment {
    enum Start {
        /// The start of the conversation.
        case conversation
        /// Events that were left out; the token leads back to them.
        case gap(String?)
        /// The newest known event of the room.
        case newestKnown(String?)
    }

    let events: [RoomEvent]
    let start: Start

    /// The gap before the first event if no event of the segment is known.
    var gap: String {
        switch start {
        case .conversation: GapToken.start
        case .gap(let token), .newestKnown(let token): GapToken.token(token)
        }
    }
}

/// The values of the column `gap`, for an event that does not follow the one below it.
enum GapToken {
    /// The conversation starts with the event.
    static let start = ""
    /// Missing events, without a token that leads to them.
    static let unknown = "?"

    /// A token longer than 4096 bytes is dropped: the server can be asked for another.
    static func token(_ token: String?) -> String {
        guard let token, !token.isEmpty, token.utf8.count <= 4096 else { return unknown }
        return token
    }

    /// The end of a page: without a token it is the start of the conversation.
    static func end(_ token: String?) -> String { token.map(Self.token) ?? start }
}

/// An event with its position in its room.
struct PlacedEvent {
    let event: RoomEvent
    let position: Int64
}

extension EventTable {
    /// The number of positions that are left free for the messages of a gap.
    static let gapWidth: Int64 = 1 << 32

    /// Returns each event with its position, assigning one to new events.
    ///
    /// New events follow the one before them. After a gap, enough positions stay free for all messages in it. A segment that
    /// contains a known event is placed around it; any other is newer than everything known. A homeserver may order late events
    /// from another server by when they were sent or by when they arrived, so a known event may be out of place.
    func place(_ segment: TimelineSegment, in room: RoomRow) throws -> [PlacedEvent] {
        let events = segment.events
        guard !events.isEmpty else {
            // Missing messages without an event after them: the next event opens the gap.
            if case .gap = segment.start { try rooms.setHidesMessages(true, in: room.key) }
            return []
        }
        var places = try room.top == 0 ? [] : events.map { try position(of: $0.id, in: room.key) }
        if places.isEmpty { places = Array(repeating: nil, count: events.count) }
        let anchor = places.firstIndex { $0 != nil }
        if let anchor, let place = places[anchor] {
            let earlier = events[..<anchor]
            let indexes = Dictionary(zip(earlier.map(\.id), earlier.indices)) { first, _ in first }
            for placed in try self.place(page: earlier.reversed(), before: place, gap: segment.gap, in: room.key) {
                if let index = indexes[placed.event.id] { places[index] = placed.position }
            }
        } else {
            places[0] = try placeFirst(of: segment, in: room)
        }
        let first = anchor ?? 0
        var below = places[first] ?? 0
        for index in events.indices where index > first || places[index] == nil {
            if places[index] == nil { places[index] = try position(of: events[index].id, in: room.key) }
            // If another event already follows, records a gap: a false gap costs one request, a missed one loses messages.
            let place =
                try follow(places[index], events[index], after: below, in: room.key)
                ?? insert(events[index], at: max(room.top, below) + Self.gapWidth, gap: GapToken.unknown, in: room.key)
            places[index] = place
            below = max(below, place)
        }
        let placed = zip(events, places).compactMap { event, place in
            place.map { PlacedEvent(event: event, position: $0) }
        }
        if let top = placed.map(\.position).max(), top > room.top { try rooms.setTop(top, of: room.key) }
        return placed.sorted { $0.position < $1.position }
    }

    /// Places the first event of a segment without known events above all others.
    private func placeFirst(of segment: TimelineSegment, in room: RoomRow) throws -> Int64 {
        let event = segment.events[0]
        if room.hidesMessages { try rooms.setHidesMessages(false, in: room.key) }
        let behindGap = max(room.top, base) + Self.gapWidth
        return switch segment.start {
        case .newestKnown where room.hidesMessages:
            try insert(event, at: behindGap, gap: segment.gap, in: room.key)
        case .newestKnown where room.top > 0:
            try insert(event, at: room.top + 1, gap: nil, in: room.key)
        case .newestKnown where room.isWhole:
            try insert(event, at: base + Self.gapWidth, gap: GapToken.start, in: room.key)
        case .conversation where room.top > 0:
            try insert(event, at: room.top + Self.gapWidth, gap: GapToken.unknown, in: room.key)
        default:
            try insert(event, at: behindGap, gap: segment.gap, in: room.key)
        }
    }

    /// Places an event directly after another; returns nil if a different event stands there.
    private func follow(_ known: Int64?, _ event: RoomEvent, after below: Int64, in room: Int64) throws -> Int64? {
        let above = try connection.first(
            "SELECT position, gap FROM event WHERE room = ? AND position > ? ORDER BY position LIMIT 1",
            room,
            below
        ) { (position: $0.integer(0), gap: $0.optionalText(1)) }
        if let known {
            if known == above?.position, above?.gap != nil { try setGap(nil, before: known, in: room) }
            return known
        }
        guard above == nil || above?.gap != nil else { return nil }
        return try insert(event, at: below + 1, gap: nil, in: room)
    }

    /// Places a page of history that ends before a position, newest first. `end` is the gap before its last event.
    func place(
        page: some Sequence<RoomEvent>,
        before position: Int64,
        gap end: String,
        in room: Int64
    ) throws -> [PlacedEvent] {
        var (successor, placed) = (position, [PlacedEvent]())
        for event in page where event.isShown {
            if let known = try self.position(of: event.id, in: room) {
                // The token may lead a little too far forward, so that the page begins with known events.
                guard known < successor else { continue }
                try setGap(nil, before: successor, in: room)
                successor = known
            } else {
                // Once the gap is closed, ignores other events from a server that changes its mind.
                guard try gap(before: successor, in: room) != nil else { break }
                try setGap(nil, before: successor, in: room)
                successor = try insert(event, at: successor - 1, gap: end, in: room)
            }
            placed.append(PlacedEvent(event: event, position: successor))
        }
        if let gap = try gap(before: successor, in: room), gap != end { try setGap(end, before: successor, in: room) }
        return placed.reversed()
    }

    private func setGap(_ gap: String?, before position: Int64, in room: Int64) throws {
        try connection.run("UPDATE event SET gap = ? WHERE room = ? AND position = ?", gap, room, position)
    }

    private func insert(_ event: RoomEvent, at position: Int64, gap: String?, in room: Int64) throws -> Int64 {
        // A message of the user's own keeps its client id, unless another event has it already.
        var own = event.sender == user ? event.ownID : nil
        if let id = own, try self.position(ofSent: id, in: room) != nil { own = nil }
        try connection.run(
            """
            INSERT INTO event(room, position, id, message, gap, mine, sender, kind, thread) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            room,
            position,
            event.id.rawValue,
            own?.rawValue,
            gap,
            event.sender == user,
            event.sender.rawValue,
            event.kind?.rawValue,
            event.thread?.rawValue
        )
        return position
    }
}
