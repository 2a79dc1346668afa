import ChatTypes
import JSONKit
import RuntimeKit

/// An event in a room: a message, or a part of the room's state.
struct RoomEvent: Sendable {
    /// Empty for the state in an invitation.
    let id: MessageID
    let sender: ContactID
    /// The time by the clock of the sender's server, in milliseconds since 1970; it may be any number.
    let time: Int64
    let stateKey: String?
    /// The whole event as JSON, as it came.
    let source: JSONValue
    /// The type and content as they came.
    private let wire: (type: String, content: JSONValue?)
    /// The content that counts. Only `MatrixEncryption.read` and the ledger, which keeps its results, change it.
    var reading = EventReading.clear
    /// The event that it edits; nil unless it is an edit. Like every relation it stands outside the encryption.
    let replaced: MessageID?
    /// The newest edit, if the homeserver includes it with its content; at most one.
    private var edits: [RoomEvent]
    /// The transaction id with which this device sent it.
    let transaction: String?
    /// The event that it deletes; nil unless it is a deletion.
    let redacted: MessageID?
    /// Whether it came with a page of history, so that it says nothing about the room as it is.
    var isOld = false
    /// The former content of a state event, if the homeserver includes it.
    let former: JSONValue?

    /// Nil for an event without a type or a sender, or with ids over the limit.
    init?(_ json: JSONValue) { self.init(json, hasEdit: true) }

    private init?(_ json: JSONValue, hasEdit: Bool) {
        guard let type = json["type"]?.string, let sender = json["sender"]?.string, sender.isUsableID else {
            return nil
        }
        let id = json["event_id"]?.string ?? ""
        guard id.utf8.count <= Limits.idBytes, type.utf8.count <= Limits.idBytes else { return nil }
        (self.id, self.sender) = (MessageID(id), ContactID(sender))
        let content = json["content"]
        wire = (type, content)
        time = json["origin_server_ts"]?.integer ?? 0
        stateKey = json["state_key"]?.string
        source = json
        let unsigned = json["unsigned"]
        transaction = unsigned?["transaction_id"]?.string
        former = stateKey == nil ? nil : unsigned?["prev_content"]
        let edit = hasEdit ? unsigned?["m.relations"]?["m.replace"].flatMap { RoomEvent($0, hasEdit: false) } : nil
        edits = edit.map { [$0] } ?? []
        replaced = Self.shownTypes.contains(type) && stateKey == nil ? Self.replaced(in: content) : nil
        // In the content since room version 11, beside it before.
        let redacted = type == Self.redactionType ? (json["redacts"] ?? content?["redacts"])?.string : nil
        self.redacted = redacted.flatMap { $0.isUsableID ? MessageID($0) : nil }
    }

    /// The type that counts.
    var type: String {
        if case .proved(let proved) = reading { proved.type } else { wire.type }
    }

    /// The content that counts.
    var content: JSONValue? {
        if case .proved(let proved) = reading { proved.content } else { wire.content }
    }

    /// The relation to another event. The homeserver must follow it, so it counts only outside the encryption.
    var relation: JSONValue? { wire.content?["m.relates_to"] }

    /// Whether the homeserver gives no content.
    var isEmpty: Bool { wire.content?.isEmptyObject ?? true }

    static let redactionType = "m.room.redaction"
    static let encryptedType = "m.room.encrypted"

    var isBeginning: Bool { type == "m.room.create" && stateKey == "" }

    /// The member of the content that holds the message's client id.
    static let ownIDName: StaticString = "chat.viper.id"

    /// The client id of the message; nil if there is none, or it is unusable.
    var ownID: MessageID? {
        let own = content?[Self.ownIDName]?.string ?? transaction
        return own.flatMap { $0.isUsableID ? MessageID($0) : nil }
    }

    /// Reads a list of events. Of two with one id the first counts.
    static func list(_ json: JSONValue?) -> [RoomEvent] { unique(json?.elements.compactMap(RoomEvent.init) ?? []) }

    /// Leaves out events with the id of an earlier one, or of one that is known. Each dropping of a repeated event is here.
    static func unique(_ events: [RoomEvent], besides known: Set<MessageID> = []) -> [RoomEvent] {
        var known = known
        return events.filter { $0.id.rawValue.isEmpty || known.insert($0.id).inserted }
    }
}

extension Identifier {
    /// The homeserver in the id of a user or a room; nil if there is none, as in room ids since version 12.
    var server: String? {
        let parts = rawValue.split(separator: ":", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : nil
    }
}

/// Edits: events that replace an earlier message of their sender.
extension RoomEvent {
    /// Returns the event that a content replaces; nil unless it is an edit.
    static func replaced(in content: JSONValue?) -> MessageID? {
        guard let relation = content?["m.relates_to"], relation["rel_type"]?.string == "m.replace",
            let event = relation["event_id"]?.string, event.isUsableID
        else { return nil }
        return MessageID(event)
    }

    /// The newest edit by its sender that the homeserver includes with its content; nil if it includes the id only.
    var newestEdit: RoomEvent? {
        get { edits.first { $0.replaced == id && $0.sender == sender && MessageContent.Kind.areAlike($0.kind, kind) } }
        set { edits = newValue.map { [$0] } ?? [] }
    }

    /// The new text of an edited message; nil without new content, or if that has no text.
    var newText: FormattedText? {
        // An encrypted edit has its new content inside.
        guard type != Self.encryptedType, let new = newContent, new.hasText else { return nil }
        let shown = new.shown.formatted
        return FormattedText(shown.text.cut(toBytes: Limits.textBytes), shown.spans)
    }

    private var newContent: MessageContent? {
        guard let new = content?["m.new_content"], new.isObject, !new.isEmptyObject else { return nil }
        return MessageContent(type: type, content: new)
    }

    /// The kind of the message; of an edit, that of its new content. Nil for a message whose content is unknown.
    ///
    /// An edit of another kind than its message changes nothing: a picture would leave an empty text behind.
    var kind: MessageContent.Kind? {
        if type == Self.encryptedType || content?.isEmptyObject ?? true { return nil }
        return (replaced == nil ? MessageContent(type: type, content: content) : newContent)?.kind
    }

    /// A number that orders edits by the time of the sender's server, then by the first 20 bits of the id.
    var editNumber: Int64 {
        let start = id.rawValue.utf8.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int64($1) }
        return min(max(time, 1), (1 << 42) - 1) << 20 | start >> 4
    }
}
