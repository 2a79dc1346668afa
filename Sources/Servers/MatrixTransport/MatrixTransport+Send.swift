public import ChatTypes
import RuntimeKit

extension MatrixTransport {
    public func send(_ message: OutgoingMessage) async throws -> Message {
        try await prepareToWrite(in: message.chat)
        guard try await !isThere(message), let echo = try await tryToPost(message) else {
            tried.withLock { $0[message.id] = nil }
            throw ServiceError.refused(.duplicate, text: "The server has it, and will say where")
        }
        return echo
    }

    /// Whether the homeserver is known to have a message, since an earlier life perhaps: the news tells where, or has told.
    ///
    /// What may have been tried so long ago that the homeserver has forgotten its transaction id is looked for.
    private func isThere(_ message: OutgoingMessage) async throws -> Bool {
        if try await ledger.hasPlace(message.id, in: message.chat) { return true }
        if try await ledger.event(ofSent: message.id) != nil { return true }
        guard try await mayBeForgotten(message.id) else { return false }
        do {
            if let found = try await event(of: message.id, amongNewestIn: message.chat) {
                try? await ledger.note(found, ofSent: message.id)
                return true
            }
        } catch ServiceError.refused {}
        tried.withLock { $0[message.id] = nil }
        return false
    }

    /// Whether it was tried by an earlier life, or long ago.
    private func mayBeForgotten(_ message: MessageID) async throws -> Bool {
        if let tried = tried.withLock({ $0[message] }) { return tried.now >= Self.memory }
        return try await ledger.isTried(message)
    }

    /// For how long any homeserver knows a transaction id: Dendrite for half an hour at least, Synapse for a day.
    private static let memory: Duration = .seconds(20 * 60)

    /// Notes when it was tried, until it is known what has become of it.
    private func tryToPost(_ message: OutgoingMessage) async throws -> Message? {
        let now = Stopwatch(clock: environment.clock)
        // A disk that is full keeps nothing from being sent.
        let isFirst = (try? await ledger.noteAttempt(at: message.id)) ?? false
        tried.withLock { tried in if tried[message.id] == nil { tried[message.id] = now } }
        do {
            let echo = try await post(message)
            tried.withLock { $0[message.id] = nil }
            return echo
        } catch let error as ServiceError {
            // An attempt before may have got there.
            if case .refused = error, isFirst {
                tried.withLock { $0[message.id] = nil }
                try? await ledger.forgetAttempt(at: message.id)
            }
            throw error
        }
    }

    /// Sends and waits for the echo: only the news says where it stands among what others say.
    private func post(_ message: OutgoingMessage) async throws -> Message? {
        let id = message.id.rawValue
        let path = ["v3", "rooms", message.chat.rawValue, "send", "m.room.message", id]
        await ledger.expectEcho(of: message.id)
        let echo: Result<Message?, any Error>
        do {
            let answer = try await api.put(path, .object(Self.content(of: message)))
            let news = try await waitForNews { $0.echo(of: message.id) }
            if news == nil, let event = answer["event_id"]?.string, event.isUsableID {
                // A disk that is full takes nothing from what has been done: the echo will say it as well.
                try? await ledger.note(MessageID(event), ofSent: message.id)
            }
            echo = .success(news)
        } catch { echo = .failure(error) }
        await ledger.forgetEcho(of: message.id)
        return try echo.get()
    }

    private static func content(of message: OutgoingMessage) -> [JSONText.Member] {
        guard let file = message.attachment else { return content(of: message.id, kind: "m.text", message.text) }
        let info: JSONText = ["mimetype": .string(file.type), "size": .integer(file.byteCount)]
        // Without a caption the body is the name once more.
        return content(of: message.id, kind: file.messageKind, message.text.isEmpty ? file.name : message.text) + [
            .init(name: "filename", value: .string(file.name)), .init(name: "url", value: .string(file.id.rawValue)),
            .init(name: "info", value: info),
        ]
    }

    /// The id goes into the content as well: another device, and a later life, know it by that.
    static func content(of message: MessageID, kind: JSONText, _ text: String) -> [JSONText.Member] {
        [
            .init(name: "msgtype", value: kind), .init(name: "body", value: .string(text)),
            .init(name: RoomEvent.ownIDName.description, value: .string(message.rawValue)),
        ]
    }

    /// What is written, a file's bytes as well, goes nowhere but to a room that takes it as it is.
    func prepareToWrite(in chat: ChatID) async throws {
        try await joinIfInvited(to: chat)
        if let successor = try await ledger.successor(of: chat) {
            try await join(successor.room, via: successor.servers)
            let text = "This room was replaced by another, which is in the list now: write there"
            throw ServiceError.refused(.replaced, text: text)
        }
        try await refuseEncrypted(chat)
    }

    /// To write into a room that one is invited to is to accept.
    func joinIfInvited(to chat: ChatID) async throws {
        guard try await ledger.membership(in: chat) == .invite else { return }
        // Before: once we are in, it is not tried again.
        if let peer = try await ledger.peer(of: chat) { try await noteDirect(chat, with: peer) }
        try await join(chat)
    }

    /// Puts a room down as one for two, for all our devices.
    func noteDirect(_ room: ChatID, with person: ContactID) async throws {
        let path = ["v3", "user", account.user.rawValue, "account_data", "m.direct"]
        var direct = try await (api.find(path)?.members ?? []).map { person, rooms in
            (person: person, rooms: rooms.elements.compactMap(\.string))
        }
        let index = direct.firstIndex { ContactID($0.person) == person } ?? direct.count
        if index == direct.count { direct.append((person.rawValue, [])) }
        guard !direct[index].rooms.contains(room.rawValue) else { return }
        direct[index].rooms.append(room.rawValue)
        let members = direct.map { JSONText.Member(name: $0.person, value: .array($0.rooms.map { .string($0) })) }
        try await api.put(path, .object(members))
    }
}
