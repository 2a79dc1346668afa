import ChatTypes
import SQLiteKit

/// The tables `wanted` and `question`: keys that the account's other devices are asked for, and those that they ask this one for.
struct KeyRequestTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The rows of each table for one user. The oldest go first.
    private static let limit = 1000
    /// The keys that are wanted of all users. The oldest of the user with most go first.
    private static let limitOfAll = 10_000
    private static let bound = FairBound("wanted")
    /// The requests in one turn: each is a message of its own.
    private static let atOnce = 20
    /// The pause before a device gets one key again, in seconds.
    private static let pause: Int64 = 3600

    // MARK: Keys that this device lacks

    struct Wanted {
        let key: Int64
        let room: ChatID
        let session: SessionID
        /// The id of the request; nil before it is made.
        let id: String?
    }

    /// Records that a message waits for a key to a session of its sender's that reads it. Of several messages, the first counts.
    func want(_ session: SessionOfSender, from index: UInt32, at second: Int64) throws {
        try connection.run(
            """
            INSERT INTO wanted(user, room, session, message, second) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET message = excluded.message WHERE excluded.message < message
            """,
            session.sender.stored,
            session.room.stored,
            session.id.stored,
            Int64(index),
            second
        )
        try connection.run(
            """
            DELETE FROM wanted WHERE user = ?1 AND key <=
                (SELECT key FROM wanted WHERE user = ?1 ORDER BY key DESC LIMIT 1 OFFSET ?2)
            """,
            session.sender.stored,
            Self.limit
        )
        if let excess = try Self.bound.excess(over: Self.limitOfAll, in: connection) {
            try connection.run("DELETE FROM wanted WHERE key = ?", excess)
        }
    }

    /// Whether no key is wanted.
    var isEmpty: Bool {
        get throws { try connection.first("SELECT 1 FROM wanted") { _ in false } ?? true }
    }

    /// Records that a message of a sender's session was read, and so all that follow it.
    func setArrived(_ session: SessionOfSender, from index: UInt32) throws {
        try connection.run(
            "UPDATE wanted SET arrived = 1 WHERE user IN (?, '') AND room = ? AND session = ? AND message >= ?",
            session.sender.stored,
            session.room.stored,
            session.id.stored,
            Int64(index)
        )
    }

    /// Returns keys that have been wanted for some seconds and not been asked for, the newest first: somebody looks at their messages.
    /// They are due, too, if the clock went back.
    func due(after patience: Int64, at second: Int64) throws -> [Wanted] {
        try connection.rows(
            """
            SELECT key, room, session, id FROM wanted
            WHERE id IS NULL AND arrived = 0 AND (second <= ?1 - ?2 OR second > ?1) ORDER BY key DESC LIMIT ?3
            """,
            second,
            patience,
            Self.atOnce,
            read: Self.wanted
        )
    }

    /// Returns wanted keys that have come.
    func arrived() throws -> [Wanted] {
        try connection.rows(
            "SELECT key, room, session, id FROM wanted WHERE arrived = 1 ORDER BY key LIMIT ?",
            Self.atOnce,
            read: Self.wanted
        )
    }

    func setAsked(_ wanted: Wanted, id: String) throws {
        try connection.run(
            "UPDATE wanted SET id = ? WHERE key = ?",
            id,
            wanted.key
        )
    }

    func delete(_ wanted: Wanted) throws {
        try connection.run("DELETE FROM wanted WHERE key = ?", wanted.key)
    }

    /// Whether other devices were asked for a key that has not come.
    func isAsked(_ session: SessionID, in room: ChatID) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM wanted WHERE id IS NOT NULL AND arrived = 0 AND room = ? AND session = ?",
            room.stored,
            session.stored
        ) { _ in true } ?? false
    }

    private static func wanted(_ row: borrowing Row) -> Wanted {
        Wanted(key: row.integer(0), room: row.identifier(1), session: row.identifier(2), id: row.optionalText(3))
    }

    // MARK: Keys that other devices lack

    struct Question {
        let number: Int64
        let device: DeviceID
        let room: ChatID
        let session: SessionID
    }

    /// Records that a device asks for a key. Does nothing within an hour of the last answer.
    func insertQuestion(
        _ id: String,
        by device: DeviceID,
        for session: SessionID,
        in room: ChatID,
        at second: Int64
    ) throws {
        try connection.run(
            """
            INSERT INTO question(device, room, session, id) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (device, room, session) DO UPDATE SET id = ?4, answered = NULL
                WHERE answered <= ?5 - ?6 OR answered > ?5
            """,
            device.stored,
            room.stored,
            session.stored,
            id,
            second,
            Self.pause
        )
        try connection.run(
            "DELETE FROM question WHERE number <= (SELECT number FROM question ORDER BY number DESC LIMIT 1 OFFSET ?)",
            Self.limit
        )
    }

    /// Forgets a question that its device withdrew before it was answered.
    func deleteQuestion(_ id: String, by device: DeviceID) throws {
        try connection.run("DELETE FROM question WHERE device = ? AND id = ? AND answered IS NULL", device.stored, id)
    }

    /// Returns questions without an answer, in the order in which they came.
    func questions() throws -> [Question] {
        try connection.rows(
            "SELECT number, device, room, session FROM question WHERE answered IS NULL ORDER BY number LIMIT ?",
            Self.atOnce
        ) {
            Question(
                number: $0.integer(0),
                device: $0.identifier(1),
                room: $0.identifier(2),
                session: $0.identifier(3)
            )
        }
    }

    func delete(_ question: Question) throws {
        try connection.run("DELETE FROM question WHERE number = ?", question.number)
    }

    func setAnswered(_ question: Question, at second: Int64) throws {
        try connection.run("UPDATE question SET answered = ? WHERE number = ?", second, question.number)
    }
}
