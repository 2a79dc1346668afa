import ChatTypes
import JSONKit
import MatrixTransport
import RuntimeKit
import SimulatedServer
import Transport

extension SimulatedHomeserver {
    /// Answers a request about one room.
    func room(_ chat: ChatID, _ call: HomeserverCall) async throws -> JSONText {
        var call = call
        if call.path[2] == "send", let opened = try await opened(call, in: chat) { call = opened }
        if call.path[2] == "send", let answer = try await vote(call, in: chat) { return answer }
        switch call.path[2] {
        case "send" where call.body?["m.relates_to"]?["rel_type"]?.string == "m.replace":
            let edit = OutgoingAnnotation(
                id: MessageID(call.path[4]),
                of: MatrixEvents.message(of: call.body?["m.relates_to"]?["event_id"]?.string ?? ""),
                in: chat,
                kind: .edit(text: call.body?["m.new_content"]?["body"]?.string ?? "")
            )
            let edited = try await server.annotate(edit)
            encryption?.keepEdit(call.body, as: MatrixEvents.id(of: edited))
            ownDoings.wakeAll()
            return ["event_id": .string(MatrixEvents.id(of: edited))]
        case "send" where call.path[3] == "m.reaction":
            let relation = call.body?["m.relates_to"]
            let reaction = OutgoingAnnotation(
                id: MessageID(call.path[4]),
                of: MatrixEvents.message(of: relation?["event_id"]?.string ?? ""),
                in: chat,
                kind: .reaction(text: relation?["key"]?.string ?? "", isSet: true)
            )
            let set = try await server.annotate(reaction)
            ownDoings.wakeAll()
            return ["event_id": .string(AnnotationEvents.id(of: set))]
        case "send":
            let (text, file) = MatrixEvents.said(in: call.body)
            let poll = MatrixEvents.poll(in: call.body)
            let answered = call.body?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string
            let message = OutgoingMessage(
                id: MessageID(call.path[4]),
                chat: chat,
                text: poll?.text ?? text,
                attachment: file,
                poll: poll,
                repliesTo: answered.map(MatrixEvents.message(of:))
            )
            let sent = try await server.send(message)
            // The echo may arrive before the answer.
            ownDoings.wakeAll()
            return ["event_id": .string(MatrixEvents.id(of: sent))]
        case "redact" where AnnotationEvents.isReaction(call.path[3]):
            guard let set = try await made(in: chat).made(by: call.path[3]), let text = set.kind.reaction else {
                throw ServiceError.refused(.unknownMessage, text: "No such event")
            }
            let kind = Annotation.Kind.reaction(text: text, isSet: false)
            try await server.annotate(
                OutgoingAnnotation(id: MessageID(call.path[4]), of: set.message, in: chat, kind: kind)
            )
            ownDoings.wakeAll()
            return ["event_id": .string("$unset-\(call.path[3])")]
        case "relations":
            let message = MatrixEvents.message(of: call.path[3])
            return try await made(in: chat).relations(to: message, in: try await header(of: chat))
        case "redact":
            _ = try await server.annotate(.deletion(of: MatrixEvents.message(of: call.path[3]), in: chat))
            ownDoings.wakeAll()
            return ["event_id": .string("$redaction-\(call.path[4])")]
        case "read_markers":
            // The marker alone tells the account's other devices where the user is; nobody here shows it.
            guard let event = call.body?["m.read"]?.string else { return [:] }
            try await markRead(chat, at: event)
            return [:]
        case "receipt":
            try await markRead(chat, at: call.path[4])
            return [:]
        case "messages" where call.query["from"] == nil:
            let header = try await header(of: chat)
            let newest = await server.log(of: chat).suffix(Int(call.query["limit"] ?? "") ?? 10)
            let own = await server.ownMessages(of: chat)
            try await prepare(Array(newest), in: header)
            let events = newest.reversed().map { sealed(MatrixEvents.event($0, in: header, own: own), in: header) }
            ownDoings.wakeAll()
            return ["chunk": .array(events)]
        case "messages":
            if isOdd(0.1) { throw ServiceError.refused(RefusalCode(rawValue: "M_UNKNOWN"), text: "Forgotten") }
            let isEmpty = random.chance(network.conditions.emptyPageRate)
            let from = PageCursor(call.query["from"] ?? "")
            let page = try await server.page(of: chat, before: from, isEmpty: isEmpty)
            let header = try await header(of: chat)
            let end = page.next.map { [JSONText.Member(name: "end", value: .string($0.rawValue))] } ?? []
            let (made, own) = (try await made(in: chat), await server.ownMessages(of: chat))
            try await prepare(page.messages, in: header)
            let events =
                page.annotations.reversed().compactMap { made.event(for: $0, in: header) }
                + page.messages.reversed().map { sealed(MatrixEvents.event($0, in: header, own: own), in: header) }
            ownDoings.wakeAll()
            return .object([JSONText.Member(name: "chunk", value: .array(events))] + end)
        case "event":
            let header = try await header(of: chat)
            if let edit = MatrixEvents.ownEdit(of: call.path[3]) {
                return sealed(MatrixEvents.edit(edit, of: "", in: header), in: header)
            }
            let made = try await made(in: chat)
            if let event = made.made(by: call.path[3]).flatMap({ made.event(for: $0, in: header) }) { return event }
            let message = try await message(of: call.path[3], in: chat)
            try await prepare([message], in: header)
            return sealed(MatrixEvents.event(message, in: header), in: header)
        case "context":
            let (message, header) = (try await message(of: call.path[3], in: chat), try await header(of: chat))
            try await prepare([message], in: header)
            let event = JSONText.Member(
                name: "event",
                value: sealed(MatrixEvents.event(message, in: header), in: header)
            )
            let start = message.predecessor.map { JSONText.Member(name: "start", value: .string($0.cursor.rawValue)) }
            return .object([event] + (start.map { [$0] } ?? []))
        case "members":
            let isCrowded = encryption?.isCrowded(chat) ?? false
            return MatrixEvents.members(
                of: try await header(of: chat),
                and: isCrowded ? SimulatedEncryption.ghost : nil
            )
        case "state":
            guard call.path[3] == "m.room.encryption", let event = encryptionEvent(in: try await header(of: chat)),
                let content = event["content"]
            else { throw ServiceError.refused(RefusalCode(rawValue: "M_NOT_FOUND"), text: "Not found") }
            return content
        default: return [:]
        }
    }

    private func made(in chat: ChatID) async throws -> AnnotationEvents {
        AnnotationEvents(log: await server.reactionAndPollLog(of: chat), messages: await server.log(of: chat))
    }

    private func message(of event: String, in chat: ChatID) async throws -> Message {
        let id = MatrixEvents.message(of: event)
        guard let message = await server.log(of: chat).first(where: { $0.id == id }) else {
            throw ServiceError.refused(.unknownMessage, text: "No such event")
        }
        return message
    }

    func header(of chat: ChatID) async throws -> ChatHeader {
        guard let header = await server.chats.first(where: { $0.id == chat }) else {
            throw ServiceError.refused(.unknownChat, text: "No such room")
        }
        return header
    }
}

extension SimulatedChatServer {
    /// The IDs of the user's messages in a chat.
    fileprivate func ownMessages(of chat: ChatID) -> Set<MessageID> {
        Set(log(of: chat).filter { $0.author == .me }.map(\.id))
    }
}
