public import ChatTypes
import JSONKit

/// Changes of rooms: their members and power levels, names, topics and pinned messages.
extension MatrixTransport {
    /// Changes a room. People are given by their user ID; one to invite also by a name in the user directory.
    public func change(_ change: ChatChange, in chat: ChatID) async throws {
        do { try await asMember(of: chat) { try await make(change, in: chat) } } catch ServiceError.refused(
            .forbidden,
            let text
        ) {
            throw ServiceError.refused(.notAllowed, text: text)
        }
    }

    private func make(_ change: ChatChange, in chat: ChatID) async throws {
        let room = ["v3", "rooms", chat.rawValue]
        switch change {
        case .invite(let name):
            let person = try await person(named: name).id
            try await invite(person, to: chat)
        case .remove(let id, let reason): try await api.post(room + ["kick"], Self.body(id, reason))
        case .ban(let id, let reason): try await api.post(room + ["ban"], Self.body(id, reason))
        case .unban(let id): try await api.post(room + ["unban"], Self.body(id))
        case .rename(let title): try await api.put(room + ["state", "m.room.name"], ["name": .string(title)])
        case .setTopic(let topic):
            let topic = topic.cut(toBytes: Limits.topicBytes)
            try await api.put(room + ["state", "m.room.topic"], ["topic": .string(topic)])
        case .setRole(let id, let role):
            // The homeserver has the newest levels, to which one is added.
            let path = room + ["state", "m.room.power_levels"]
            let known = try await api.find(path)
            // Levels without those of others, and of the user, would be sent after an answer that has none.
            guard known?.isEmptyObject != true else { throw ServiceError.responseLost }
            guard let content = PowerLevels.content(known, setting: role, of: ContactID(id)) else {
                throw ServiceError.refused(.notAllowed, text: "The roles of this room cannot be read")
            }
            try await api.put(path, content)
        case .pin(let message, let isPinned):
            let event = try await event(of: message, in: chat)
            let path = room + ["state", PinnedEvents.type]
            // The homeserver has the newest list, in which everything else stays.
            let known = try await api.find(path)
            if let known, known["pinned"]?.isArray != true, try await ledger.read({ try $0.hasPins(in: chat) }) {
                throw ServiceError.responseLost
            }
            guard let content = PinnedEvents.content(known, event, isPinned: isPinned) else { return }
            try await api.put(path, content)
        }
    }

    private static func body(_ person: String, _ reason: String = "") -> JSONText {
        let reason = reason.cut(toBytes: Limits.reasonBytes)
        let person = JSONText.Member(name: "user_id", value: .string(person))
        return .object([person] + (reason.isEmpty ? [] : [.init(name: "reason", value: .string(reason))]))
    }

    /// Returns the room with an alias; nil if the homeserver knows none.
    public func chat(withAlias alias: String) async throws -> ChatID? { try await room(ofAlias: alias) }
}
