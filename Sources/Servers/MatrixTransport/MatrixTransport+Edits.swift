public import ChatTypes
import JSONKit
import Transport

extension MatrixTransport {
    @discardableResult
    public func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        switch annotation.kind {
        case .edit(let text, let spans): return try await edit(annotation, to: FormattedText(text, spans))
        case .deletion:
            try await delete(annotation.message, in: annotation.chat)
            return Annotation(author: .me, message: annotation.message, kind: .deletion)
        case .reaction(let text, let isSet): return try await react(annotation, text, isSet: isSet)
        case .vote(let answers): return try await vote(annotation, answers)
        case .pollEnd: return try await endPoll(annotation)
        }
    }

    /// Replaces the text of a message, or the caption of a file. The edit has an id of its own, so the homeserver accepts it once and
    /// gives the same response to every repetition.
    private func edit(_ edit: OutgoingAnnotation, to text: FormattedText) async throws -> Annotation {
        let isEncrypted = try await isEncrypted(edit.chat)
        let named = try await event(try await event(of: edit.message, in: edit.chat), in: edit.chat)
        // The homeserver would accept any edit; other clients ignore those of other users' messages.
        guard let original = try await read([named], in: edit.chat).first, original.sender == account.user,
            !original.isDeleted
        else {
            throw ServiceError.refused(.unknownMessage, text: "This message of yours no longer exists")
        }
        guard original.isPlainText || original.file != nil, original.replaced == nil else {
            throw ServiceError.refused(.noEdit, text: "Only texts and captions can be edited")
        }
        let mentions = try await mentions(in: text, of: original, chat: edit.chat)
        let content = Self.content(text, of: edit.message, replacing: original, mentions)
        let response = try await post(content, as: edit.id, to: edit.chat, isEncrypted: isEncrypted)
        guard let id = response["event_id"]?.string, id.isUsableID else { throw ServiceError.responseLost }
        // The number depends on the homeserver's time.
        let number = try await event(MessageID(id), in: edit.chat).editNumber
        return Annotation(
            author: .me,
            message: edit.message,
            kind: .edit(text: text.text, spans: text.spans),
            number: number
        )
    }

    /// Deletes a message. Each attempt has the same transaction id, so the message is deleted once.
    private func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await asMember(of: chat) {
            let event = try await event(of: message, in: chat)
            try await api.put(["v3", "rooms", chat.rawValue, "redact", event.rawValue, "unsend-\(message)"], [:])
        }
    }

    /// Returns the event id of a message. For one that was just sent, waits for its echo.
    ///
    /// Never uses an id that the homeserver does not know: it would report success and do nothing. Searches the newest messages
    /// for one whose response was lost.
    func event(of message: MessageID, in chat: ChatID) async throws -> MessageID {
        if let event = try await waitForSync({ try $0.event(of: message, in: chat) }) { return event }
        guard let event = try await event(of: message, amongNewestIn: chat) else {
            throw ServiceError.refused(.unknownMessage, text: "The server has no such message")
        }
        return event
    }

    /// Returns the event id of a message among the newest of its room; nil if it is not there.
    func event(of message: MessageID, amongNewestIn chat: ChatID) async throws -> MessageID? {
        let newest = try await read(try await api.messages(in: chat, from: nil, limit: 100).events, in: chat)
        return newest.first { $0.isMessage && $0.sender == account.user && $0.ownID == message }?.id
    }

    func event(_ id: MessageID, in chat: ChatID) async throws -> RoomEvent {
        let response = try await api.get(["v3", "rooms", chat.rawValue, "event", id.rawValue])
        // Another event is no answer.
        guard let event = RoomEvent(response), event.id == id else { throw ServiceError.responseLost }
        return event
    }

    /// The length of the text for clients without edits: a long text does not fit into an event twice.
    private static let fallbackBytes = 1024

    /// Returns the new content, beside a text for clients without edits.
    private static func content(
        _ text: FormattedText,
        of message: MessageID,
        replacing original: RoomEvent,
        _ mentions: (new: [JSONText.Member], added: [JSONText.Member])
    ) -> JSONText {
        // The text says whether it is an emote.
        let former = original.messageKind == "m.emote" ? "m.text" : original.messageKind
        let kind = JSONText.string(former ?? "m.text")
        let relation: JSONText = ["rel_type": "m.replace", "event_id": .string(original.id.rawValue)]
        let file = original.fileMembers
        let fallback = "* \(text.text)".cut(toBytes: fallbackBytes)
        return .object(
            [.init(name: "msgtype", value: kind), .init(name: "body", value: .string(fallback))] + file + [
                .init(
                    name: "m.new_content",
                    value: .object(content(of: message, kind: kind, text) + file + mentions.new)
                ),
                .init(name: "m.relates_to", value: relation),
            ] + mentions.added
        )
    }
}

extension RoomEvent {
    fileprivate var messageKind: String? { content?["msgtype"]?.string }

    /// The members of the content that describe its file, as the sender wrote them: only the caption changes.
    fileprivate var fileMembers: [JSONText.Member] {
        guard file != nil, let content else { return [] }
        var members = ["filename", "url", "file", "info"].compactMap { name in
            content.members.first { $0.name == name }.flatMap { JSONText($0.value) }.map {
                JSONText.Member(name: name, value: $0)
            }
        }
        // Without a file name, clients would show the caption as one.
        if content["filename"]?.string == nil {
            members.append(.init(name: "filename", value: .string(content["body"]?.string ?? "")))
        }
        return members
    }

    /// Whether the message consists of text only.
    fileprivate var isPlainText: Bool {
        type == "m.room.message" && stateKey == nil && ["m.text", "m.notice", "m.emote"].contains(messageKind)
    }
}
