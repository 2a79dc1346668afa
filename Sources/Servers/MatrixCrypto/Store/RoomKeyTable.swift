import ChatTypes
import OlmKit
import SQLiteKit

/// The tables `room_key`, `room` and `withheld`: the keys to messages in rooms.
///
/// Each device that shares a session in a room has a row of its own, so that none can take another's place. Keys that no device has
/// shared here have rows as well: all that contradict each other, since only a message tells which one is right.
struct RoomKeyTable {
    let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// A key as it is stored.
    struct Row {
        let version: RoomKeyVersion
        let timing: KeyTiming
        /// Whether another device shared it before, or a file or backup had it as another device's.
        let isCopy: Bool
        var key: RoomKey

        var number: Int64 { version.number }
    }

    /// The keys of one user that are kept for rooms of which nothing was seen, and those of all users. The oldest of the user with most
    /// go first: several strangers together do not push out the few keys of a contact.
    private static let (strangeLimit, strangeLimitOfAll) = (1000, 10_000)
    private static let strangeBound = FairBound("room_key", of: "sender", where: "is_strange = 1")

    /// The devices of one user that can share a session before their user's list has them: one device made it.
    private static let unlistedLimit = 20

    /// Stores the key that a device has shared, unless the stored one reads as much.
    ///
    /// A key that proved no sender has one from then on, if it is the same. Ignores a device that is in no list after 20 others of its user
    /// have shared the session: each message would be tried with all of them.
    ///
    /// - Parameter timing: whether the device was gone from its user's list before.
    func insert(_ key: RoomKey, by device: OlmPeer, _ timing: KeyTiming = .timely) throws {
        let rows = try rows(of: SessionOfSender(room: key.room, id: key.id, sender: device.user))
        for row in rows {
            let comparison = key.session.compare(with: row.key.session)
            let isOwn = row.key.device == device
            guard
                isOwn
                    || comparison != .unrelated && row.key.device == nil && row.key.claimed.identity == device.identity
            else { continue }
            if !isOwn {
                let isCopy = try isCopy(key, before: row.number)
                try setOrigin(.device(device), timing, isCopy: isCopy, of: row)
            }
            if comparison == .readsMore { try setState(key.session, of: row) }
            return
        }
        if rows.count(where: { $0.key.device != nil }) >= Self.unlistedLimit {
            guard case .listed = try DeviceTable(connection).standing(of: device) else { return }
        }
        let isKnown = try connection.first("SELECT 1 FROM room WHERE id = ?", key.room.stored) { _ in true } ?? false
        try add(key, timing, isCopy: isCopy(key), isStrange: !isKnown)
        try connection.run(
            "DELETE FROM withheld WHERE user = ? AND room = ? AND session = ?",
            device.user.stored,
            key.room.stored,
            key.id.stored
        )
    }

    /// Whether an older row has the session of a key that a device shares: of another device, or of none.
    ///
    /// What devices share is signed by the session. Keys of files and backups may be forged, so they count only if they are the same.
    private func isCopy(_ key: RoomKey, before number: Int64 = .max) throws -> Bool {
        let isShared = try connection.first(
            "SELECT 1 FROM room_key WHERE room = ? AND session = ? AND number < ? AND sender <> ''",
            key.room.stored,
            key.id.stored,
            number
        ) { _ in true }
        if isShared ?? false { return true }
        return try rows(of: SessionOfSender(room: key.room, id: key.id, sender: ContactID(""))).contains {
            $0.number < number && key.session.compare(with: $0.key.session) != .unrelated
        }
    }

    func add(_ key: RoomKey, _ timing: KeyTiming = .timely, isCopy: Bool = false, isStrange: Bool = false) throws {
        let columns = OriginColumns(key.origin)
        try connection.run(
            """
            INSERT INTO room_key(
                room, session, sender, identity, signing, origin, state, is_late, is_copy, is_strange, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(change), 0) + 1 FROM room_key))
            """,
            key.room.stored,
            key.id.stored,
            columns.sender.stored,
            columns.identity,
            columns.signing,
            columns.origin,
            key.session.state.base64,
            timing.rawValue,
            isCopy,
            isStrange
        )
        if isStrange { try forgetStrange(of: columns.sender) }
    }

    private func forgetStrange(of user: ContactID) throws {
        try connection.run(
            """
            DELETE FROM room_key WHERE sender = ?1 AND is_strange = 1 AND number <= (
                SELECT number FROM room_key WHERE sender = ?1 AND is_strange = 1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """,
            user.stored,
            Self.strangeLimit
        )
        if let excess = try Self.strangeBound.excess(over: Self.strangeLimitOfAll, in: connection) {
            try connection.run("DELETE FROM room_key WHERE number = ?", excess)
        }
    }

    /// Records that something was seen of a room, whose keys are kept from then on.
    func setKnown(_ room: ChatID) throws {
        guard try connection.run("INSERT OR IGNORE INTO room(id) VALUES (?)", room.stored) > 0 else { return }
        try connection.run("UPDATE room_key SET is_strange = 0 WHERE is_strange = 1 AND room = ?", room.stored)
    }

    /// Stores that a key reads more.
    func setState(_ session: MegolmInboundSession, of row: Row) throws {
        try connection.run(
            """
            UPDATE room_key SET state = ?, is_new = 1, is_saved = 0, change = (SELECT max(change) + 1 FROM room_key)
            WHERE number = ?
            """,
            session.state.base64,
            row.number
        )
    }

    /// Stores that a key came in a better way.
    func setOrigin(_ origin: RoomKey.Origin, _ timing: KeyTiming = .timely, isCopy: Bool = false, of row: Row) throws {
        let columns = OriginColumns(origin)
        try connection.run(
            """
            UPDATE room_key SET sender = ?, identity = ?, signing = ?, origin = ?, is_late = ?, is_copy = ?, is_new = 1,
                change = (SELECT max(change) + 1 FROM room_key)
            WHERE number = ?
            """,
            columns.sender.stored,
            columns.identity,
            columns.signing,
            columns.origin,
            timing.rawValue,
            isCopy,
            row.number
        )
    }

    // MARK: Reading

    /// Returns the keys to a session in a room: first those that have read a message, then those of devices, then those of the user's
    /// own files and devices. Of two, the earlier one comes first.
    func rows(of session: SessionID, in room: ChatID) throws -> [Row] {
        try connection.rows(Self.inRoom, room.stored, session.stored, read: Self.row).compactMap(\.self)
    }

    /// Returns the keys to a sender's session: those that the user's devices have shared, then those that prove no sender.
    func rows(of session: SessionOfSender) throws -> [Row] {
        try connection.rows(
            Self.ofSender,
            session.room.stored,
            session.id.stored,
            session.sender.stored,
            read: Self.row
        ).compactMap(\.self)
    }

    /// Returns keys with numbers above one, in their order.
    func rows(above number: Int64, limit: Int) throws -> [Row] {
        try connection.rows(Self.above, number, limit, read: Self.row).compactMap(\.self)
    }

    /// Returns keys that the backup lacks, in the order of their numbers. Keys for rooms of which nothing was seen are not added to it.
    func unsavedRows(limit: Int) throws -> [Row] {
        try connection.rows(Self.unsaved, limit, read: Self.row).compactMap(\.self)
    }

    private static let inRoom = query(
        """
        WHERE room = ? AND session = ?
        ORDER BY NOT EXISTS (SELECT 1 FROM seen WHERE seen.key = number), origin, number
        """
    )

    private static let ofSender = query("WHERE room = ? AND session = ? AND sender IN (?, '') ORDER BY origin, number")

    private static let above = query("WHERE number > ? ORDER BY number LIMIT ?")

    private static let unsaved = query("WHERE is_saved = 0 AND is_strange = 0 ORDER BY number LIMIT ?")

    private static func query(_ condition: String) -> Query<RowColumns> {
        Query(RowColumns.init) { "SELECT \($0) FROM room_key \(condition)" }
    }

    private static func row(_ row: borrowing SQLiteKit.Row, _ columns: RowColumns) throws -> Row? {
        guard let session = try? MegolmInboundSession(state: Secret(base64: row.text(columns.state))),
            let origin = OriginColumns(
                sender: row.identifier(columns.sender),
                identity: row.text(columns.identity),
                signing: row.text(columns.signing),
                origin: row.integer(columns.origin)
            ).value
        else { return nil }
        return Row(
            version: RoomKeyVersion(number: row.integer(columns.number), change: row.integer(columns.change)),
            timing: KeyTiming(rawValue: row.integer(columns.timing)) ?? .late,
            isCopy: row.flag(columns.isCopy),
            key: RoomKey(room: row.identifier(columns.room), session: session, origin: origin)
        )
    }

    // MARK: New keys

    /// Returns up to 100 new keys.
    func new() throws -> [NewRoomKey] {
        try connection.rows(
            "SELECT number, change, room, session FROM room_key WHERE is_new = 1 ORDER BY number LIMIT 100"
        ) {
            NewRoomKey(
                version: RoomKeyVersion(number: $0.integer(0), change: $0.integer(1)),
                room: $0.identifier(2),
                session: $0.identifier(3)
            )
        }
    }

    /// Ends that keys are new, except those that have changed since they were returned.
    func confirm(_ keys: [NewRoomKey]) throws {
        for key in keys.map(\.version) {
            try connection.run("UPDATE room_key SET is_new = 0 WHERE number = ? AND change = ?", key.number, key.change)
        }
    }

    func markNew(_ session: SessionID, in room: ChatID) throws {
        try connection.run(
            """
            UPDATE room_key SET is_new = 1, change = (SELECT max(change) + 1 FROM room_key)
            WHERE room = ? AND session = ?
            """,
            room.stored,
            session.stored
        )
    }
}

/// The columns of a key.
private struct RowColumns: Sendable {
    let number, change, timing, room, state, sender, identity, signing, origin, isCopy: Int32

    init(_ list: inout ColumnList) {
        number = list.add("number")
        change = list.add("change")
        timing = list.add("is_late")
        room = list.add("room")
        state = list.add("state")
        sender = list.add("sender")
        identity = list.add("identity")
        signing = list.add("signing")
        origin = list.add("origin")
        isCopy = list.add("is_copy")
    }
}

/// The columns that say how a key came.
private struct OriginColumns {
    /// Empty for a key that proves no sender.
    let sender: ContactID
    let identity: String
    /// Empty if it is unknown.
    let signing: String
    /// 0 if a device has shared it, 1 for the user's own, 2 for the backup.
    let origin: Int64

    /// Nil for columns that are damaged.
    var value: RoomKey.Origin? {
        guard let identity = try? AgreementPublicKey(base64: identity) else { return nil }
        let claimed = RoomKey.ClaimedKeys(identity: identity, signing: try? SigningPublicKey(base64: signing))
        guard sender == ContactID("") else {
            return claimed.signing.map { .device(OlmPeer(user: sender, identity: identity, signing: $0)) }
        }
        return origin == 1 ? .account(claimed) : .backup(claimed)
    }
}

extension OriginColumns {
    init(_ origin: RoomKey.Origin) {
        let (sender, keys, number): (ContactID, RoomKey.ClaimedKeys, Int64) =
            switch origin {
            case .device(let peer): (peer.user, .init(identity: peer.identity, signing: peer.signing), 0)
            case .account(let keys): (ContactID(""), keys, 1)
            case .backup(let keys): (ContactID(""), keys, 2)
            }
        self.init(
            sender: sender,
            identity: keys.identity.base64,
            signing: keys.signing?.base64 ?? "",
            origin: number
        )
    }
}
