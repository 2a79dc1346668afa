import ChatTypes
import JSONKit
import MatrixCrypto
import SQLiteKit

/// The table `waiting`: encrypted events until their keys come, then until the session has stored them.
struct WaitingTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The length of an event that is stored, in bytes. Longer ones are never decrypted: they are over `CryptoLimits.message`.
    private static let eventLimit = 2 << 20

    /// Stores those of some events that wait for a key.
    func insert(_ events: [RoomEvent], in room: Int64) throws {
        for event in events {
            guard case .waiting(let session, _) = event.obstacle, event.source.rawBytes.count <= Self.eventLimit else {
                continue
            }
            try connection.run(
                "INSERT OR IGNORE INTO waiting(room, event, session, json) VALUES (?, ?, ?, ?)",
                room,
                event.id.rawValue,
                session.stored,
                String(decoding: event.source.rawBytes, as: UTF8.self)
            )
        }
    }

    /// Returns the events that wait for the key to a session, in the order of their ids.
    func events(of session: SessionID, in room: Int64) throws -> [RoomEvent] {
        try connection.rows(
            "SELECT json FROM waiting WHERE room = ? AND session = ? AND due IS NULL ORDER BY event",
            room,
            session.stored
        ) { $0.text(0) }.compactMap(Self.event)
    }

    /// Returns the sessions for which events wait.
    func sessions() throws -> [(room: ChatID, session: SessionID)] {
        try connection.rows(
            """
            SELECT DISTINCT room.id, session FROM waiting JOIN room ON room.key = waiting.room WHERE due IS NULL
            ORDER BY room.key, session
            """
        ) { ($0.identifier(0), $0.identifier(1)) }
    }

    /// Whether an event waits for a key.
    func contains(_ event: MessageID, in room: Int64) throws -> Bool {
        try connection.first("SELECT 1 FROM waiting WHERE room = ? AND event = ?", room, event.rawValue) { $0.flag(0) }
            ?? false
    }

    /// Stores a decrypted event until the session has stored it.
    func setReadable(_ event: RoomEvent, in room: Int64) throws {
        try connection.run(
            "UPDATE waiting SET json = ?, due = '' WHERE room = ? AND event = ?",
            String(decoding: event.source.rawBytes, as: UTF8.self),
            room,
            event.id.rawValue
        )
    }

    /// Forgets an event that was deleted.
    func delete(_ event: MessageID, in room: Int64) throws {
        try connection.run("DELETE FROM waiting WHERE room = ? AND event = ?", room, event.rawValue)
    }

    /// Returns the decrypted events that the session may not have stored, for the page of a sync that ends at `next` and was
    /// requested from behind `cursor`, by room.
    func due(since cursor: String?, next: String) throws -> [(room: Int64, events: [RoomEvent])] {
        if let cursor { try connection.run("DELETE FROM waiting WHERE due = ?", cursor) }
        let rooms = try connection.rows("SELECT DISTINCT room FROM waiting WHERE due IS NOT NULL ORDER BY room") {
            $0.integer(0)
        }
        return try rooms.map { room in
            let texts = try connection.rows(
                "SELECT json FROM waiting WHERE room = ? AND due IS NOT NULL ORDER BY event",
                room
            ) { $0.text(0) }
            // A cursor that does not move confirms nothing.
            if next != cursor {
                try connection.run("UPDATE waiting SET due = ? WHERE room = ? AND due IS NOT NULL", next, room)
            }
            // An edit beside a decrypted event has not been decrypted itself.
            let events = texts.compactMap(Self.event).map { event in
                var event = event
                event.replacement = nil
                return event
            }
            return (room, events)
        }
    }

    private static func event(_ text: String) -> RoomEvent? {
        (try? JSONDocument(Array(text.utf8)).root).flatMap(RoomEvent.init)
    }
}

/// Decrypted events as updates of the messages that stand in their places.
extension LedgerTables {
    /// Returns those of some events in an encrypted room that wait for their key or have no place yet.
    func unread(among events: [MessageID], in chat: ChatID) throws -> [MessageID] {
        guard try rooms.isEncrypted(chat), let room = try rooms.room(chat)?.key else { return [] }
        return try events.filter { event in
            try self.events.position(of: event, in: room) == nil || waiting.contains(event, in: room)
        }
    }

    func waitingEvents(of session: SessionID, in chat: ChatID) throws -> [RoomEvent] {
        try rooms.room(chat).map { try waiting.events(of: session, in: $0.key) } ?? []
    }

    /// Stores events that waited as readable and returns them as an update.
    func setReadable(_ events: [RoomEvent], in chat: ChatID) throws -> ChatUpdate? {
        guard let room = try rooms.room(chat)?.key else { return nil }
        for event in events {
            try waiting.setReadable(event, in: room)
            try self.events.setKind(of: event, in: room)
        }
        return try update(of: events, in: room)
    }

    func dueReadable(since cursor: String?, next: String) throws -> [ChatUpdate] {
        try waiting.due(since: cursor, next: next).compactMap { try update(of: $0.events, in: $0.room) }
    }

    /// Messages appear in their places, and edits in those of the messages that they edit.
    private func update(of events: [RoomEvent], in room: Int64) throws -> ChatUpdate? {
        guard let header = try rooms.header(of: room) else { return nil }
        let isGroup = try rooms.isGroup(room)
        let placed = try events.compactMap { event -> PlacedEvent? in
            guard event.replaced == nil else { return nil }
            return try self.events.position(of: event.id, in: room).map { PlacedEvent(event: event, position: $0) }
        }
        let messages = try messages(placed, in: room, isGroup: isGroup)
        let edits = try self.edits(in: events, room: room, isGroup: isGroup)
        guard !messages.isEmpty || !edits.isEmpty else { return nil }
        return ChatUpdate(chat: header, messages: messages.sorted { $0.position < $1.position }, annotations: edits)
    }
}
