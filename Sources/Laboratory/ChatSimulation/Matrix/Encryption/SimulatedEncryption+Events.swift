import ChatTypes
import JSONKit
import MatrixCrypto
import OlmKit
import Synchronization
import Transport

/// The events of encrypted rooms.
extension SimulatedEncryption {
    /// Returns an event as the homeserver has it: encrypted if its room is. The same event is always the same.
    func seal(_ event: JSONText, in room: ChatHeader) -> JSONText {
        guard isEncrypted(room.contact.user) else { return event }
        return withDevices(of: room.contact.user.rawValue) { state in
            let sealed = sealed(MatrixEvents.withoutPoll(event), in: room.id, &state)
            share(from: room.contact.user.rawValue, &state)
            return sealed
        }
    }

    private func sealed(_ event: JSONText, in room: ChatID, _ state: inout State) -> JSONText {
        guard event["type"] == "m.room.message", case .string(let id)? = event["event_id"],
            case .string(let sender)? = event["sender"], let content = event["content"]
        else { return event }
        var event = event
        if let edit = event["unsigned"]?["m.relations"]?["m.replace"] {
            let newest = sealed(edit, in: room, &state)
            event = event.with("unsigned", ["m.relations": ["m.replace": newest]])
        }
        // A deleted event has no content.
        guard content != .object([]) else { return event.with("type", "m.room.encrypted") }
        let name = MessageID(id)
        if state.sealed[name] == nil {
            state.sealed[name] =
                sender == MatrixEvents.me
                ? state.edits[Self.edit(content)] : encrypted(content, as: id, by: sender, in: room, &state)
        }
        guard let sealed = state.sealed[name] else { return event }
        return event.with("type", "m.room.encrypted").with("content", sealed)
    }

    /// Encrypts a contact's message. The relation stays outside, where the homeserver can follow it.
    private func encrypted(
        _ content: JSONText,
        as id: String,
        by user: String,
        in room: ChatID,
        _ state: inout State
    ) -> JSONText? {
        guard var devices = state.devices[user], !devices.isEmpty else { return nil }
        defer { state.devices[user] = devices }
        let inside = state.files.sealed(content.without(["m.relates_to"]))
        let index = id.utf8.reduce(0) { $0 &+ Int($1) } % devices.count
        guard let sealed = try? devices[index].encrypt(inside, in: room.rawValue) else { return nil }
        guard let relation = content["m.relates_to"] else { return sealed }
        return sealed.with("m.relates_to", relation)
    }

    /// The message that an edit changes, and the new text: an edit of the user's has no id before it is stored.
    private static func edit(_ content: JSONText) -> MessageID {
        guard case .string(let target)? = content["m.relates_to"]?["event_id"],
            case .string(let text)? = content["m.new_content"]?["body"]
        else { return MessageID("") }
        return MessageID("\(target) \(text)")
    }

    /// Encrypts the files of contacts' messages, so that their events can be.
    func prepare(_ messages: [Message], in room: ChatHeader, _ bytes: (FileID) async throws -> [UInt8]) async throws {
        guard isEncrypted(room.contact.user) else { return }
        for message in messages where message.author != .me {
            guard let file = message.attachment?.id, state.withLock({ $0.files.key(of: file) }) == nil else { continue }
            let whole = try await bytes(file)
            try state.withLock { try $0.files.seal(file, whole, keyRandom) }
        }
    }

    // MARK: The user's messages

    /// Decrypts a message of the user's with a device of the contact, and checks it. Returns what is inside.
    func open(_ body: JSONValue, as request: MessageID, in room: ChatHeader) throws -> JSONValue {
        guard let session = body["session_id"]?.string, let ciphertext = body["ciphertext"]?.string else {
            throw Self.refusal
        }
        let user = room.contact.user.rawValue
        let result = withDevices(of: user) { state -> (inside: JSONValue?, wrong: [String]) in
            guard let (json, index) = try? state.devices[user]?[0].read(ciphertext, of: session, in: room.id.rawValue)
            else { return (nil, ["\(user) cannot read \(request)"]) }
            var wrong = state.log.note(ciphertext, at: index, of: session, as: request)
            wrong += unreadable(ciphertext, of: session, in: room, &state).map { "\($0) cannot read \(request)" }
            if json["room_id"]?.string != room.id.rawValue { wrong.append("\(request) names another room") }
            if json["type"]?.string != "m.room.message" { wrong.append("\(request) has another type inside") }
            return (json["content"], wrong)
        }
        evidence.check(.encryption, result.wrong.isEmpty, result.wrong.joined(separator: "; "))
        guard let inside = result.inside else { throw Self.refusal }
        return inside
    }

    /// Returns the other devices of a contact that cannot read a message, though the app has had a minute of a good network to give
    /// them the key.
    private func unreadable(_ ciphertext: String, of session: String, in room: ChatHeader, _ state: inout State)
        -> [String]
    {
        let user = room.contact.user.rawValue
        guard let calmSince = state.calmSince, time - calmSince > .seconds(60), var devices = state.devices[user] else {
            return []
        }
        defer { state.devices[user] = devices }
        return devices.indices.dropFirst().compactMap { index in
            let keys = devices[index].keys
            let identity = keys.identity.publicKey.base64
            let hasJustComplained = state.complaints[identity].map { time - $0 <= .seconds(60) } ?? false
            let isMeant =
                !state.log.mayBeBarred(identity) && !hasJustComplained && state.impostors[keys.device] == nil
            guard isMeant, (try? devices[index].read(ciphertext, of: session, in: room.id.rawValue)) == nil else {
                return nil
            }
            return keys.device
        }
    }

    static let refusal = ServiceError.refused(RefusalCode(rawValue: "M_BAD_JSON"), text: "Unreadable")

    /// Keeps the encrypted content of a message or an edit, which sync returns.
    func keep(_ body: JSONValue, of inside: JSONValue, as request: MessageID) {
        guard let sealed = JSONText(exactly: body) else { return }
        state.withLock { state in
            if body["m.relates_to"]?["rel_type"] != nil, let content = JSONText(exactly: inside) {
                state.edits[Self.edit(content)] = sealed
            } else {
                let id = MessageID(MatrixEvents.id(ofOwn: request))
                if state.sealed[id] == nil { state.sealed[id] = sealed }
            }
        }
    }

    /// Gives the encrypted content of an edit to its event.
    func keepEdit(_ inside: JSONValue?, as id: String) {
        guard let content = inside.flatMap(JSONText.init(exactly:)) else { return }
        let id = MessageID(id)
        state.withLock { state in
            if state.sealed[id] == nil { state.sealed[id] = state.edits[Self.edit(content)] }
        }
    }

    /// Returns those of a room's messages that were encrypted and are not forged, as the homeserver has them.
    func events(of messages: [Message], in room: ChatHeader) -> [EncryptedEvent] {
        state.withLock { state in
            messages.compactMap { message in
                let id = MessageID(MatrixEvents.id(of: message))
                guard state.forgeries[message.id] == nil, let sealed = state.sealed[id],
                    let content = try? JSONDocument(sealed.bytes).root
                else { return nil }
                let sender = message.author == .me ? ContactID(MatrixEvents.me) : room.contact.user
                return EncryptedEvent(id: id, room: room.id, sender: sender, content: content)
            }
        }
    }

    // MARK: Forgeries

    /// Prepares a forged message of a contact's. Returns false if nothing can be forged now.
    func forge(_ forgery: Forgery, as message: MessageID, of original: Message?, in room: ChatHeader) -> Bool {
        guard isEncrypted(room.contact.user) else { return false }
        let stranger = Self.stranger
        return withDevices(of: stranger) { state in
            let content: JSONText?
            switch forgery {
            case .replay, .moved, .copied:
                content = original.flatMap { state.sealed[MessageID(MatrixEvents.id(of: $0))] }?.without([
                    "m.relates_to"
                ])
            case .stranger:
                content = try? state.devices[stranger]?[0].encrypt(
                    ["msgtype": "m.text", "body": "Pay me"],
                    in: room.id.rawValue
                )
                share(from: stranger, &state)
            }
            guard let content else { return false }
            state.sealed[message] = content
            state.forgeries[message] = forgery
            return true
        }
    }

    func forgery(_ message: MessageID) -> Forgery? { state.withLock { $0.forgeries[message] } }

    /// Whether the key to a contact's message came after the app had a list without the device that encrypted it.
    func isKeyLate(to message: MessageID) -> Bool {
        state.withLock { state in
            guard let content = state.sealed[message], case .string(let device)? = content["sender_key"],
                case .string(let session)? = content["session_id"], let time = state.keyTimes[session],
                let unlisted = state.log.unlisted[device]
            else { return false }
            return unlisted < time
        }
    }
}
