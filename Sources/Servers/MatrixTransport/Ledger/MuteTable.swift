import ChatTypes
import JSONKit
import SQLiteKit

/// The tables `push_rules` and `mute`: the account's push rules, and the rooms that do not notify of every message.
///
/// A change is delivered with each page of a sync until the session asks from behind such a page.
struct MuteTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Returns the stored rules of an account, or the predefined ones.
    func rules(of user: ContactID) throws -> PushRules {
        let text = try connection.first("SELECT json FROM push_rules") { $0.text(0) }
        return PushRules(text.flatMap { try? JSONDocument(Array($0.utf8)).root }, user: user)
    }

    /// Whether the rules have to be requested.
    var awaitsRules: Bool {
        get throws { try connection.first("SELECT 1 FROM push_rules WHERE json = ''") { _ in true } ?? false }
    }

    /// Stores the account's rules; returns the rooms whose mode changed, or for which an answer is expected.
    func setRules(_ rules: PushRules) throws -> [ChatID] {
        try connection.run("INSERT OR REPLACE INTO push_rules(key, json) VALUES (1, ?)", rules.text)
        let old = try connection.rows("SELECT room, muted FROM mute WHERE muted <> 0") {
            (room: ChatID($0.text(0)), mode: NotificationMode(stored: $0.integer(1)))
        }
        let modes = Dictionary(old.map { ($0.room, $0.mode) }) { first, _ in first }
        let expected = try connection.rows("SELECT room FROM mute WHERE due = '!'") { ChatID($0.text(0)) }
        let rooms = Set(modes.keys).union(rules.modes.keys).filter { modes[$0] != rules.modes[$0] }
        let changed = rooms.union(expected).sorted { $0.rawValue < $1.rawValue }
        for room in changed {
            try connection.run(
                "INSERT OR REPLACE INTO mute(room, muted, due) VALUES (?, ?, '-')",
                room.rawValue,
                (rules.modes[room] ?? .all).stored
            )
        }
        return changed
    }

    /// Delivers what the next push rules say of a room even if that is already known: the user is changing it here, and another
    /// device may change it back.
    func expectChange(in room: ChatID) throws {
        try connection.run(
            "INSERT INTO mute(room, muted, due) VALUES (?, 0, '!') ON CONFLICT DO UPDATE SET due = excluded.due",
            room.rawValue
        )
    }

    /// Withdraws `expectChange` after the homeserver refused the change.
    func expectNoChange(in room: ChatID) throws {
        try connection.run("UPDATE mute SET due = NULL WHERE room = ? AND due = '!'", room.rawValue)
    }

    /// Delivers all rooms again, as after an initial sync.
    func deliverAllAgain() throws {
        try connection.run("UPDATE mute SET due = '-' WHERE due IS NOT '!'")
    }

    /// Returns the mode of a room; nil for one whose mode was never set.
    func mode(of room: ChatID) throws -> NotificationMode? {
        try connection.first("SELECT muted FROM mute WHERE room = ?", room.rawValue) {
            NotificationMode(stored: $0.integer(0))
        }
    }

    /// Returns the rooms whose change the session may not have stored, for a page of a sync that was requested from behind `cursor`.
    func due(since cursor: String?) throws -> [ChatID] {
        if let cursor { try connection.run("UPDATE mute SET due = NULL WHERE due = ?", cursor) }
        return try connection.rows("SELECT room FROM mute WHERE due <> '!' ORDER BY room") { ChatID($0.text(0)) }
    }

    /// Delivers a room's change until a sync is requested from behind `next`.
    func setDelivered(by next: String, _ room: ChatID) throws {
        try connection.run("UPDATE mute SET due = ? WHERE room = ?", next, room.rawValue)
    }
}

extension NotificationMode {
    /// The mode in the column `muted`.
    fileprivate init(stored number: Int64) { self = number == 1 ? .muted : number == 2 ? .mentions : .all }

    fileprivate var stored: Int64 {
        switch self {
        case .all: 0
        case .muted: 1
        case .mentions: 2
        }
    }
}
