public import ChatTypes
import JSONKit
import RuntimeKit

extension MatrixTransport {
    public func send(_ message: OutgoingMessage) async throws -> Message {
        try await prepareToWrite(in: message.chat)
        guard try await !isSent(message), let echo = try await tryToPost(message) else {
            attempts.end(message.id)
            throw ServiceError.refused(.duplicate, text: "The server has this message; its position follows with sync")
        }
        return echo
    }

    /// Whether the homeserver is known to have a message, perhaps since an earlier process. Sync brings its position.
    ///
    /// Searches the newest messages for one that may have been sent so long ago that the homeserver has forgotten its transaction id.
    private func isSent(_ message: OutgoingMessage) async throws -> Bool {
        let isKnown = try await ledger.read {
            try $0.hasPosition(message.id, in: message.chat) || $0.outgoing.event(ofSent: message.id) != nil
        }
        if isKnown { return true }
        guard try await mayBeForgotten(message.id) else { return false }
        do {
            if let found = try await event(of: message.id, amongNewestIn: message.chat) {
                try? await ledger.write { try $0.outgoing.setEvent(found, ofSent: message.id) }
                return true
            }
        } catch ServiceError.refused {}
        attempts.end(message.id)
        return false
    }

    /// Whether a message was tried by an earlier process, or long ago.
    private func mayBeForgotten(_ message: MessageID) async throws -> Bool {
        if let age = attempts.age(of: message) { return age >= Self.transactionLifetime }
        return try await ledger.read { try $0.outgoing.wasTried(message) }
    }

    /// The time for which every homeserver knows a transaction id: at least half an hour for Dendrite, a day for Synapse.
    private static let transactionLifetime: Duration = .seconds(20 * 60)

    /// Posts a message, recording the attempt until its outcome is known.
    private func tryToPost(_ message: OutgoingMessage) async throws -> Message? {
        let began = attempts.now()
        // A full disk does not prevent sending.
        let isFirst = (try? await ledger.write { try $0.outgoing.beginAttempt(at: message.id) }) ?? false
        attempts.begin(message.id, at: began)
        do {
            let echo = try await post(message)
            attempts.end(message.id)
            return echo
        } catch let error as ServiceError {
            // After a refusal, only an earlier attempt can have reached the server.
            if case .refused = error, isFirst {
                attempts.end(message.id)
                try? await ledger.write { try $0.outgoing.forgetAttempt(at: message.id) }
            }
            throw error
        }
    }

    /// Sends a message and waits for its echo, since only sync tells its position; returns nil if the echo is late.
    private func post(_ message: OutgoingMessage) async throws -> Message? {
        let id = message.id.rawValue
        let path = ["v3", "rooms", message.chat.rawValue, "send", "m.room.message", id]
        await ledger.expectEcho(of: message.id)
        let result: Result<Message?, any Error>
        do {
            let relation = try await relation(of: message)
            let response = try await api.put(path, .object(Self.content(of: message) + relation))
            let echo = try await waitForSync { $0.echoes.echo(of: message.id) }
            if echo == nil, let event = response["event_id"]?.string, event.isUsableID {
                // A full disk does not undo what was sent; the echo carries the id as well.
                try? await ledger.write { try $0.outgoing.setEvent(MessageID(event), ofSent: message.id) }
            }
            result = .success(echo)
        } catch { result = .failure(error) }
        await ledger.forgetEcho(of: message.id)
        return try result.get()
    }

    private static func content(of message: OutgoingMessage) -> [JSONText.Member] {
        guard let file = message.attachment else { return content(of: message.id, kind: "m.text", message.text) }
        let info: JSONText = ["mimetype": .string(file.type), "size": .integer(file.byteCount)]
        // Without a caption, the body repeats the name.
        return content(of: message.id, kind: file.messageKind, message.text.isEmpty ? file.name : message.text) + [
            .init(name: "filename", value: .string(file.name)), .init(name: "url", value: .string(file.id.rawValue)),
            .init(name: "info", value: info),
        ]
    }

    /// Returns the content of a message. It contains the client id, by which other devices and later processes recognise it.
    static func content(of message: MessageID, kind: JSONText, _ text: String) -> [JSONText.Member] {
        [
            .init(name: "msgtype", value: kind), .init(name: "body", value: .string(text)),
            .init(name: RoomEvent.ownIDName.description, value: .string(message.rawValue)),
        ]
    }

    // MARK: Before writing

    /// Checks that a room takes unencrypted messages and files, and accepts an invitation to it.
    func prepareToWrite(in chat: ChatID) async throws {
        try await joinIfInvited(to: chat)
        if let successor = try await ledger.read({ try $0.rooms.successor(of: chat) }) {
            do { try await join(successor.room, via: successor.servers) } catch ServiceError.refused {
                let text =
                    "This room was replaced by \(successor.room), which needs an invitation: ask a member for one"
                throw ServiceError.refused(.replaced, text: text)
            }
            let text = "This room was replaced by another, which is in the chat list now: write there"
            throw ServiceError.refused(.replaced, text: text)
        }
        try await refuseEncrypted(chat)
    }

    /// Throws if a room is encrypted. If sync may not have told yet, asks the homeserver; without an answer nothing is sent.
    func refuseEncrypted(_ chat: ChatID) async throws {
        // Before the ledger is read, since sync may store the encryption in between.
        let isFollowed = try await isFollowed(chat)
        guard try await !ledger.read({ try $0.rooms.isEncrypted(chat) }) else { throw ServiceError.encrypted }
        if isFollowed { return }
        if try await api.find(["v3", "rooms", chat.rawValue, "state", "m.room.encryption"]) == nil { return }
        try? await ledger.write { try $0.rooms.setEncrypted(chat) }
        throw ServiceError.encrypted
    }

    /// Whether sync reports every change of a room at once. It has not reported a room that the user joined a moment ago.
    private func isFollowed(_ chat: ChatID) async throws -> Bool {
        guard await stream.isUpToDate else { return false }
        return try await ledger.read { try $0.rooms.membership(in: chat) } == .join
    }
}

/// The messages whose outcome this process does not know, with the time since the first attempt to send each.
final class SendAttempts: Sendable {
    private let clock: any Clock<Duration>
    private let attempts = InterleavingMutex<[MessageID: Stopwatch]>([:])

    init(clock: any Clock<Duration>) { self.clock = clock }

    func now() -> Stopwatch { Stopwatch(clock: clock) }

    /// Records an attempt, unless an earlier one is recorded.
    func begin(_ message: MessageID, at time: Stopwatch) {
        attempts.withLock { attempts in if attempts[message] == nil { attempts[message] = time } }
    }

    func end(_ message: MessageID) { attempts.withLock { $0[message] = nil } }

    func age(of message: MessageID) -> Duration? { attempts.withLock { $0[message] }?.now }
}
