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
    /// The chats that follow changes in the trust.
    let trustChanges = TrustChanges()
    /// The transaction of the last verification whose result was signed.
    let signedVerification = InterleavingMutex(String?.none)

    init(
        _ machine: EncryptionMachine,
        api: MatrixAPI,
        ledger: MatrixLedger,
        clock: any Clock<Duration>,
        onlySigned: Bool = false
    ) {
        (self.machine, self.api, self.ledger, self.clock) = (machine, api, ledger, clock)
        self.onlySigned = onlySigned
    }

    // MARK: Sync

    /// Takes in what a sync response brings for encryption, before the next one is requested; see `EncryptionMachine.receive`.
    func receive(_ response: JSONValue, since: String?) async throws {
        try await followingVerifications { try await machine.receive(response, since: since) }
        if since == nil { rooms.removeAll() }
        changed.wakeAll()
    }

    /// Decrypts the events of rooms, in place, and takes in those of verifications.
    func decrypt(_ rooms: inout [SyncResponse.Room]) async throws {
        for index in rooms.indices {
            let timeline = try await decrypt(rooms[index].update.timeline, in: rooms[index].id)
            rooms[index].update.timeline = timeline
            try await receiveVerifications(in: timeline, of: rooms[index].id)
        }
    }

    /// Takes in the events of a verification, which were encrypted.
    private func receiveVerifications(in events: [RoomEvent], of room: ChatID) async throws {
        for event in events where event.isVerification && event.isDecrypted {
            guard let content = event.content else { continue }
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

    /// Returns events with the encrypted ones decrypted, and the edits that came with them. Others say why they cannot be read.
    ///
    /// Leaves out edits in the clear of encrypted messages: the homeserver could have made them.
    func decrypt(_ events: [RoomEvent], in room: ChatID) async throws -> [RoomEvent] {
        let events = try await withoutForgedEdits(events, in: room)
        let encrypted = (events + events.compactMap(\.newestEdit)).filter(\.isEncrypted)
        guard !encrypted.isEmpty else { return events }
        let results = try await machine.decrypt(
            encrypted.map { event in
                EncryptedEvent(
                    id: event.id,
                    room: room,
                    sender: event.sender,
                    content: event.content ?? event.source
                )
            }
        )
        // A result belongs to a place: an id may come twice.
        let own = events.count(where: \.isEncrypted)
        var (next, nextEdit) = (results.prefix(own).makeIterator(), results.dropFirst(own).makeIterator())
        return events.map { event in
            var edit = event.newestEdit
            edit = edit.map { $0.isEncrypted ? $0.with(nextEdit.next()) : $0 }
            var event = event.isEncrypted ? event.with(next.next()) : event
            if let edit { event.replacement = edit.source }
            return event
        }
    }

    private func withoutForgedEdits(_ events: [RoomEvent], in room: ChatID) async throws -> [RoomEvent] {
        var events = events
        for index in events.indices where events[index].isEncrypted && events[index].newestEdit?.isEncrypted == false {
            events[index].replacement = nil
        }
        let edited = events.compactMap { $0.isEncrypted ? nil : $0.replaced }
        guard !edited.isEmpty else { return events }
        var encrypted = Set(events.filter(\.isEncrypted).map(\.id))
        encrypted.formUnion(try await machine.decrypted(among: edited, in: room))
        encrypted.formUnion(try await ledger.read { try $0.unread(among: edited, in: room) })
        return events.filter { event in
            event.isEncrypted || event.replaced.map { !encrypted.contains($0) } ?? true
        }
    }

    // MARK: Waiting events

    /// Decrypts the events that have waited for keys that are new; returns them as updates of their messages.
    ///
    /// The ledger stores them before the keys cease to be new, and delivers them until the session has stored them.
    func readWaiting() async throws -> [ChatUpdate] {
        var updates: [ChatUpdate] = []
        while true {
            let keys = try await machine.newRoomKeys()
            guard !keys.isEmpty else { return updates }
            for key in keys {
                let room = key.room
                let waiting = try await ledger.read { try $0.waitingEvents(of: key.session, in: room) }
                if let update = try await readAgain(waiting, in: room) { updates.append(update) }
            }
            try await machine.settle(keys)
            // A key may prove who sent messages that were readable before.
            trustChanges.post()
        }
    }

    /// Decrypts stored events of a room that wait, as far as their keys are here; returns them as an update of their messages.
    func readAgain(_ events: [RoomEvent], in room: ChatID) async throws -> ChatUpdate? {
        let read = try await decrypt(events, in: room).filter { !$0.isWaiting }.map(\.settled)
        guard !read.isEmpty else { return nil }
        try await receiveVerifications(in: read, of: room)
        return try await ledger.write { try $0.setReadable(read, in: room) }
    }

    // MARK: Requests

    /// The pause after a request that failed.
    private static let pause: Duration = .seconds(60)

    /// Sends due requests until it is cancelled: publishes this device's keys and asks for the keys of others.
    ///
    /// The homeserver's list of this device's keys is checked before any are published. If they are not those of the store,
    /// nothing more is sent: the store was lost, and new keys under an old device would look like an attack.
    func sendRequests() async {
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

    /// Asks for outdated device lists. Returns whether there may be more that the homeserver can answer now.
    func sendQuery() async throws -> Bool {
        guard let (query, body) = await machine.query() else { return false }
        let answer = try await api.post(["v3", "keys", "query"], body)
        let isNew = try await machine.acceptQuery(answer, to: query) > 0
        if isNew { trustChanges.post() }
        return isNew
    }

    func sendUpload() async throws {
        guard let body = try await machine.upload() else { return }
        let answer = try await api.post(["v3", "keys", "upload"], body)
        try await machine.acceptUpload(body, answer: answer)
    }
}
