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

    /// Stores those of some events that keys may still read.
    func insert(_ events: [RoomEvent], in room: Int64) throws {
        for event in events {
            guard let session = event.awaitedSession, event.source.rawBytes.count <= Self.eventLimit else { continue }
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
        ) { $0.text(0) }.compactMap { Self.event($0) }
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

    /// Stores what was read of an event, beside the event as it came, until the session has stored it.
    func setRead(_ event: RoomEvent, in room: Int64) throws {
        let proved: ProvedContent? = if case .proved(let content) = event.reading { content } else { nil }
        let refusal: UnreadableReason? = if case .refused(let reason) = event.reading { reason } else { nil }
        try connection.run(
            """
            UPDATE waiting SET type = ?, content = ?, doubt = ?, refusal = ?, due = '' WHERE room = ? AND event = ?
            """,
            proved?.type,
            proved.map { String(decoding: $0.content.rawBytes, as: UTF8.self) },
            proved?.doubt?.rawValue,
            refusal?.word,
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
            let events = try connection.rows(
                """
                SELECT json, type, content, doubt, refusal FROM waiting WHERE room = ? AND due IS NOT NULL ORDER BY event
                """,
                room
            ) { row in Self.event(row.text(0), EventReading(row)) }
            // A cursor that does not move confirms nothing.
            if next != cursor {
                try connection.run("UPDATE waiting SET due = ? WHERE room = ? AND due IS NOT NULL", next, room)
            }
            return (room, events.compactMap(\.self))
        }
    }

    /// Reads an event. The edit that came with it was kept when it began to wait.
    private static func event(_ text: String, _ reading: EventReading = .clear) -> RoomEvent? {
        var event = (try? JSONDocument(Array(text.utf8)).root).flatMap(RoomEvent.init)
        event?.newestEdit = nil
        event?.reading = reading
        return event
    }
}

extension EventReading {
    /// Reads the columns from `type` on.
    fileprivate init(_ row: borrowing Row) {
        let content = row.optionalText(2).flatMap { try? JSONDocument(Array($0.utf8)).root }
        if let type = row.optionalText(1), let content {
            let doubt = row.optionalText(3).flatMap(SenderWarning.init(rawValue:))
            self = .proved(ProvedContent(type: type, content: content, doubt: doubt))
        } else {
            self = .refused(row.optionalText(4).flatMap(UnreadableReason.init(word:)) ?? .malformed)
        }
    }
}

extension UnreadableReason {
    /// The name under which it is stored.
    fileprivate var word: String { "\(self)" }

    fileprivate init?(word: String) {
        guard let reason = Self.all.first(where: { $0.word == word }) else { return nil }
        self = reason
    }

    private static let all: [Self] = [.unknownAlgorithm, .malformed, .notAuthentic, .replayed]
}

/// Decrypted events as updates of the messages that stand in their places.
extension LedgerTables {
    /// Returns those of some events that are known to be encrypted, and of edited events also those that may be: they have no place yet
    /// in a room that is encrypted.
    func sealed(among events: [MessageID], edited: [MessageID], in chat: ChatID) throws -> [MessageID] {
        guard let room = try rooms.room(chat)?.key else { return [] }
        let isEncrypted = try rooms.isEncrypted(room)
        return try events.filter { try self.events.isSealed($0, in: room) == true }
            + edited.filter { try self.events.isSealed($0, in: room) ?? isEncrypted }
    }

    /// Returns the events that wait for the keys to some sessions, in the order of the timeline. Those without a place in it, such as
    /// edits, come last, in the order of their times.
    func waitingEvents(of sessions: some Sequence<SessionID>, in chat: ChatID) throws -> [RoomEvent] {
        guard let room = try rooms.room(chat)?.key else { return [] }
        let found = try Set(sessions).sorted().flatMap { try waiting.events(of: $0, in: room) }
        let placed = try found.map { (event: $0, position: try events.position(of: $0.id, in: room) ?? .max) }
        return placed.sorted { ($0.position, $0.event.time, $0.event.id) < ($1.position, $1.event.time, $1.event.id) }
            .map(\.event)
    }

    /// Stores what was read of events that waited and returns it as an update. Those that another key may read go on waiting.
    func setRead(_ events: [RoomEvent], in chat: ChatID) throws -> ChatUpdate? {
        let events = events.filter { !$0.isWaiting }
        guard !events.isEmpty, let room = try rooms.room(chat)?.key else { return nil }
        for event in events {
            try waiting.setRead(event, in: room)
            try self.events.setKind(of: event, in: room)
        }
        try noteEncryption(of: room, by: events)
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
        let annotations = try edits + polls(in: events, placed, room: room, isGroup: isGroup)
        guard !messages.isEmpty || !annotations.isEmpty else { return nil }
        return ChatUpdate(
            chat: header,
            messages: messages.sorted { $0.position < $1.position },
            annotations: annotations
        )
    }
}
