public import ChatTypes
import Transport

extension MatrixTransport {
    /// Sends what replaces a text of ours, or a file's caption, under the edit's own id: the homeserver takes it once, and has one
    /// answer to all repetitions.
    public func edit(_ edit: OutgoingEdit) async throws -> Edit {
        try await refuseEncrypted(edit.chat)
        let original = try await event(try await event(of: edit.message, in: edit.chat), in: edit.chat)
        // A homeserver takes edits of anything; others would not follow.
        guard original.sender == account.user, !original.isRemoved else {
            throw ServiceError.refused(.unknownMessage, text: "There is no such message of yours any more")
        }
        guard original.isPlainText || original.file != nil, original.replaced == nil else {
            throw ServiceError.refused(.noEdit, text: "Only a text can be changed here")
        }
        let answer = try await api.put(
            ["v3", "rooms", edit.chat.rawValue, "send", "m.room.message", edit.id.rawValue],
            Self.content(of: edit, replacing: original)
        )
        guard let id = answer["event_id"]?.string, id.isUsableID else { throw ServiceError.responseLost }
        // The number follows from the homeserver's time.
        let number = try await event(MessageID(id), in: edit.chat).editNumber
        return Edit(author: .me, message: edit.message, text: edit.text, number: number)
    }

    private func event(_ event: MessageID, in chat: ChatID) async throws -> RoomEvent {
        let answer = try await api.get(["v3", "rooms", chat.rawValue, "event", event.rawValue])
        guard let event = RoomEvent(answer) else { throw ServiceError.responseLost }
        return event
    }

    /// What clients that know of no edits show; an event has no room for a long text twice.
    private static let fallbackBytes = 1024

    /// The new content, and beside it a text for clients that know of no edits.
    private static func content(of edit: OutgoingEdit, replacing original: RoomEvent) -> JSONText {
        let kind = JSONText.string(original.messageKind ?? "m.text")
        let relation: JSONText = ["rel_type": "m.replace", "event_id": .string(original.id.rawValue)]
        let file = original.fileMembers
        let fallback = "* \(edit.text)".cut(toBytes: fallbackBytes)
        return .object(
            [.init(name: "msgtype", value: kind), .init(name: "body", value: .string(fallback))] + file + [
                .init(name: "m.new_content", value: .object(content(of: edit.message, kind: kind, edit.text) + file)),
                .init(name: "m.relates_to", value: relation),
            ]
        )
    }
}

extension RoomEvent {
    fileprivate var messageKind: String? { content?["msgtype"]?.string }

    /// What says of a file where and what it is, as its client wrote it: with a new caption it is the same file.
    fileprivate var fileMembers: [JSONText.Member] {
        guard file != nil, let content else { return [] }
        var members = ["filename", "url", "file", "info"].compactMap { name in
            content.members.first { $0.name == name }.flatMap { JSONText($0.value) }.map {
                JSONText.Member(name: name, value: $0)
            }
        }
        // Without it, the caption would be the name.
        if content["filename"]?.string == nil {
            members.append(.init(name: "filename", value: .string(content["body"]?.string ?? "")))
        }
        return members
    }

    /// Whether nothing but its text would be lost with it.
    fileprivate var isPlainText: Bool {
        type == "m.room.message" && stateKey == nil && ["m.text", "m.notice"].contains(messageKind)
    }
}
