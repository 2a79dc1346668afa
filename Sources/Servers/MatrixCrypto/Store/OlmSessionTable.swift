import ChatTypes
import OlmKit
import SQLiteKit

/// An Olm session, and the Ed25519 key of the device at its other end.
struct PeerSession {
    var session: OlmSession
    /// Nil in a store from an earlier version that could not tell.
    let signing: SigningPublicKey?
}

/// The table `olm_session`: sessions with other devices.
struct OlmSessionTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The sessions with one device that are kept: several, since both sides may begin one at once, and devices are restored.
    private static let limit = 8
    /// The sessions with one device whose beginning is remembered.
    private static let rememberedLimit = 100
    /// The sessions with devices of one user that are in no list, and those of all users. Anybody can begin one under new keys, and may
    /// claim any signing key in it. The oldest of the user with most go first.
    private static let (unlistedLimit, unlistedLimitOfAll) = (1000, 10_000)

    /// Returns the sessions with a user's devices of an identity key, the one that was used last first: at most 100, since each message is
    /// tried with all of them.
    func sessions(with user: ContactID, _ identity: AgreementPublicKey) throws -> [PeerSession] {
        try connection.rows(
            """
            SELECT state, signing FROM olm_session WHERE identity = ? AND user IN (?, '') AND state <> ''
            ORDER BY used DESC LIMIT ?
            """,
            identity.base64,
            user.stored,
            Self.rememberedLimit
        ) { (state: $0.text(0), signing: $0.text(1)) }
        .compactMap { row in
            guard let session = try? OlmSession(state: Secret(base64: row.state)) else { return nil }
            return PeerSession(session: session, signing: try? SigningPublicKey(base64: row.signing))
        }
    }

    /// Whether a session is stored, or was, with whatever device.
    func contains(_ id: String) throws -> Bool {
        try connection.first("SELECT 1 FROM olm_session WHERE id = ?", id) { _ in true } ?? false
    }

    /// Returns the session with which to encrypt for a device: the one that the device used last, unless it is retired.
    func sendingSession(with peer: OlmPeer) throws -> OlmSession? {
        try connection.rows(
            """
            SELECT state FROM olm_session WHERE identity = ? AND user = ? AND signing = ? AND retired = 0
            ORDER BY used DESC LIMIT 1
            """,
            peer.identity.base64,
            peer.user.stored,
            peer.signing.base64
        ) { $0.text(0) }.first.flatMap { try? OlmSession(state: Secret(base64: $0)) }
    }

    /// Stores a session that has just encrypted a message: which one is used next stays the same.
    func update(_ session: OlmSession) throws {
        try connection.run("UPDATE olm_session SET state = ? WHERE id = ?", session.state.base64, session.id)
    }

    /// Whether there is a session with which to encrypt for a device.
    func hasSession(with peer: OlmPeer) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM olm_session WHERE identity = ? AND user = ? AND signing = ? AND retired = 0 LIMIT 1",
            peer.identity.base64,
            peer.user.stored,
            peer.signing.base64
        ) { _ in true } ?? false
    }

    /// Stores a session that has just begun or received a message.
    func save(_ session: OlmSession, with peer: OlmPeer) throws {
        let last = try connection.first("SELECT max(used) FROM olm_session") { $0.integer(0) } ?? 0
        let isNew = try !contains(session.id)
        let (user, identity, signing) = (peer.user.stored, peer.identity.base64, peer.signing.base64)
        try connection.run(
            """
            INSERT INTO olm_session(id, user, identity, signing, state, used) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET user = excluded.user, signing = excluded.signing, state = excluded.state,
                used = excluded.used
            """,
            session.id,
            user,
            identity,
            signing,
            session.state.base64,
            last + 1
        )
        try connection.run(
            """
            UPDATE olm_session SET state = '', retired = 1
            WHERE user = ?1 AND identity = ?2 AND signing = ?3 AND state <> '' AND used <= (
                SELECT used FROM olm_session WHERE user = ?1 AND identity = ?2 AND signing = ?3
                ORDER BY used DESC LIMIT 1 OFFSET ?4)
            """,
            user,
            identity,
            signing,
            Self.limit
        )
        try connection.run(
            """
            DELETE FROM olm_session WHERE user = ?1 AND identity = ?2 AND signing = ?3 AND used <= (
                SELECT used FROM olm_session WHERE user = ?1 AND identity = ?2 AND signing = ?3
                ORDER BY used DESC LIMIT 1 OFFSET ?4)
            """,
            user,
            identity,
            signing,
            Self.rememberedLimit
        )
        guard isNew, try !isListed(peer) else { return }
        try forgetUnlisted(of: peer.user)
    }

    private func isListed(_ peer: OlmPeer) throws -> Bool {
        if case .listed = try DeviceTable(connection).standing(of: peer) { true } else { false }
    }

    /// Keeps the limits after a user has begun a session with a device that is in no list.
    private func forgetUnlisted(of user: ContactID) throws {
        let all = try connection.first("SELECT count(*) FROM olm_session") { $0.count(0) } ?? 0
        guard all > Self.unlistedLimit else { return }
        let counts = try connection.rows(
            """
            SELECT user, count(*) FROM olm_session WHERE user <> '' AND NOT EXISTS (SELECT 1 FROM device
                WHERE device.user = olm_session.user AND device.identity = olm_session.identity
                    AND device.signing = olm_session.signing AND gone = 0)
            GROUP BY user ORDER BY count(*) DESC, user
            """
        ) { (user: $0.identifier(0) as ContactID, count: $0.count(1)) }
        if let own = counts.first(where: { $0.user == user }), own.count > Self.unlistedLimit {
            try keepUnlisted(Self.unlistedLimit, of: user)
        } else if let most = counts.first, counts.reduce(0, { $0 + $1.count }) > Self.unlistedLimitOfAll {
            try keepUnlisted(most.count - 1, of: most.user)
        }
    }

    private func keepUnlisted(_ count: Int, of user: ContactID) throws {
        try connection.run(
            """
            DELETE FROM olm_session WHERE id IN (
                SELECT id FROM olm_session WHERE user = ?1 AND NOT EXISTS (SELECT 1 FROM device
                    WHERE device.user = ?1 AND device.identity = olm_session.identity
                        AND device.signing = olm_session.signing AND gone = 0)
                ORDER BY used DESC LIMIT -1 OFFSET ?2)
            """,
            user.stored,
            count
        )
    }
}
