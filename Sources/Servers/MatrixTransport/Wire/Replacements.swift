import ChatTypes

/// Edits: events that put something else in the place of what their sender has said.
extension RoomEvent {
    /// The event that a content replaces; nil for a content that is said for itself.
    static func replaced(in content: JSONValue?) -> MessageID? {
        guard let relation = content?["m.relates_to"], relation["rel_type"]?.string == "m.replace",
            let event = relation["event_id"]?.string, event.isUsableID
        else { return nil }
        return MessageID(event)
    }

    /// The newest edit of it, where the homeserver sends that along.
    ///
    /// One of which nothing but the id is sent along is none: what it says cannot be told.
    var newestEdit: RoomEvent? {
        guard let edit = replacement.flatMap(RoomEvent.init), edit.replaced == id, edit.sender == sender else {
            return nil
        }
        return edit
    }

    /// What an edit has its message say; nil where it has no new content.
    var newText: String? {
        // What is encrypted has its new content within.
        let new = type == Self.encryptedType ? content : content?["m.new_content"]
        guard let new, new.isObject, !new.isEmptyObject else { return nil }
        return MessageContent(type: type, content: new).shown.text.cut(toBytes: Limits.textBytes)
    }

    /// Which of several edits is the newest: by the time of its sender's server, then by its id, as far as there is room for that.
    var editNumber: Int64 {
        let start = id.rawValue.utf8.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int64($1) }
        return min(max(time, 1), (1 << 42) - 1) << 20 | start >> 4
    }
}
