import ChatTypes
import HTTPClient
import JSONKit
import MatrixCrypto
import RuntimeKit

/// Joins the account's encryption to its homeserver and its ledger.
final class MatrixEncryption: Sendable {
    let machine: EncryptionMachine
    let api: MatrixAPI
    let ledger: MatrixLedger
    let rooms = EncryptedRooms()
    /// The users whose servers did not tell their devices, or gave no keys to begin sessions with; stored for the next process.
    let unanswered: FailureMemory<ContactID>
    let unclaimed: FailureMemory<ContactID>
    /// The devices that have no keys to begin sessions with, though their servers answered.
    let keyless: FailureMemory<OlmPeer>
    /// The users in one query: fewer after an answer that was too long.
    private let queryLimit = InterleavingMutex(EncryptionMachine.usersPerQuery)
    /// Whether the backup was checked since the start.
    private let backupCheck = InterleavingMutex(false)
    var isBackupChecked: Bool {
        get { backupCheck.withLock(\.self) }
        set { backupCheck.withLock { $0 = newValue } }
    }
    /// Whether only devices that their users have signed get keys.
    let onlySigned: Bool
    private let clock: any Clock<Duration>
    /// Given when requests may be due.
    let changed = Signal()
    /// An entry for each time that keys stopped being added to a backup.
    let backupEnds = CoalescingQueue<Void>()
    /// The chats that follow changes in the trust.
    let trustChanges = TrustChanges()

    init(
        _ machine: EncryptionMachine,
        api: MatrixAPI,
        ledger: MatrixLedger,
        clock: any Clock<Duration>,
        onlySigned: Bool = false
    ) {
        (self.machine, self.api, self.ledger, self.clock) = (machine, api, ledger, clock)
        self.onlySigned = onlySigned
        unanswered = FailureMemory(clock: clock, .devices, of: machine)
        unclaimed = FailureMemory(clock: clock, .keys, of: machine)
        keyless = FailureMemory(clock: clock)
    }

    // MARK: Sync

    /// Takes in what a sync response brings for encryption, before the next one is requested; see `EncryptionMachine.receive`.
    func receive(_ response: JSONValue, since: String?) async throws {
        try await followingVerifications { try await machine.receive(response, since: since) }
        if since == nil { rooms.removeAll() }
        changed.wakeAll()
    }

    /// Reads the events of rooms, in place, and takes in those of verifications.
    func read(_ rooms: inout [SyncResponse.Room]) async throws {
        for index in rooms.indices {
            let timeline = try await read(rooms[index].update.timeline, in: rooms[index].id)
            rooms[index].update.timeline = timeline
            try await receiveVerifications(in: timeline, of: rooms[index].id)
        }
    }

    /// Takes in the events of a verification, which were encrypted.
    private func receiveVerifications(in events: [RoomEvent], of room: ChatID) async throws {
        for event in events where event.isVerification && event.isProved {
            guard let content = event.relatedContent else { continue }
            try await followingVerifications {
                try await machine.receiveRoomVerification(
                    event.type,
                    content,
                    event: (event.id.rawValue, event.time),
                    from: event.sender.rawValue,
                    in: room.rawValue
                )
            }
            changed.wakeAll()
        }
    }

    // MARK: Waiting events

    /// The waiting events that are decrypted at once.
    private static let eventsAtOnce = 500

    /// Decrypts the events that have waited for keys that are new; returns them as updates of their messages, those of a room in the order
    /// of its timeline, whichever of its keys came first.
    ///
    /// The ledger stores them before the keys cease to be new, and delivers them until the session has stored them.
    func readWaiting() async throws -> [ChatUpdate] {
        var updates: [ChatUpdate] = []
        while true {
            let keys = try await machine.newRoomKeys()
            guard !keys.isEmpty else { return updates }
            for (room, keys) in Dictionary(grouping: keys, by: \.room).sorted(by: { $0.key < $1.key }) {
                let waiting = try await ledger.read { try $0.waitingEvents(of: keys.map(\.session), in: room) }
                for start in stride(from: 0, to: waiting.count, by: Self.eventsAtOnce) {
                    let some = Array(waiting[start..<min(start + Self.eventsAtOnce, waiting.count)])
                    if let update = try await readAgain(some, in: room) { updates.append(update) }
                }
            }
            try await machine.confirm(keys)
            // A key may prove who sent messages that were readable before.
            trustChanges.post()
        }
    }

    /// Decrypts stored events of a room that wait, as far as their keys are here; returns them as an update of their messages.
    func readAgain(_ events: [RoomEvent], in room: ChatID) async throws -> ChatUpdate? {
        guard !events.isEmpty else { return nil }
        let read = try await read(events, in: room)
        try await receiveVerifications(in: read, of: room)
        return try await ledger.write { try $0.setRead(read, in: room) }
    }

    // MARK: Requests

    /// The pause after a request that failed.
    private static let pause: Duration = .seconds(60)

    /// Sends due requests until it is cancelled: publishes this device's keys and asks for the keys of others.
    ///
    /// The homeserver's list of this device's keys is checked before any are published. If they are not those of the store,
    /// nothing more is sent: the store was lost, and new keys under an old device would look like an attack.
    func sendRequests() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.sendDueRequests() }
            group.addTask { await self.retryFailed() }
        }
    }

    /// Asks servers that did not answer, later and later, beside all other requests. Devices that were left out meanwhile get the keys
    /// of later messages.
    private func retryFailed() async {
        while (try? await clock.sleep(for: Self.pause)) != nil {
            let (lists, keys, devices) = (unanswered.due, unclaimed.due, keyless.due)
            if !lists.isEmpty { _ = try? await sendQuery(of: lists) }
            let users = keys.union(devices.map(\.user)).sorted()
            if !users.isEmpty { _ = try? await claimKeys(of: users, also: devices) }
        }
    }

    /// Records whose servers answered a request and whose did not, also for the next process.
    func note(_ kind: RequestFailure.Kind, failed: [ContactID], answered: [ContactID]) async throws {
        let memory = kind == .devices ? unanswered : unclaimed
        let forgotten = memory.forget(answered)
        let pauses = memory.note(failed).map { (user: $0.subject, seconds: $0.pause.components.seconds) }
        // Nothing has changed with nearly every message.
        if forgotten.isEmpty, pauses.isEmpty { return }
        try await machine.setFailures(kind, pauses, forgetting: forgotten)
    }

    private func sendDueRequests() async {
        // An earlier process may have ended between two commits.
        if let sessions = try? await ledger.read({ try $0.waiting.sessions() }) {
            try? await machine.expectKeys(of: sessions)
        }
        while !Task.isCancelled {
            do {
                while try await sendQuery() {}
                try await sendUpload()
                try await exchangeKeys()
                try await continueVerification()
                try await saveKeys()
            } catch is CryptoStoreError {
                return
            } catch {
                try? await clock.sleep(for: Self.pause)
                continue
            }
            // Each sync response wakes it, also one without news: none is missed for long.
            await changed.wait()
        }
    }

    /// Asks for outdated device lists, without those of users whose servers did not answer lately. Returns whether it asked for any.
    ///
    /// After an answer that cannot be read, because it is too long, it asks for half as many, in the end for one user, who is set aside
    /// like one without an answer, and like one whose list changes during each query: nobody's list holds up those of others.
    ///
    /// - Parameter users: asks for their lists only.
    func sendQuery(of users: Set<ContactID>? = nil) async throws -> Bool {
        let limit = queryLimit.withLock(\.self)
        let selection = await machine.query(
            limit: limit,
            where: { [unanswered] in
                users?.contains($0) ?? !unanswered.contains($0)
            }
        )
        guard let (query, body) = selection else { return false }
        guard let answer = try await api.postIfReadable(["v3", "keys", "query"], body) else {
            if query.users.count == 1 { try await note(.devices, failed: query.users, answered: []) }
            queryLimit.withLock { $0 = max(1, query.users.count / 2) }
            return true
        }
        queryLimit.withLock { $0 = min(2 * $0, EncryptionMachine.usersPerQuery) }
        guard let lists = answer["device_keys"], lists.isObject else { throw ServiceError.keysNotShared }
        if try await machine.acceptQuery(answer, to: query) > 0 { trustChanges.post() }
        // A list that changes during each query is known as well as it can be: its user could hold up everybody.
        let told = Set(lists.members.filter { $0.value.isObject }.map { ContactID($0.name) })
            .subtracting(await machine.changing(among: query.users))
        let (answered, failed) = (query.users.filter(told.contains), query.users.filter { !told.contains($0) })
        try await note(.devices, failed: failed, answered: answered)
        return true
    }

    /// Publishes this device's keys.
    func sendUpload() async throws {
        guard let body = try await machine.upload() else { return }
        let answer = try await api.post(["v3", "keys", "upload"], body)
        try await machine.acceptUpload(body, answer: answer)
    }
}
