import ChatTypes
import Foundation
import JSONKit

/// Replies: messages that refer to another.
extension RoomEvent {
    /// The event that it answers; nil if it answers none. A message of a thread that says that it falls back only seems to answer one, for
    /// clients that do not know threads.
    var answered: MessageID? { isMessage ? MessageContent.answered(by: relation) : nil }
}

/// Threads: messages that belong to another, the root of their thread.
extension RoomEvent {
    /// The root of the thread that a message is in; nil outside threads.
    var thread: MessageID? {
        guard isMessage, relation?["rel_type"]?.string == MessageContent.threadRelation,
            let root = relation?["event_id"]?.string, root.isUsableID
        else { return nil }
        return MessageID(root)
    }
}

extension MessageContent {
    /// The relation of a message to the root of its thread.
    static let threadRelation = "m.thread"

    /// Returns the event that is answered by a relation; nil if none is.
    static func answered(by relation: JSONValue?) -> MessageID? {
        guard let relation, let event = relation["m.in_reply_to"]?["event_id"]?.string, event.isUsableID,
            relation["rel_type"]?.string != threadRelation || relation["is_falling_back"]?.bool != true
        else { return nil }
        return MessageID(event)
    }

    /// Returns the text of a reply without the quote that older clients put before it.
    ///
    /// Cuts only a quote that begins with its author's id in angle brackets: any other one is the sender's own.
    static func withoutQuote(_ body: String) -> String {
        var rest = Substring(body)
        guard let mark = ["> <@", "> * <@"].first(where: body.hasPrefix),
            let id = rest.dropFirst(mark.count).split(separator: ">", maxSplits: 1).first, id.contains(":"),
            id.endIndex < rest.endIndex, !id.contains(where: \.isWhitespace)
        else { return body }
        while rest.hasPrefix(">") {
            guard let end = rest.firstIndex(where: \.isNewline) else { return body }
            rest = rest[rest.index(after: end)...]
        }
        if let first = rest.first, first.isNewline { rest = rest.dropFirst() }
        return rest.allSatisfy(\.isWhitespace) ? body : String(rest)
    }
}

/// Reactions: events that refer to a message and name an emoji or a short text.
extension RoomEvent {
    static let reactionType = "m.reaction"

    /// The event that is reacted to, and the text; nil for any other event, and for a reaction that was deleted or has a text that
    /// cannot be one.
    var reaction: (event: MessageID, text: String)? {
        guard type == Self.reactionType, stateKey == nil, id.rawValue.isUsableID,
            let relation, relation["rel_type"]?.string == "m.annotation",
            let event = relation["event_id"]?.string, event.isUsableID, let text = relation["key"]?.string,
            ReactionText.isUsable(text)
        else { return nil }
        return (MessageID(event), ReactionText.uniform(text))
    }

    /// A number that orders reactions and their deletions by time.
    var reactionNumber: Int64 { editNumber }
}
