import OlmKit
import SQLiteKit

/// The table `olm_session`: sessions with other devices, named by their identity keys.
struct OlmSessionTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The sessions with one device that are kept: several, since both sides may begin one at once, and devices are restored.
    private static let limit = 8
    /// The sessions with one device whose beginning is remembered.
    private static let rememberedLimit = 100

    /// Whether a session is stored, or was.
    func contains(_ id: String) throws -> Bool {
        try connection.first("SELECT 1 FROM olm_session WHERE id = ?", id) { _ in true } ?? false
    }

    /// Returns the sessions with a device, the one that it used last first.
    func sessions(with peer: String) throws -> [OlmSession] {
        try connection.rows("SELECT state FROM olm_session WHERE peer = ? AND state <> '' ORDER BY used DESC", peer) {
            $0.text(0)
        }
        .compactMap { try? OlmSession(state: Secret(base64: $0)) }
    }

    /// Returns the session with which to encrypt for a device: the one that the device used last, unless it is retired.
    func sendingSession(with peer: String) throws -> OlmSession? {
        try connection.rows(
            "SELECT state FROM olm_session WHERE peer = ? AND retired = 0 ORDER BY used DESC LIMIT 1",
            peer
        ) { $0.text(0) }.first.flatMap { try? OlmSession(state: Secret(base64: $0)) }
    }

    /// Stores a session that has just encrypted a message: which one is used next stays the same.
    func update(_ session: OlmSession) throws {
        try connection.run("UPDATE olm_session SET state = ? WHERE id = ?", session.state.base64, session.id)
    }

    /// Whether there is a session with which to encrypt for a device.
    func hasSession(with peer: String) throws -> Bool {
        try connection.first("SELECT 1 FROM olm_session WHERE peer = ? AND retired = 0 LIMIT 1", peer) { _ in true }
            ?? false
    }

    /// Stores a session that has just received a message.
    func save(_ session: OlmSession, with peer: String) throws {
        let last = try connection.first("SELECT max(used) FROM olm_session") { $0.integer(0) } ?? 0
        try connection.run(
            """
            INSERT INTO olm_session(id, peer, state, used) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, used = excluded.used
            """,
            session.id,
            peer,
            session.state.base64,
            last + 1
        )
        try connection.run(
            """
            UPDATE olm_session SET state = '', retired = 1 WHERE peer = ?1 AND state <> '' AND used <=
                (SELECT used FROM olm_session WHERE peer = ?1 ORDER BY used DESC LIMIT 1 OFFSET ?2)
            """,
            peer,
            Self.limit
        )
        try connection.run(
            """
            DELETE FROM olm_session WHERE peer = ?1 AND used <=
                (SELECT used FROM olm_session WHERE peer = ?1 ORDER BY used DESC LIMIT 1 OFFSET ?2)
            """,
            peer,
            Self.rememberedLimit
        )
    }
}
