public import ChatTypes
import JSONKit
import RuntimeKit

extension MatrixTransport {
    public func send(_ message: OutgoingMessage) async throws -> Message {
        let isEncrypted = try await prepareToWrite(in: message.chat)
        guard try await !isSent(message), let echo = try await tryToPost(message, isEncrypted: isEncrypted) else {
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
    private func tryToPost(_ message: OutgoingMessage, isEncrypted: Bool) async throws -> Message? {
        let began = attempts.now()
        // A full disk does not prevent sending.
        let isFirst = (try? await ledger.write { try $0.outgoing.beginAttempt(at: message.id) }) ?? false
        attempts.begin(message.id, at: began)
        do {
            let echo = try await post(message, isEncrypted: isEncrypted)
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
    private func post(_ message: OutgoingMessage, isEncrypted: Bool) async throws -> Message? {
        await ledger.expectEcho(of: message.id)
        let result: Result<Message?, any Error>
        do {
            let relation = try await relation(of: message)
            let content = JSONText.object(try Self.content(of: message, isEncrypted: isEncrypted) + relation)
            let response = try await post(
                content,
                type: message.poll == nil ? "m.room.message" : RoomEvent.unstablePollType,
                as: message.id,
                to: message.chat,
                isEncrypted: isEncrypted
            )
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

    /// Sends the content of a message, an edit or a vote under its transaction id, encrypted if the room is; returns the response.
    func post(
        _ content: JSONText,
        type: String = "m.room.message",
        as id: MessageID,
        to chat: ChatID,
        isEncrypted: Bool
    ) async throws -> JSONValue {
        let path = ["v3", "rooms", chat.rawValue, "send"]
        guard isEncrypted else {
            // The last look before the request: sync may have brought the encryption since the first.
            if try await ledger.read({ try $0.rooms.isEncrypted(chat) }) {
                throw ServiceError.tryAgain(after: .seconds(1))
            }
            return try await api.put(path + [type, id.rawValue], content)
        }
        guard let encryption else { throw ServiceError.encrypted }
        let encrypted = try await encryption.encrypt(content, type: type, id: id, in: chat) {
            try await isFollowed(chat)
        }
        let response = try await api.put(path + [RoomEvent.encryptedType, id.rawValue], encrypted)
        // If it stays, it is only never used again.
        try? await encryption.confirm(id, in: chat)
        return response
    }

    private static func content(of message: OutgoingMessage, isEncrypted: Bool) throws -> [JSONText.Member] {
        if let poll = message.poll {
            return poll.members + [.init(name: RoomEvent.ownIDName.description, value: .string(message.id.rawValue))]
        }
        let text = FormattedText(message.text, message.spans)
        guard let file = message.attachment else { return content(of: message.id, kind: "m.text", text) }
        var info = [
            JSONText.Member(name: "mimetype", value: .string(file.type)),
            .init(name: "size", value: .integer(file.byteCount)),
        ]
        if let pixels = file.pixels {
            info.append(.init(name: "w", value: .integer(Int64(pixels.width))))
            info.append(.init(name: "h", value: .integer(Int64(pixels.height))))
        }
        // Without a caption, the body repeats the name.
        let encrypted = EncryptedFile(file.id)
        guard encrypted != nil || !isEncrypted else {
            let text = "The room was encrypted after the file had been uploaded: send the file again"
            throw ServiceError.refused(.encrypted, text: text)
        }
        // The key of a forwarded file may be read by nobody else.
        guard encrypted == nil || isEncrypted else {
            let text = "The file is encrypted and the room is not: send the file itself"
            throw ServiceError.refused(.encrypted, text: text)
        }
        let place = encrypted.map { JSONText.Member(name: "file", value: $0.json) }
        return content(of: message.id, kind: file.messageKind, text.text.isEmpty ? FormattedText(file.name) : text) + [
            .init(name: "filename", value: .string(file.name)),
            place ?? .init(name: "url", value: .string(file.id.rawValue)),
            .init(name: "info", value: .object(info)),
        ]
    }

    /// Returns the content of a message. It contains the client id, by which other devices and later processes recognise it.
    static func content(of message: MessageID, kind: JSONText, _ text: FormattedText) -> [JSONText.Member] {
        let isEmote = text.isEmote && kind == "m.text"
        return [.init(name: "msgtype", value: isEmote ? "m.emote" : kind)]
            + body(isEmote ? text.withoutEmoteMark : text) + [
                .init(name: RoomEvent.ownIDName.description, value: .string(message.rawValue))
            ]
    }

    /// The bytes that a text and its HTML may have together. An event has no room for more, so a longer text is sent without HTML.
    private static let formattedBytes = 24_576

    /// Returns the members for a text: the plain text, and HTML if it has formats.
    static func body(_ text: FormattedText) -> [JSONText.Member] {
        let plain = JSONText.Member(name: "body", value: .string(text.text))
        guard let html = HTMLWriter.html(of: text), html.utf8.count + text.text.utf8.count <= formattedBytes else {
            return [plain]
        }
        return [
            plain, .init(name: "format", value: .string(MessageContent.htmlFormat)),
            .init(name: "formatted_body", value: .string(html)),
        ]
    }

    // MARK: Before writing

    /// Checks that a room takes messages and files. Returns whether they must be encrypted.
    ///
    /// Joins nothing: writing into an invitation, or into a room that was replaced, is refused.
    func prepareToWrite(in chat: ChatID) async throws -> Bool {
        if try await ledger.read({ try $0.rooms.membership(in: chat) }) == .invite, try await !isIn(chat) {
            throw ServiceError.refused(.notMember, text: "You are invited to this room: join before you write")
        }
        if try await ledger.read({ try $0.rooms.successor(of: chat) }) != nil {
            throw ServiceError.refused(.replaced, text: "This room was replaced by another: /join enters it")
        }
        return try await isEncrypted(chat)
    }

    /// Whether the homeserver says that the user has joined a room, which sync may not have told yet. It tells the invited nothing.
    private func isIn(_ chat: ChatID) async throws -> Bool {
        do { return try await membership(of: account.user, in: chat) == "join" } catch ServiceError.refused {
            return false
        }
    }

    /// Whether what is sent to a room must be encrypted. If sync may not have told yet, asks the homeserver; without an answer it
    /// throws, so nothing is sent. Throws also if it must be and cannot.
    func isEncrypted(_ chat: ChatID) async throws -> Bool {
        // Before the ledger is read, since sync may store the encryption in between.
        let isFollowed = try await isFollowed(chat)
        if try await !ledger.read({ try $0.rooms.isEncrypted(chat) }) {
            if isFollowed { return false }
            let state = try await api.find(["v3", "rooms", chat.rawValue, "state", "m.room.encryption"])
            guard let state else { return false }
            // A state that names no algorithm is no answer.
            guard state["algorithm"]?.string != nil else { throw ServiceError.responseLost }
            try? await ledger.write { try $0.rooms.setEncrypted(chat) }
        }
        guard encryption != nil else { throw ServiceError.encrypted }
        return true
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
