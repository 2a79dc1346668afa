import ChatTypes
import JSONKit

/// The changes of a room in a sync response.
struct RoomUpdate: Sendable {
    var timeline: [RoomEvent]
    /// Whether events between the last response and this timeline are left out.
    var isLimited: Bool
    /// The token that leads back to the events before the timeline.
    var before: String?
    /// Whether an earlier part of the same initial sync contained the room.
    var isSequel = false
    let state: [RoomEvent]
    var receipts: [Receipt]
    /// The typing users; nil if unchanged.
    let typingAuthors: [ContactID]?
    /// The users after whom a nameless room is named; nil if unchanged.
    let heroes: [ContactID]?
    /// The number of joined and invited members; nil if unchanged.
    let memberCount: Int64?
    /// The number of joined members; nil if unchanged.
    let joinedCount: Int64?
    /// The homeserver's number of unread messages, in threads and outside; nil if unchanged.
    let unreadCount: Int?
    /// The homeserver's number of unread mentions, in threads and outside; nil if unchanged.
    let mentionCount: Int?
    /// The threads with unread messages among them, by their roots.
    let threadCounts: [ThreadCount]
    /// The marks that the user set or removed on any device.
    let marks: [ChatMark: Bool]
    /// Whether membership changes before the timeline may be missing.
    let hidesMembers: Bool
    /// The membership events that came with pages read back, older than the rest.
    var earlier: [RoomEvent] = []
    /// Display names of members without a membership event.
    var names: [(person: ContactID, name: String)] = []

    /// A user's receipt for an event.
    struct Receipt: Hashable, Sendable {
        let event: MessageID
        let reader: ContactID
        /// The time by the clock of the reader's server; 0 if missing.
        let time: Int64
        /// The messages that it covers, as the homeserver names them.
        var thread = Thread.everything
    }

    /// The `thread_id` of a receipt: empty without one, `main` for the messages outside threads, or the root of a thread.
    enum Thread {
        static let everything = ""
        static let main = "main"
    }

    init(_ json: JSONValue) {
        let timeline = json["timeline"]
        self.timeline = RoomEvent.list(timeline?["events"])
        isLimited = timeline?["limited"]?.bool ?? false
        hidesMembers = isLimited
        before = timeline?["prev_batch"]?.string
        state = RoomEvent.list((json["state"] ?? json["invite_state"])?["events"])
        receipts = json["ephemeral"]?["events"]?.elements.flatMap(Receipt.list) ?? []
        let typing = json["ephemeral"]?["events"]?.elements.last { $0["type"]?.string == "m.typing" }
        typingAuthors = typing?["content"]?["user_ids"]?.elements.compactMap { person in
            person.string.flatMap { $0.isUsableID ? ContactID($0) : nil }
        }
        let threads = (json["unread_thread_notifications"]?.members ?? []).prefix(Limits.countedThreads).compactMap {
            root,
            counts -> ThreadCount? in
            guard root.isUsableID, let unread = Self.count(counts["notification_count"]) else { return nil }
            return ThreadCount(
                root: MessageID(root),
                unread: unread,
                mentions: Self.count(counts["highlight_count"]) ?? 0
            )
        }
        // Asked for the counts of threads, the homeserver leaves them out of the room's.
        unreadCount = Self.count(json["unread_notifications"]?["notification_count"]).map { main in
            threads.reduce(main) { $0 + $1.unread }
        }
        mentionCount = Self.count(json["unread_notifications"]?["highlight_count"]).map { main in
            threads.reduce(main) { $0 + ($1.mentions ?? 0) }
        }
        threadCounts = threads
        marks = RoomMarks.read(json["account_data"]?["events"])
        let summary = json["summary"]
        heroes = summary?["m.heroes"]?.elements.compactMap { hero in
            hero.string.flatMap { $0.isUsableID ? ContactID($0) : nil }
        }
        let (joined, invited) = (
            summary?["m.joined_member_count"]?.integer, summary?["m.invited_member_count"]?.integer
        )
        joinedCount = joined
        memberCount = joined.map { max(0, $0) &+ max(0, invited ?? 0) }
    }

    /// Returns a number of messages; nil if it is missing or none.
    static func count(_ json: JSONValue?) -> Int? {
        json?.integer.flatMap { (0...1 << 40).contains($0) ? Int($0) : nil }
    }
}

extension RoomUpdate.Receipt {
    /// Returns public and private receipts; the private ones are the user's own.
    static func list(_ json: JSONValue) -> [Self] {
        guard json["type"]?.string == "m.receipt" else { return [] }
        return json["content"]?.members.flatMap { event, kinds -> [Self] in
            guard event.isUsableID else { return [] }
            return [kinds["m.read"], kinds["m.read.private"]].flatMap { $0?.members ?? [] }.compactMap { reader, read in
                let thread = read["thread_id"]?.string
                guard reader.isUsableID, thread?.isUsableID ?? true else { return nil }
                return Self(
                    event: MessageID(event),
                    reader: ContactID(reader),
                    time: read["ts"]?.integer ?? 0,
                    thread: thread ?? RoomUpdate.Thread.everything
                )
            }
        } ?? []
    }
}
