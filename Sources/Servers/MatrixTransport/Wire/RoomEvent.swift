import ChatTypes

/// An event in a room: something that was said, or a piece of the room's state.
struct RoomEvent: Sendable {
    let type: String
    /// Empty for the state that comes with an invitation.
    let id: MessageID
    let sender: ContactID
    /// The sender's server's clock, in milliseconds since 1970: it may say anything.
    let time: Int64
    let stateKey: String?
    let content: JSONValue?
    /// The event that it edits; nil for one that is said for itself.
    let replaced: MessageID?
    /// The newest event that edits it, where the homeserver sends that along.
    let replacement: JSONValue?
    /// What this very device called it when it sent it.
    let transaction: String?
    /// The event that it takes back; nil for one that takes none back.
    let redacted: MessageID?
    /// What a piece of the room's state said before, where the homeserver says so.
    let former: JSONValue?

    /// Nil for what has no type, no sender, or ids that are too long to be kept.
    init?(_ json: JSONValue) {
        guard let type = json["type"]?.string, let sender = json["sender"]?.string, sender.isUsableID else {
            return nil
        }
        let id = json["event_id"]?.string ?? ""
        guard id.utf8.count <= Limits.idBytes, type.utf8.count <= Limits.idBytes else { return nil }
        (self.type, self.id, self.sender) = (type, MessageID(id), ContactID(sender))
        time = json["origin_server_ts"]?.integer ?? 0
        stateKey = json["state_key"]?.string
        content = json["content"]
        let unsigned = json["unsigned"]
        transaction = unsigned?["transaction_id"]?.string
        former = stateKey == nil ? nil : unsigned?["prev_content"]
        replacement = unsigned?["m.relations"]?["m.replace"]
        replaced = Self.shownTypes.contains(type) && stateKey == nil ? Self.replaced(in: content) : nil
        // Rooms of version 11 have it in the content, older ones beside it.
        let redacted = type == Self.redactionType ? (json["redacts"] ?? content?["redacts"])?.string : nil
        self.redacted = redacted.flatMap { $0.isUsableID ? MessageID($0) : nil }
    }

    static let redactionType = "m.room.redaction"
    static let encryptedType = "m.room.encrypted"

    var isBeginning: Bool { type == "m.room.create" && stateKey == "" }

    /// The name of the id that an author's client gave a message, in its content.
    static let ownIDName: StaticString = "chat.viper.id"

    /// The id that its author's client gave it; nil where there is none that can be kept.
    var ownID: MessageID? {
        let own = content?[Self.ownIDName]?.string ?? transaction
        return own.flatMap { $0.isUsableID ? MessageID($0) : nil }
    }

    static func list(_ json: JSONValue?) -> [RoomEvent] { json?.elements.compactMap(RoomEvent.init) ?? [] }
}

extension Identifier {
    /// The homeserver that a person's or a room's id names; nil where it names none, as rooms' ids since version 12.
    var server: String? {
        let parts = rawValue.split(separator: ":", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : nil
    }
}
