import ChatTypes
import JSONKit
import MatrixCrypto

/// Events that tell what a person did in the room. They are shown as quiet lines, with positions as messages have them.
///
/// Votes in polls, changes of display names and of aliases are not shown: they would only repeat what the room shows elsewhere.
extension RoomEvent {
    /// The line about an event.
    enum Line: Equatable {
        /// A line about the sender: its text.
        case sender(ChatEventText)
        /// A line about another person: the kind, the verb and the reason.
        case person(ContactID, ChatEvent, verb: String, reason: String)
    }

    /// The types that may be shown as lines.
    static let lineTypes =
        [
            "m.room.member", "m.room.name", "m.room.topic", "m.room.avatar", PinnedEvents.type, "m.room.power_levels",
            "m.room.tombstone", "m.room.encryption", "m.call.invite", "m.rtc.notification",
        ] + pollEndTypes

    /// Whether it belongs to a verification: the request, which has the type of a message, or what follows.
    var isVerification: Bool {
        type.hasPrefix(Verification.prefix)
            || type == "m.room.message" && content?["msgtype"]?.string == Verification.requestKind
    }

    /// The line about the event; nil for a message, and for an event that nobody needs to know.
    var line: Line? {
        if isVerification, type == "m.room.message", stateKey == nil, replaced == nil {
            return .sender(ChatEventText(.called, "asked to compare emoji, to verify each other's devices"))
        }
        guard Self.lineTypes.contains(type) else { return nil }
        if stateKey != nil { return isMembership ? membershipLine : stateKey == "" ? stateLine : nil }
        return switch type {
        case "m.call.invite", "m.rtc.notification": .sender(.call)
        case _ where Self.pollEndTypes.contains(type): .sender(.endedPoll)
        default: nil
        }
    }

    private var stateLine: Line? {
        let text: ChatEventText?
        switch type {
        case "m.room.name": text = .renamed(to: Self.shortened(content?["name"]))
        case "m.room.topic": text = .topic(Self.shortened(content?["topic"]))
        case "m.room.avatar" where former != nil: text = ChatEventText(.changed, "changed the picture")
        case PinnedEvents.type: text = .pinned
        case "m.room.power_levels" where former != nil: text = ChatEventText(.changed, "changed the roles")
        case "m.room.tombstone": text = ChatEventText(.changed, "replaced this room with a new one")
        case "m.room.encryption" where former == nil: text = ChatEventText(.changed, "turned on encryption")
        default: text = nil
        }
        return text.map { .sender($0) }
    }

    private var membershipLine: Line? {
        let reason = Self.shortened(content?["reason"])
        let was = former?["membership"]?.string
        let isOwn = person == sender
        func about(_ event: ChatEvent, _ verb: String) -> Line { .person(person, event, verb: verb, reason: reason) }
        switch (membership, was) {
        case ("join", "join"), ("leave", "leave"), ("ban", "ban"), ("invite", "invite"): return nil
        case ("join", _): return .sender(ChatEventText(.joined))
        case ("invite", _): return about(.invited, "invited")
        case ("ban", _): return about(.removed, "banned")
        case ("leave", "invite") where isOwn: return .sender(ChatEventText(.declined, reason: reason))
        case ("leave", "invite"): return about(.invited, "took back the invitation of")
        case ("leave", "ban"): return about(.removed, "lifted the ban on")
        case ("leave", "knock"): return nil
        case ("leave", _): return isOwn ? .sender(ChatEventText(.left, reason: reason)) : about(.removed, "removed")
        default: return nil
        }
    }

    /// Returns a text of the server on one line, long enough for a line; empty if it is missing.
    static func shortened(_ json: JSONValue?) -> String {
        (json?.string ?? "").cut(toBytes: Limits.eventBytes).split(whereSeparator: \.isWhitespace).joined(
            separator: " "
        )
    }
}
