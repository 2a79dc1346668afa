import ChatTypes
import Foundation
import JSONKit
import MatrixTransport
import SimulatedServer
import Synchronization
import Transport

/// Conversions of the simulated server's messages to Matrix events.
enum MatrixEvents {
    static let me = "@me:sim"

    /// Returns the event ID of a message. As on any homeserver, the ID of the user's own messages differs from the
    /// local one.
    static func id(of message: Message) -> String {
        (message.author == .me && message.event == nil ? ours : "") + message.id.rawValue
    }

    /// Returns the event ID of a message of the user's.
    static func id(ofOwn message: MessageID) -> String { ours + message.rawValue }

    static func message(of event: String) -> MessageID {
        MessageID(event.hasPrefix(ours) ? String(event.dropFirst(ours.count)) : event)
    }

    private static let ours = "$ours-"

    /// Returns a message as an event. An answered message among `own` has the user's form of an event ID.
    static func event(_ message: Message, in chat: ChatHeader, own: Set<MessageID> = []) -> JSONText {
        let isMine = message.author == .me
        let text = message.edit == nil ? message.text : "what it said before it was edited"
        var (type, content) =
            pollContent(of: message)
            ?? ("m.room.message", content(text, of: message.attachment, imageCount: message.imageCount))
        if let answered = message.repliesTo {
            let event = JSONText.string((own.contains(answered) ? ours : "") + answered.rawValue)
            content.append(.init(name: "m.relates_to", value: ["m.in_reply_to": ["event_id": event]]))
        }
        if message.mentionsMe { content.append(.init(name: "m.mentions", value: ["user_ids": [.string(me)]])) }
        if isMine, message.event == nil {
            content.append(.init(name: "chat.viper.id", value: .string(message.id.rawValue)))
        }
        var event: [JSONText.Member] = [
            .init(name: "type", value: .string(type)), .init(name: "event_id", value: .string(id(of: message))),
            .init(name: "content", value: .object(message.isDeleted ? [] : content)),
            .init(name: "sender", value: .string(isMine ? me : chat.contact.user.rawValue)),
            .init(name: "origin_server_ts", value: milliseconds(message.sentAt)),
        ]
        var unsigned: [JSONText.Member] = []
        // A redaction removes all content. The sending device still receives its transaction ID.
        if message.isDeleted, isMine {
            unsigned.append(.init(name: "transaction_id", value: .string(message.id.rawValue)))
        }
        if let edit = message.edit {
            let newest = self.edit(edit, of: id(of: message), carrying: message.attachment, in: chat)
            unsigned.append(.init(name: "m.relations", value: ["m.replace": newest]))
        }
        event.append(.init(name: "unsigned", value: .object(unsigned)))
        return .object(event)
    }

    /// Returns an event that replaces another event's content. Its time is derived from the edit's number.
    static func edit(
        _ edit: Annotation,
        of event: String,
        carrying file: AttachedFile? = nil,
        in chat: ChatHeader
    ) -> JSONText {
        let text = edit.kind.text ?? ""
        let relation: JSONText = ["rel_type": "m.replace", "event_id": .string(event)]
        let new = JSONText.object(content(text, of: file))
        return [
            "type": "m.room.message", "event_id": .string(id(of: edit)),
            "content": .object(
                content("* \(text)", of: file) + [
                    .init(name: "m.new_content", value: new), .init(name: "m.relates_to", value: relation),
                ]
            ),
            "sender": .string(edit.author == .me ? me : chat.contact.user.rawValue),
            "origin_server_ts": .integer(time(of: edit.number)),
        ]
    }

    static func id(of edit: Annotation) -> String { "$edit-\(edit.number)-\(edit.message)" }

    /// Returns the edit number that the adapter derives from the event's time and the beginning of its ID.
    static func number(of edit: Int64) -> Int64 { time(of: edit) << 20 | 0x65_6469 >> 4 }

    /// Returns the time of an edit in milliseconds. The server numbers edits from its start time in seconds times
    /// 2^20. No simulated session has a thousand edits.
    static func time(of edit: Int64) -> Int64 { (edit >> 20) * 1000 + edit & 0xF_FFFF }

    /// Returns one of the user's edits from its event ID, as far as the ID describes it.
    static func ownEdit(of event: String) -> Annotation? {
        let parts = event.split(separator: "-", maxSplits: 2)
        guard parts.count == 3, parts[0] == "$edit", let number = Int64(parts[1]) else { return nil }
        return Annotation(author: .me, message: MessageID(String(parts[2])), kind: .edit(text: ""), number: number)
    }

    private static func redaction(_ removal: Annotation, in chat: ChatHeader, eventIDs: (MessageID) -> String)
        -> JSONText
    {
        [
            "type": "m.room.redaction", "event_id": .string("$redaction-\(removal.message)"),
            "redacts": .string(eventIDs(removal.message)), "content": [:],
            "sender": .string(removal.author == .me ? me : chat.contact.user.rawValue),
            "origin_server_ts": milliseconds(chat.createdAt),
        ]
    }

    /// Returns a chat's changes as a room in a sync response.
    ///
    /// - Parameters:
    ///   - log: All messages of the chat.
    ///   - made: All reactions and votes in the chat.
    ///   - encryption: The state event that makes the room encrypted, if it is.
    ///   - seal: Encrypts an event if the room is encrypted.
    static func room(
        _ update: ChatUpdate,
        isWhole: Bool,
        of log: [Message],
        _ made: AnnotationEvents,
        encryption: JSONText?,
        seal: (JSONText) -> JSONText
    ) -> JSONText {
        let (contact, first) = (update.chat.contact, update.messages.first)
        func message(_ id: MessageID) -> Message? { log.last { $0.id == id } }
        func eventIDs(_ message: MessageID) -> String {
            log.last { $0.id == message }.map(id(of:)) ?? message.rawValue
        }
        let own = Set(log.filter { $0.author == .me }.map(\.id))
        let isLimited = update.messages.count >= 20 || isWhole && first?.predecessor != nil
        let events =
            update.messages.map { seal(event($0, in: update.chat, own: own)) }
            + update.annotations.compactMap { annotation -> JSONText? in
                switch annotation.kind {
                case .deletion: return redaction(annotation, in: update.chat, eventIDs: eventIDs)
                case .edit:
                    let file = message(annotation.message)?.attachment
                    return seal(edit(annotation, of: eventIDs(annotation.message), carrying: file, in: update.chat))
                // The end of a poll is the event of its line.
                case .reaction, .vote, .pollEnd: return made.event(for: annotation, in: update.chat)
                }
            }
        let create = state("m.room.create", "", [:], of: update.chat)
        // A timeline that reaches back to the room's beginning contains the creation event.
        let isBeginning = first.map { $0.predecessor == nil } ?? log.isEmpty
        var timeline: [JSONText.Member] = [
            .init(name: "events", value: .array((isBeginning ? [create] : []) + events)),
            .init(name: "limited", value: .bool(isLimited)),
        ]
        if let before = first?.predecessor?.cursor {
            timeline.append(.init(name: "prev_batch", value: .string(before.rawValue)))
        }
        let member: JSONText = ["membership": "join", "displayname": .string(contact.name)]
        let readers = update.receipts.map { receipt -> JSONText in
            let reader = receipt.reader == .me ? me : contact.user.rawValue
            let place: JSONText = receipt.scope == .main ? ["thread_id": "main"] : [:]
            let read: JSONText = .object([.init(name: "m.read", value: .object([.init(name: reader, value: place)]))])
            let content = JSONText.object([.init(name: eventIDs(receipt.message), value: read)])
            return ["type": "m.receipt", "content": content]
        }
        return [
            "timeline": .object(timeline),
            "state": [
                "events": .array(
                    [create, state("m.room.member", contact.user.rawValue, member, of: update.chat)]
                        + (encryption.map { [$0] } ?? [])
                )
            ],
            "summary": ["m.heroes": [.string(contact.user.rawValue)], "m.joined_member_count": .integer(2)],
            "ephemeral": ["events": .array(readers)],
        ]
    }

    /// Returns a state event of a room.
    static func state(_ type: String, _ key: String, _ content: JSONText, of chat: ChatHeader) -> JSONText {
        [
            "type": .string(type), "state_key": .string(key), "content": content,
            // Events differ by their keys, too: an app drops all but one event of an id.
            "event_id": .string(key.isEmpty ? "$\(type)" : "$\(type):\(key)"),
            "sender": .string(chat.contact.user.rawValue), "origin_server_ts": milliseconds(chat.createdAt),
        ]
    }

    private static func milliseconds(_ date: Date) -> JSONText {
        .integer(Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}

extension SimulatedHomeserver {
    /// Returns everything new since a token, and whether that is nothing.
    func news(since: String?) async throws -> (json: JSONText, isEmpty: Bool) {
        let (last, rules) = (since.map(HomeserverToken.init(_:)), pushRules.withLock(\.self))
        let marks = marks.withLock(\.self)
        var (cursor, updates) = (last?.cursor, [ChatUpdate]())
        while true {
            let page = try await server.sync(since: cursor)
            updates += page.updates
            cursor = page.next
            if page.isComplete { break }
        }
        var rooms: [JSONText.Member] = []
        for update in updates {
            let log = await server.log(of: update.chat.id)
            let made = AnnotationEvents(log: await server.reactionAndPollLog(of: update.chat.id), messages: log)
            let changed = Set(update.messages.map(\.id) + update.annotations.map(\.message))
            try await prepare(log.filter { changed.contains($0.id) }, in: update.chat)
            let room = MatrixEvents.room(
                update,
                isWhole: since == nil,
                of: log,
                made,
                encryption: encryptionEvent(in: update.chat),
                seal: { sealed($0, in: update.chat) }
            )
            rooms.append(.init(name: update.chat.id.rawValue, value: ordered(room, after: log)))
        }
        for (room, events) in encryption?.extraEvents ?? [] {
            let index = rooms.firstIndex { $0.name == room.rawValue }
            let json = index.map { rooms[$0].value } ?? [:]
            var all = events
            if case .array(let own)? = json["timeline"]?["events"] { all = own + events }
            let timeline = (json["timeline"] ?? ["limited": false]).with("events", .array(all))
            let whole = JSONText.Member(name: room.rawValue, value: json.with("timeline", timeline))
            if let index { rooms[index] = whole } else { rooms.append(whole) }
        }
        for (room, data) in marks.data(after: last?.markCount ?? 0).sorted(by: { $0.key < $1.key }) {
            let index = rooms.firstIndex { $0.name == room.rawValue }
            let json = (index.map { rooms[$0].value } ?? [:]).with("account_data", data)
            if let index {
                rooms[index] = .init(name: room.rawValue, value: json)
            } else {
                rooms.append(.init(name: room.rawValue, value: json))
            }
        }
        // After the events were encrypted: the keys to them come with them, unless they are late.
        let keys = encryption?.news(since: last?.encryption)
        let next = HomeserverToken(
            cursor: cursor ?? SyncCursor(""),
            ruleCount: rules.changeCount,
            markCount: marks.changeCount,
            encryption: keys?.next ?? EncryptionToken()
        )
        let data: [JSONText] = last?.ruleCount == rules.changeCount ? [] : [rules.event]
        let members: [JSONText.Member] = [
            .init(name: "next_batch", value: .string(next.text)),
            .init(name: "rooms", value: ["join": .object(rooms)]),
            .init(name: "account_data", value: ["events": .array(data)]),
        ]
        return (.object(members + (keys?.members ?? [])), rooms.isEmpty && data.isEmpty && keys?.isEmpty ?? true)
    }
}

extension Contact {
    /// The contact's id on a homeserver.
    var user: ContactID { ContactID("@\(id.rawValue):sim") }
}

extension ChatHeader {
    /// The chat with its contact's id on a homeserver.
    var onHomeserver: ChatHeader {
        ChatHeader(
            id: id,
            contact: Contact(id: contact.user, name: contact.name),
            isGroup: isGroup,
            createdAt: createdAt
        )
    }
}
