public import Transport

extension MatrixTransport {
    /// Sends what replaces a text of ours, under the edit's own id: the homeserver takes it once, and has one answer to all
    /// repetitions.
    public func edit(_ edit: OutgoingEdit) async throws -> Edit {
        guard try await !ledger.isEncrypted(edit.chat) else { throw ServiceError.encrypted }
        let original = try await event(try await event(of: edit.message, in: edit.chat), in: edit.chat)
        // A homeserver takes edits of anything; others would not follow.
        guard original.sender == account.user, !original.isRemoved else {
            throw ServiceError.refused(.unknownMessage, text: "There is no such message of yours any more")
        }
        guard original.isPlainText, original.replaced == nil else {
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

    /// The new content, and beside it a text for clients that know of no edits.
    private static func content(of edit: OutgoingEdit, replacing original: RoomEvent) -> JSONText {
        let kind = JSONText.string(original.messageKind ?? "m.text")
        let relation: JSONText = ["rel_type": "m.replace", "event_id": .string(original.id.rawValue)]
        return .object([
            .init(name: "msgtype", value: kind), .init(name: "body", value: .string("* \(edit.text)")),
            .init(name: "m.new_content", value: .object(content(of: edit.message, kind: kind, edit.text))),
            .init(name: "m.relates_to", value: relation),
        ])
    }
}

extension RoomEvent {
    fileprivate var messageKind: String? { content?["msgtype"]?.string }

    /// Whether nothing but its text would be lost with it.
    fileprivate var isPlainText: Bool {
        type == "m.room.message" && stateKey == nil && ["m.text", "m.notice"].contains(messageKind)
    }
}
