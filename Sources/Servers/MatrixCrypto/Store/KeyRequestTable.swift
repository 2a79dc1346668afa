import SQLiteKit

/// The tables `wanted` and `question`: keys that the account's other devices are asked for, and those that they ask this one for.
struct KeyRequestTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The rows of each table. The oldest go first.
    private static let limit = 1000
    /// The requests in one turn: each is a message of its own.
    private static let atOnce = 20
    /// The pause before a device gets one key again, in seconds.
    private static let pause: Int64 = 3600

    // MARK: Keys that this device lacks

    struct Wanted {
        let room: String
        let session: String
        /// The id of the request; nil before it is made.
        let id: String?
    }

    /// Records that a message waits for a key to a session that reads it. Of several messages, the first counts.
    func want(_ session: String, from index: UInt32, in room: String, at second: Int64) throws {
        try connection.run(
            """
            INSERT INTO wanted(room, session, message, second) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET message = excluded.message WHERE excluded.message < message
            """,
            room,
            session,
            Int64(index),
            second
        )
        try connection.run("DELETE FROM wanted WHERE key <= (SELECT max(key) FROM wanted) - ?", Self.limit)
    }

    /// Whether no key is wanted.
    var isEmpty: Bool {
        get throws { try connection.first("SELECT 1 FROM wanted") { _ in false } ?? true }
    }

    /// Records that a message of a session was read, and so all that follow it.
    func setArrived(_ session: String, from index: UInt32, in room: String) throws {
        try connection.run(
            "UPDATE wanted SET arrived = 1 WHERE room = ? AND session = ? AND message >= ?",
            room,
            session,
            Int64(index)
        )
    }

    /// Returns keys that have been wanted for some seconds and not been asked for, the newest first: somebody looks at their messages.
    /// They are due, too, if the clock went back.
    func due(after patience: Int64, at second: Int64) throws -> [Wanted] {
        try connection.rows(
            """
            SELECT room, session, id FROM wanted
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
            "SELECT room, session, id FROM wanted WHERE arrived = 1 ORDER BY key LIMIT ?",
            Self.atOnce,
            read: Self.wanted
        )
    }

    func setAsked(_ wanted: Wanted, id: String) throws {
        try connection.run(
            "UPDATE wanted SET id = ? WHERE room = ? AND session = ?",
            id,
            wanted.room,
            wanted.session
        )
    }

    func delete(_ wanted: Wanted) throws {
        try connection.run("DELETE FROM wanted WHERE room = ? AND session = ?", wanted.room, wanted.session)
    }

    /// Whether other devices were asked for a key that has not come.
    func isAsked(_ session: String, in room: String) throws -> Bool {
        try connection.first(
            "SELECT id IS NOT NULL AND arrived = 0 FROM wanted WHERE room = ? AND session = ?",
            room,
            session
        ) { $0.flag(0) } ?? false
    }

    private static func wanted(_ row: borrowing Row) -> Wanted {
        Wanted(room: row.text(0), session: row.text(1), id: row.optionalText(2))
    }

    // MARK: Keys that other devices lack

    struct Question {
        let number: Int64
        let device: String
        let room: String
        let session: String
    }

    /// Records that a device asks for a key. Does nothing within an hour of the last answer.
    func insertQuestion(_ id: String, by device: String, for session: String, in room: String, at second: Int64) throws
    {
        try connection.run(
            """
            INSERT INTO question(device, room, session, id) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (device, room, session) DO UPDATE SET id = ?4, answered = NULL
                WHERE answered <= ?5 - ?6 OR answered > ?5
            """,
            device,
            room,
            session,
            id,
            second,
            Self.pause
        )
        try connection.run("DELETE FROM question WHERE number <= (SELECT max(number) FROM question) - ?", Self.limit)
    }

    /// Forgets a question that its device withdrew before it was answered.
    func deleteQuestion(_ id: String, by device: String) throws {
        try connection.run("DELETE FROM question WHERE device = ? AND id = ? AND answered IS NULL", device, id)
    }

    /// Returns questions without an answer, in the order in which they came.
    func questions() throws -> [Question] {
        try connection.rows(
            "SELECT number, device, room, session FROM question WHERE answered IS NULL ORDER BY number LIMIT ?",
            Self.atOnce
        ) { Question(number: $0.integer(0), device: $0.text(1), room: $0.text(2), session: $0.text(3)) }
    }

    func delete(_ question: Question) throws {
        try connection.run("DELETE FROM question WHERE number = ?", question.number)
    }

    func setAnswered(_ question: Question, at second: Int64) throws {
        try connection.run("UPDATE question SET answered = ? WHERE number = ?", second, question.number)
    }
}
