import ChatTypes
import JSONKit
import MatrixCrypto

/// Encrypting for rooms, once all devices of all members have the key.
extension MatrixEncryption {
    /// Returns the encrypted content of a message or an edit: the same bytes for the same id at every attempt.
    ///
    /// The key is sent first, to the devices that do not have it. Throws if that, or what it needs to know, fails: nothing may be
    /// sent in the clear instead. Throws `ServiceError.keysNotShared` if the homeserver answers, but not with what was asked for; a response
    /// that is lost on its way is `ServiceError.responseLost`.
    ///
    /// - Parameter isFollowed: whether sync reports every change of the room at once, so that its members are known.
    func encrypt(
        _ content: JSONText,
        type: String,
        id: MessageID,
        in room: ChatID,
        isFollowed: () async throws -> Bool
    ) async throws -> JSONText {
        var claimed: Set<ContactID> = []
        do {
            for _ in 0..<Self.attempts {
                // Requests that are not about the readers come before the readers are asked for.
                try await sendUpload()
                let follows = try await isFollowed()
                guard let readers = try await shareKey(of: room, isFollowed: follows, unlessKnown: id, &claimed) else {
                    continue
                }
                let encrypted = try await machine.encrypt(
                    content,
                    type: type,
                    id: id,
                    in: room,
                    for: readers,
                    onlySigned: onlySigned
                )
                if let encrypted { return encrypted }
            }
        } catch let error as CryptoStoreError {
            throw ServiceError.refused(.encrypted, text: "Nothing was sent: \(error)")
        }
        throw ServiceError.keysNotShared
    }

    /// The attempts to give the key to all readers, before the readers change again.
    private static let attempts = 6

    /// Forgets the encrypted bytes of a message that the homeserver has.
    func confirm(_ message: MessageID, in room: ChatID) async throws {
        try await machine.confirmMessage(message, in: room)
    }

    /// Gives the key for a message to the devices that lack it, unless the message was encrypted for them before. Returns the readers;
    /// nil if they must be asked again, because of a wait while sync does not follow the room.
    private func shareKey(
        of id: ChatID,
        isFollowed: Bool,
        unlessKnown message: MessageID,
        _ claimed: inout Set<ContactID>
    ) async throws -> EncryptionMachine.Readers? {
        let (room, isKept) = try await room(id, isFollowed: isFollowed)
        let users = room.readers
        let readers: EncryptionMachine.Readers = { [rooms, unanswered] isOutdated in
            guard let users = isKept ? rooms.room(id)?.readers : users else { return nil }
            return unanswered.without(users).contains(where: isOutdated) ? nil : users
        }
        if try await prepare(users, &claimed), !isKept { return nil }
        let changed = try await machine.changedIdentities().filter(Set(users).contains)
        guard changed.isEmpty else { throw ServiceError.changedIdentity(of: changed) }
        if try await machine.encrypted(message, in: id, for: readers, onlySigned: onlySigned) == nil,
            try await !machine.share(in: id, with: readers, rotation: room.rotation, onlySigned: onlySigned)
        {
            return nil
        }
        try await showGuests(of: isKept ? rooms.room(id) : room, in: id)
        return try await sendMessages(of: id) && !isKept ? nil : readers
    }

    /// Has invited users who read along shown as members: nobody gets a key whom the details do not show.
    private func showGuests(of room: EncryptedRoom?, in id: ChatID) async throws {
        guard let guests = room?.guests, !guests.isEmpty else { return }
        try await ledger.note(try await ledger.read { try $0.people.named(guests) }, in: id)
    }

    /// Requests what is missing for giving users a key: their devices, and once keys to begin sessions with. Returns whether anything was
    /// requested.
    ///
    /// Users whose servers did not answer lately hold nothing up: their known devices get the key.
    private func prepare(_ users: [ContactID], _ claimed: inout Set<ContactID>) async throws -> Bool {
        try await machine.track(users)
        var hasWaited = false
        while await machine.hasOutdatedLists(of: unanswered.without(users)), try await sendQuery() { hasWaited = true }
        // A device that gives none is left out.
        let unasked = unclaimed.without(users).filter { claimed.insert($0).inserted }
        return try await claimKeys(of: unasked) || hasWaited
    }

    /// Begins sessions with those devices of users that have none. Returns whether it asked for any.
    ///
    /// - Parameter retried: devices that are asked for although they had no keys lately.
    @discardableResult
    func claimKeys(of users: [ContactID], also retried: Set<OlmPeer> = []) async throws -> Bool {
        let lacking = try await machine.unreached(of: users)
        // They have a session by now, or are in no list.
        keyless.forget(retried.filter { peer in !lacking.contains { $0.peer == peer } })
        let asked = lacking.filter { !keyless.contains($0.peer) || retried.contains($0.peer) }
        guard let claim = await machine.claim(from: asked) else {
            try await note(.keys, failed: [], answered: users)
            return false
        }
        let failed = try await beginSessions(claim)
        try await note(.keys, failed: failed, answered: users.filter { !failed.contains($0) })
        let unreached = Set(try await machine.unreached(of: users).map(\.peer))
        // A device that was asked for again waits longer, also if its server has stopped answering.
        let peers = asked.filter { !failed.contains($0.user) || retried.contains($0.peer) }.map(\.peer)
        keyless.forget(peers.filter { !unreached.contains($0) })
        keyless.note(peers.filter(unreached.contains))
        return true
    }

    /// Gives the account's other devices the keys that they ask for, and asks them for those that are missing here.
    func exchangeKeys() async throws {
        repeat {
            try await beginSessions(try await machine.claimForQuestions())
        } while try await machine.answerQuestions()
        try await machine.requestKeys()
        try await sendMessages(of: EncryptionMachine.noRoom)
    }

    /// Begins sessions with the devices of a claim; nil claims nothing. Returns the users whose servers did not answer.
    @discardableResult
    private func beginSessions(_ claim: JSONText?) async throws -> [ContactID] {
        guard let claim else { return [] }
        let answer = try await api.post(["v3", "keys", "claim"], claim)
        // An answer without the keys asked for would leave out everybody.
        guard let keys = answer["one_time_keys"], keys.isObject else { throw ServiceError.keysNotShared }
        try await machine.acceptClaim(answer)
        guard case .object(let users)? = claim["one_time_keys"] else { return [] }
        let servers = Set(answer["failures"]?.members.map(\.name) ?? [])
        return users.map { ContactID($0.name) }.filter { user in user.server.map(servers.contains) ?? false }
    }

    /// Has new sessions begun in place of broken ones, and tells the other devices of them.
    func sendRepairs() async throws {
        if let body = try await machine.claimForBroken() {
            try await machine.acceptClaimForBroken(try await api.post(["v3", "keys", "claim"], body), to: body)
        }
        try await sendMessages(of: EncryptionMachine.noRoom)
        try await sendRoomMessages()
    }

    /// Sends the messages of a verification that goes on in a room. A refusal ends it.
    private func sendRoomMessages() async throws {
        while let (id, message) = await machine.nextRoomMessage, let room = message.room.map({ ChatID($0) }) {
            do {
                let content = try await encrypt(message.content, type: message.type, id: MessageID(id), in: room) {
                    false
                }
                let path = ["v3", "rooms", room.rawValue, "send", RoomEvent.encryptedType, id]
                let event = try await api.put(path, content)["event_id"]?.string
                try await confirm(MessageID(id), in: room)
                await machine.confirmRoomMessage(id, event: event ?? "")
            } catch ServiceError.refused(let code, let text) {
                try await machine.refuseRoomMessages()
                throw ServiceError.refused(code, text: text)
            }
        }
    }

    /// Sends the to-device messages of a room, or of none. Returns whether there were any. Sends one that the homeserver refuses in
    /// parts, and gives up that of the device which is refused: it would hold up all others.
    @discardableResult
    private func sendMessages(of room: ChatID) async throws -> Bool {
        var hasSent = false
        while let (id, type, body) = try await machine.nextShare(in: room) {
            do {
                try await api.put(["v3", "sendToDevice", type, id], body)
                try await machine.confirmShare(id)
            } catch ServiceError.refused {
                try await machine.refuseShare(id, type: type, body: body, in: room)
            }
            hasSent = true
        }
        return hasSent
    }

    /// Returns who gets a room's key: as sync has it if it is up to date, or else as the homeserver says.
    ///
    /// The ledger need not know all members of a room. Also returns whether the room is kept current by sync from now on.
    private func room(_ id: ChatID, isFollowed: Bool) async throws -> (room: EncryptedRoom, isKept: Bool) {
        let responses = rooms.responses
        let known = isFollowed ? rooms.room(id) : nil
        if let known, known.invited.isEmpty || known.showsInvited != nil { return (known, true) }
        let path = ["v3", "rooms", id.rawValue]
        var room: EncryptedRoom
        if let known { room = known } else { room = try await ask(path, of: id) }
        if !room.invited.isEmpty {
            let state = try await api.find(path + ["state", "m.room.history_visibility"])
            // Without the state, everything is shown from the invitation on. A state that does not say is no answer.
            let visibility = state.map { $0["history_visibility"]?.string ?? "" } ?? "shared"
            guard !visibility.isEmpty else { throw ServiceError.keysNotShared }
            room.showsInvited = visibility != "joined"
        }
        return (room, rooms.insert(room, as: id, askedAt: responses) && isFollowed)
    }

    /// Requests the members of a room, and has them shown: nobody gets a key whom the details do not show.
    private func ask(_ path: [String], of id: ChatID) async throws -> EncryptedRoom {
        let answer = try await api.get(path + ["members"], query: [(name: "not_membership", value: "leave")])
        let events = RoomEvent.list(answer["chunk"]).filter(\.isMembership)
        func people(_ membership: String) -> Set<ContactID> {
            Set(events.filter { $0.membership == membership }.map(\.person))
        }
        let joined = people("join")
        guard joined.contains(ledger.user) else { throw ServiceError.keysNotShared }
        let present = events.filter { $0.membership == "join" }
        try await ledger.note(present.map { ($0.person, $0.memberName ?? $0.person.rawValue) }, in: id)
        let settings = try await api.find(path + ["state", "m.room.encryption"])
        return EncryptedRoom(joined: joined, invited: people("invite"), rotation: Rotation(settings))
    }
}
