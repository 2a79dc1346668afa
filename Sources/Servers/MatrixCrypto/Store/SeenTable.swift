import ChatTypes
import OlmKit
import SQLiteKit

/// The table `seen`: the event of each index of each key that was read. A second event with the index is a replay.
///
/// A key belongs to a session, the device that shared it, and a room. What is read with one key takes nothing from another. A key
/// that proves no sender has the indexes of each sender by the homeserver's word.
struct SeenTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Records that an event has an index of a key. Returns false if another event of its sender has the index, or this one as an edit of
    /// another event: the homeserver may hide a relation at first, but never change it, or a forged edit would lose its mark.
    func record(
        _ event: MessageID,
        of session: SessionOfSender,
        at index: UInt32,
        with row: RoomKeyTable.Row,
        replacing replaced: MessageID?
    ) throws -> Bool {
        let isReplay = try connection.first(
            """
            SELECT 1 FROM room_key JOIN seen ON seen.key = room_key.number
            WHERE room = ? AND session = ? AND sender IN (?4, '') AND message = ?3 AND claimed IN (?4, '')
                AND (event <> ?5 OR replaces <> ?6)
            """,
            session.room.stored,
            session.id.stored,
            Int64(index),
            session.sender.stored,
            event.stored,
            replaced?.stored
        ) { _ in true }
        guard isReplay == nil else { return false }
        try connection.run(
            """
            INSERT INTO seen(key, message, claimed, event, replaces) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET replaces = excluded.replaces WHERE replaces IS NULL AND excluded.replaces IS NOT NULL
            """,
            row.number,
            Int64(index),
            (row.key.device == nil ? session.sender : ContactID("")).stored,
            event.stored,
            replaced?.stored
        )
        return true
    }

    /// Whether an event of a room was encrypted and has been decrypted here.
    func hasRead(_ event: MessageID, in room: ChatID) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM seen JOIN room_key ON number = seen.key WHERE event = ? AND room = ?",
            event.stored,
            room.stored
        ) { _ in true } ?? false
    }

    /// A proof of who sent an event or edited it.
    struct Proof {
        /// The device that shared the key; nil if nothing proves one.
        let device: OlmPeer?
        let timing: KeyTiming
        /// Whether another device shared the session's key before, or a file or a backup had it as another device's.
        let isCopy: Bool

        init(device: OlmPeer?, _ timing: KeyTiming, isCopy: Bool) {
            (self.device, self.timing, self.isCopy) = (device, timing, isCopy)
        }

        /// What proves the sender of an event that a key has read.
        init(_ row: RoomKeyTable.Row) { self.init(device: row.key.device, row.timing, isCopy: row.isCopy) }
    }

    /// Returns what proves the senders of an event of a room and of its edits; nothing for an event that was not decrypted here.
    func proofs(of event: MessageID, in room: ChatID) throws -> [Proof] {
        try connection.rows(
            """
            SELECT sender, identity, signing, is_late, claimed, is_copy FROM seen JOIN room_key ON number = seen.key
            WHERE room = ?1 AND (event = ?2 OR replaces = ?2)
            """,
            room.stored,
            event.stored
        ) { row in
            let (sender, claimed): (ContactID, ContactID) = (row.identifier(0), row.identifier(4))
            let isProved = sender != ContactID("") && (claimed == ContactID("") || claimed == sender)
            return Proof(
                device: isProved ? try OlmPeer(row, from: 0) : nil,
                KeyTiming(rawValue: row.integer(3)) ?? .late,
                isCopy: row.flag(5)
            )
        }
    }
}
