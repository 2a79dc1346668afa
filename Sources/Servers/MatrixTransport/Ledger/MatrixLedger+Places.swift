import ChatTypes
import SQLiteKit

/// An event with its place in its room.
struct PlacedEvent {
    let event: RoomEvent
    let position: Int64
}

extension MatrixLedger {
    /// Room for as many messages as a gap can ever have.
    static let gapWidth: Int64 = 1 << 32

    /// Gives each event its place, or finds the one that it has.
    ///
    /// New ones follow the one before them; behind a gap, far enough on that all that is in it will have a place. What
    /// stands around something known has its place there; else it is newer than all that is known. A homeserver gives what came
    /// late from another one now where it was said, now where it came: so what is known may stand elsewhere.
    func place(_ stretch: Stretch, in room: RoomRow) throws -> [PlacedEvent] {
        let events = stretch.events
        guard !events.isEmpty else {
            // Nothing is here yet that what was not brought could stand before.
            if case .unknown = stretch.before { try note(hidesMessages: true, in: room) }
            return []
        }
        var places = try room.top == 0 ? [] : events.map { try position(of: $0.id, in: room.key) }
        if places.isEmpty { places = Array(repeating: nil, count: events.count) }
        let anchor = places.firstIndex { $0 != nil }
        if let anchor, let place = places[anchor] {
            // What stands before something known has its place below it.
            for placed in try self.place(
                page: events[..<anchor].reversed(),
                before: place,
                gap: stretch.gap,
                in: room.key
            ) {
                if let index = events[..<anchor].firstIndex(where: { $0.id == placed.event.id }) {
                    places[index] = placed.position
                }
            }
        } else {
            places[0] = try placeFirst(of: stretch, in: room)
        }
        let first = anchor ?? 0
        var below = places[first] ?? 0
        for index in events.indices where index > first || places[index] == nil {
            if places[index] == nil { places[index] = try position(of: events[index].id, in: room.key) }
            // Where something else follows already, a gap that is none harms less than a message that is lost.
            let place =
                try follow(places[index], events[index], after: below, in: room.key)
                ?? insert(events[index], at: max(room.top, below) + Self.gapWidth, gap: Gap.unknown, in: room.key)
            places[index] = place
            below = max(below, place)
        }
        let placed = zip(events, places).compactMap { event, place in
            place.map { PlacedEvent(event: event, position: $0) }
        }
        if let top = placed.map(\.position).max(), top > room.top {
            try connection.run("UPDATE room SET top = ? WHERE key = ?", top, room.key)
        }
        return placed.sorted { $0.position < $1.position }
    }

    /// A stretch of which nothing is known stands above all that is.
    private func placeFirst(of stretch: Stretch, in room: RoomRow) throws -> Int64 {
        let event = stretch.events[0]
        if room.hidesMessages { try note(hidesMessages: false, in: room) }
        switch stretch.before {
        case .whatIsKnown where room.hidesMessages:
            return try insert(event, at: max(room.top, base) + Self.gapWidth, gap: stretch.gap, in: room.key)
        case .whatIsKnown where room.top > 0:
            return try insert(event, at: room.top + 1, gap: nil, in: room.key)
        case .whatIsKnown where room.isWhole:
            return try insert(event, at: base + Self.gapWidth, gap: Gap.start, in: room.key)
        case .start where room.top > 0:
            return try insert(event, at: room.top + Self.gapWidth, gap: Gap.unknown, in: room.key)
        default:
            return try insert(event, at: max(room.top, base) + Self.gapWidth, gap: stretch.gap, in: room.key)
        }
    }

    /// The place of an event that was said to stand directly behind another; nil where something else does.
    private func follow(_ known: Int64?, _ event: RoomEvent, after below: Int64, in room: Int64) throws -> Int64? {
        let above = try connection.first(
            "SELECT position, gap FROM event WHERE room = ? AND position > ? ORDER BY position LIMIT 1",
            room,
            below
        ) { (position: $0.integer(0), gap: $0.optionalText(1)) }
        if let known {
            if known == above?.position, above?.gap != nil { try link(known, to: nil, in: room) }
            return known
        }
        guard above == nil || above?.gap != nil else { return nil }
        return try insert(event, at: below + 1, gap: nil, in: room)
    }

    /// Places a page that was read back from `position`, newest first; `gap` is what stands before its last event.
    func place(
        page: some Sequence<RoomEvent>,
        before position: Int64,
        gap end: String,
        in room: Int64
    ) throws -> [PlacedEvent] {
        var (successor, placed) = (position, [PlacedEvent]())
        for event in page where event.isShown {
            if let known = try self.position(of: event.id, in: room) {
                // A token may point a little too far on.
                guard known < successor else { continue }
                try link(successor, to: nil, in: room)
                successor = known
            } else {
                // Where the gap is closed already, a server that changes its mind is not listened to.
                guard try gap(before: successor, in: room) != nil else { break }
                try link(successor, to: nil, in: room)
                successor = try insert(event, at: successor - 1, gap: end, in: room)
            }
            placed.append(PlacedEvent(event: event, position: successor))
        }
        if let gap = try gap(before: successor, in: room), gap != end { try link(successor, to: end, in: room) }
        return placed.reversed()
    }

    private func link(_ position: Int64, to gap: String?, in room: Int64) throws {
        try connection.run("UPDATE event SET gap = ? WHERE room = ? AND position = ?", gap, room, position)
    }

    private func insert(_ event: RoomEvent, at position: Int64, gap: String?, in room: Int64) throws -> Int64 {
        // One's own message keeps the id that it was born with, unless another event has claimed it.
        var own = event.sender == user ? event.ownID : nil
        if let id = own, try place(of: id, in: room) != nil { own = nil }
        try connection.run(
            "INSERT INTO event(room, position, id, message, gap, mine, sender) VALUES (?, ?, ?, ?, ?, ?, ?)",
            room,
            position,
            event.id.rawValue,
            own?.rawValue,
            gap,
            event.sender == user,
            event.sender.rawValue
        )
        // Who had read up to it waits for it no longer.
        try connection.run(
            "UPDATE stray_receipt SET state = 2 WHERE room = ? AND event = ?",
            room,
            event.id.rawValue
        )
        return position
    }
}
