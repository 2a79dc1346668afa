package import ChatTypes
import JSONKit
import OlmKit

/// Decrypting events of rooms.
extension EncryptionMachine {
    /// Decrypts events, and records which index of its session each has. Returns one result for each event, in their order.
    ///
    /// The same event gives the same result whenever it comes again. The homeserver's statements of room and sender count only if the
    /// encrypted message and its key confirm them.
    package func decrypt(_ events: [EncryptedEvent]) async throws -> [Decryption] {
        let messages = await Self.verify(events)
        return try write { lists in
            let areKeysWanted = try !keyRequests.isEmpty
            var reader = Reader(areKeysWanted: areKeysWanted, changed: Set(try proofs.changedIdentities()))
            return try zip(events, messages).map { try decrypt($0, $1, &reader, &lists) }
        }
    }

    private typealias Verified = Result<VerifiedMegolmMessage, CryptoError>

    /// Verifies events, a page of them on all cores: that costs as much as all the rest.
    private static func verify(_ events: [EncryptedEvent]) async -> [Verified] {
        guard events.count > verifiedAtOnce else { return events.map(\.verified) }
        return await withTaskGroup(of: (start: Int, messages: [Verified]).self) { group in
            for start in stride(from: 0, to: events.count, by: verifiedAtOnce) {
                let some = events[start..<min(start + verifiedAtOnce, events.count)]
                group.addTask { (start, some.map(\.verified)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.start < $1.start }.flatMap(\.messages)
        }
    }

    /// The events that are verified one after the other.
    private static let verifiedAtOnce = 16

    /// Returns those of some events of a room that were encrypted and have been decrypted here.
    package func decrypted(among events: [MessageID], in room: ChatID) throws -> Set<MessageID> {
        Set(try events.filter { try seen.hasRead($0, in: room) })
    }

    /// What is read once for all events of a page.
    private struct Reader {
        let areKeysWanted: Bool
        let changed: Set<ContactID>
        var keys: [SessionOfSender: [RoomKeyTable.Row]] = [:]
        /// The numbers of the keys that have read a message.
        var used: Set<Int64> = []
        private var rooms: Set<ChatID> = []

        init(areKeysWanted: Bool, changed: Set<ContactID>) {
            (self.areKeysWanted, self.changed) = (areKeysWanted, changed)
        }

        mutating func open(_ session: SessionOfSender, _ table: RoomKeyTable) throws {
            guard keys[session] == nil else { return }
            keys[session] = try table.rows(of: session)
            if rooms.insert(session.room).inserted { try table.setKnown(session.room) }
        }
    }

    private func decrypt(
        _ event: EncryptedEvent,
        _ verified: Verified,
        _ reader: inout Reader,
        _ lists: inout DeviceLists
    ) throws -> Decryption {
        guard event.content["algorithm"]?.string == Algorithm.megolm else { return .unreadable(.unknownAlgorithm) }
        guard let session = event.session else { return .unreadable(.malformed) }
        let message: VerifiedMegolmMessage
        switch verified {
        case .success(let signed): message = signed
        case .failure(let error): return .unreadable(UnreadableReason(error))
        }
        try reader.open(session, roomKeys)
        var isEarly = false
        for place in reader.keys[session, default: []].indices {
            // The next message goes on from there: one step of the ratchet instead of hundreds.
            let decrypted = Result { () throws(CryptoError) in
                try reader.keys[session, default: []][place].key.session.decrypt(message)
            }
            switch decrypted {
            case .success(let decrypted):
                return try accept(decrypted, of: event, session, at: place, &reader, &lists)
            case .failure(.tooLong): return .unreadable(.malformed)
            case .failure(let error): isEarly = isEarly || error == .keyUnavailable
            }
        }
        // The session has signed it. If no key here reads it, the right one has not come.
        if !isLost { try keyRequests.want(session, from: message.index, at: second) }
        return .waiting(session: session.id, isEarly ? .beforeKey : try reason(why: session))
    }

    private func reason(why session: SessionOfSender) throws -> WaitingReason {
        if isLost { return .lost }
        if let code = try roomKeys.withheld(session) { return .withheld(code: code) }
        return try broken.isUnreached(session.sender) ? .withheld(code: WaitingReason.noSession) : .noKey
    }

    /// Returns the content that a key has decrypted. An event that does not pass every check takes no index.
    private func accept(
        _ decrypted: MegolmInboundSession.Decrypted,
        of event: EncryptedEvent,
        _ session: SessionOfSender,
        at place: Int,
        _ reader: inout Reader,
        _ lists: inout DeviceLists
    ) throws -> Decryption {
        guard let json = try? JSONDocument(decrypted.plaintext).root, let type = json["type"]?.unmasked,
            let content = json["content"], content.isObject
        else { return .unreadable(.malformed) }
        guard json["room_id"]?.identifier() == event.room else { return .unreadable(.notAuthentic) }
        let row = reader.keys[session, default: []][place]
        if reader.used.insert(row.number).inserted { try roomKeys.setRight(row) }
        guard try seen.record(event.id, of: session, at: decrypted.index, with: row, replacing: event.replaced) else {
            return .unreadable(.replayed)
        }
        if reader.areKeysWanted { try keyRequests.setArrived(session, from: decrypted.index) }
        try track(event.sender, &lists)
        let proof = SeenTable.Proof(row)
        let doubt = try proofs.doubt(about: proof, reader.changed)
        return .readable(DecryptedMessage(type, content, of: event, by: proof.device, doubt))
    }

    // MARK: New keys

    /// Returns keys that have come since `confirm`, for which events may wait.
    package func newRoomKeys() throws -> [NewRoomKey] { try roomKeys.new() }

    /// Confirms that the events that waited for these keys have been stored as readable. A key that has changed meanwhile stays new.
    package func confirm(_ keys: [NewRoomKey]) throws { try write { _ in try roomKeys.confirm(keys) } }

    /// Has keys that are here already count as new, for events that began to wait while they came.
    package func expectKeys(of sessions: [(room: ChatID, session: SessionID)]) throws {
        try write { _ in for (room, session) in sessions { try roomKeys.markNew(session, in: room) } }
    }
}

extension UnreadableReason {
    /// The reason for a message that its session has not signed, or that has no message's form.
    fileprivate init(_ error: CryptoError) {
        self =
            switch error {
            case .malformed, .tooLong, .unsupportedVersion, .invalidKey: .malformed
            default: .notAuthentic
            }
    }
}
