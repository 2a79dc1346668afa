import ChatTypes
import JSONKit

/// Reactions: events that refer to a message and name an emoji or a short text.
extension RoomEvent {
    static let reactionType = "m.reaction"

    /// The event that is reacted to, and the text; nil for any other event, and for a reaction that was deleted or has a text that
    /// cannot be one.
    var reaction: (event: MessageID, text: String)? {
        guard type == Self.reactionType, stateKey == nil, id.rawValue.isUsableID,
            let relation = content?["m.relates_to"], relation["rel_type"]?.string == "m.annotation",
            let event = relation["event_id"]?.string, event.isUsableID, let text = relation["key"]?.string,
            ReactionText.isUsable(text)
        else { return nil }
        return (MessageID(event), text)
    }

    /// A number that orders reactions and their deletions by time.
    var reactionNumber: Int64 { editNumber }
}
